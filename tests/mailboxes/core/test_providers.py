"""Who stands behind a mailbox."""

import json

import pytest

from mailboxes.core.account import Account, Endpoints, Security, Server
from mailboxes.core.providers import provider_of

API = "https://gmail.googleapis.com"
CLIENT = "1234567890-abc.apps.googleusercontent.com"


def gmail(address: str, **secret: str) -> Account:
    return Account(1, "gmail", address, "Ada", Endpoints(api=API), secret)


def smtp(address: str, host: str) -> Account:
    imap = Server(f"imap.{host}", 993, Security.TLS)
    servers = Endpoints(smtp=Server(f"smtp.{host}", 587, Security.STARTTLS), imap=imap)
    return Account(2, "smtp", address, "Ada", servers, {"username": address, "password": "canary"})


def test_mailboxes_let_in_by_one_project_are_one_provider() -> None:
    ada, bob = (gmail(address, client_id=CLIENT) for address in ("ada@acme.example", "bob@beta.example"))
    assert provider_of(ada, "out") == provider_of(bob, "out")
    assert provider_of(ada, "out").key == "gmail:gmail.googleapis.com/1234567890"


@pytest.mark.parametrize("account", [gmail("ada@acme.example"), smtp("ada@acme.example", "acme.example")])
def test_reading_never_proves_that_sending_works(account: Account) -> None:
    assert provider_of(account, "in") != provider_of(account, "out")


def test_another_project_is_another_provider() -> None:
    key = json.dumps({"project_id": "outreach-1", "private_key": "canary"})
    delegated = gmail("cy@acme.example", auth="delegated", key=key)
    assert provider_of(delegated, "out").key == "gmail:gmail.googleapis.com/outreach-1"


def test_mail_servers_are_providers_by_host_and_port_each_way_its_own() -> None:
    ada = smtp("ada@acme.example", "Acme.example")
    assert provider_of(ada, "out").key == "smtp:smtp.acme.example:587"
    assert provider_of(ada, "in").key == "imap:imap.acme.example:993"


def test_a_provider_names_no_secret_and_no_address() -> None:
    assert "canary" not in provider_of(smtp("ada@acme.example", "acme.example"), "out").key
