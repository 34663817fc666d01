"""A service account acts for the mailboxes of a domain: the claim it signs, and what it may not do."""

import json
from dataclasses import dataclass
from functools import cache

import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from app.core.errors import Refused
from app.models import Workspace
from mailboxes.actions.accounts import account_of
from mailboxes.actions.check import check_connection
from mailboxes.actions.mailboxes import Connection, connect
from mailboxes.actions.pool import transport_for
from mailboxes.actions.service_accounts import keep, secret_for
from mailboxes.core.account import Auth
from mailboxes.core.errors import CredentialError
from mailboxes.core.scopes import EVERYTHING, READ, SEND
from mailboxes.models import Credential, Mailbox, ServiceAccount
from tests.factories import a_workspace
from tests.plugins.simulator import Simulator, simulator, simulator_process

__all__ = ["simulator", "simulator_process"]

pytestmark = pytest.mark.django_db(transaction=True)

EMAIL = "sender@canary-project.example"
NORA = "nora@acme.example"


@cache
def a_private_key(_: str, bits: int) -> RSAPrivateKey:
    return generate_private_key(65537, bits)


def public(name: str = "first") -> str:
    pem = a_private_key(name, 2048).public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return pem.decode()


def a_key_file(name: str = "first", *, bits: int = 2048, **changes: object) -> str:
    key = a_private_key(name, bits)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    told = {
        "type": "service_account",
        "project_id": "canary-project",
        "private_key_id": "k1",
        "private_key": pem,
        "client_email": EMAIL,
        "client_id": "1234567890",
    }
    return json.dumps({**told, **changes})


@dataclass(frozen=True)
class Domain:
    """A workspace with a service account, and the simulator of its domain."""

    workspace: Workspace
    account: ServiceAccount
    world: Simulator

    def wanted(self, address: str = NORA, kind: str = "gmail") -> Connection:
        endpoints = {"api": self.world.http, "token": self.world.token_url}
        return Connection(kind=kind, address=address, secret=secret_for(self.account), endpoints=endpoints)

    def allow(self, domains: str = "acme.example", scopes: str = f"{SEND} {READ}", name: str = "first") -> None:
        wish = {"email": EMAIL, "public_key": public(name), "domains": domains, "scopes": scopes}
        self.world.control("POST", "service_account", wish)


@pytest.fixture
def domain(simulator: Simulator) -> Domain:
    workspace = a_workspace()
    return Domain(workspace, keep(workspace, name="Acme", key_file=a_key_file()), simulator)


def position(mailbox: Mailbox) -> object:
    with transport_for(mailbox.id) as transport:
        transport.ready()
        return transport.position()


def test_mailboxes_of_the_domain_are_used_without_a_grant_of_their_own(domain: Domain) -> None:
    domain.allow()
    for address in (NORA, "nils@acme.example"):
        mailbox = connect(domain.workspace, domain.wanted(address))
        assert position(mailbox)
        assert account_of(mailbox).auth is Auth.DELEGATED
    assert {one["mailbox"] for one in domain.world.journal("grant")} == {NORA, "nils@acme.example"}


def test_the_key_is_stored_once_and_sealed(domain: Domain) -> None:
    mailbox = connect(domain.workspace, domain.wanted())
    kept = Credential.objects.get(mailbox=mailbox).sealed + ServiceAccount.objects.get().sealed
    assert "PRIVATE" not in kept
    shown = f"{account_of(mailbox)!r} {ServiceAccount.objects.get()!r} {domain.wanted()!r}"
    assert "PRIVATE" not in shown


@pytest.mark.parametrize(
    ("domains", "scopes", "name"),
    [
        ("other.example", f"{SEND} {READ}", "first"),  # another domain's mailboxes
        ("acme.example", SEND, "first"),  # an administrator who allowed less
        ("acme.example", f"{SEND} {READ}", "second"),  # another key than the one that signs
    ],
    ids=["domain", "scope", "key"],
)
def test_what_the_administrator_did_not_allow_needs_a_person(
    domain: Domain, domains: str, scopes: str, name: str
) -> None:
    domain.allow(domains, scopes, name)
    mailbox = connect(domain.workspace, domain.wanted())
    with pytest.raises(CredentialError) as caught:
        position(mailbox)
    assert caught.value.reconnect
    assert "canary" not in str(caught.value)


def test_a_trial_tells_before_anything_is_stored(domain: Domain) -> None:
    assert check_connection(domain.wanted(), workspace_id=domain.workspace.id).failure
    domain.allow()
    assert check_connection(domain.wanted(), workspace_id=domain.workspace.id).failure is None
    assert not Mailbox.objects.exists()


def test_another_workspaces_service_account_is_not_there(domain: Domain) -> None:
    domain.allow()
    stranger = a_workspace()
    mailbox = connect(stranger, domain.wanted())
    with pytest.raises(ServiceAccount.DoesNotExist):
        account_of(mailbox)
    with pytest.raises(ServiceAccount.DoesNotExist):
        check_connection(domain.wanted(), workspace_id=stranger.id)


def test_a_replaced_key_is_used_by_all_its_mailboxes(domain: Domain) -> None:
    domain.allow(name="second")
    mailbox = connect(domain.workspace, domain.wanted())
    keep(domain.workspace, name="Acme", key_file=a_key_file("second"))
    assert position(mailbox)


def test_a_name_stays_with_its_account(domain: Domain) -> None:
    with pytest.raises(Refused, match="another service account"):
        keep(domain.workspace, name="Acme", key_file=a_key_file(client_id="99"))
    assert ServiceAccount.objects.get().client_id == "1234567890"


@pytest.mark.parametrize(
    "broken",
    [
        "no json",
        "[]",
        a_key_file(type="authorized_user"),
        a_key_file(private_key=""),
        a_key_file(private_key="-----BEGIN PRIVATE KEY-----\ncanary\n-----END PRIVATE KEY-----\n"),
        a_key_file("short", bits=1024),
    ],
    ids=["text", "list", "user", "empty", "garbled", "short"],
)
def test_what_is_no_key_is_refused_in_words_that_quote_nothing(db: None, broken: str) -> None:
    with pytest.raises(Refused) as caught:
        keep(a_workspace(), name="Acme", key_file=broken)
    assert "canary" not in str(caught.value)
    assert not ServiceAccount.objects.exists()


def test_smtp_and_imap_ask_for_the_one_scope_they_take(domain: Domain) -> None:
    domain.allow(scopes=EVERYTHING)
    smtp = {"smtp": {"host": "127.0.0.1", "port": domain.world.smtp_port, "security": "plain"}}
    secret = secret_for(domain.account)
    endpoints = {**smtp, "token": domain.world.token_url}
    mailbox = connect(domain.workspace, Connection(kind="smtp", address=NORA, secret=secret, endpoints=endpoints))
    account = account_of(mailbox)
    assert (account.auth, account.endpoints.token) == (Auth.DELEGATED, domain.world.token_url)
