"""Mail of an SMTP mailbox leaves signed where its domain has a key in use, and never unsigned where it cannot be."""

import io
import re
from pathlib import Path
from typing import Any

import dkim
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.core.management import call_command
from django.core.management.base import CommandError

from app.models import Workspace
from mailboxes.actions import rotation, signing
from mailboxes.actions.dkim_keys import signing_keys
from mailboxes.models import Delivery, DkimKey, Mailbox
from sequences.actions import tryouts
from sequences.actions.previews import step_at
from sequences.models import Campaign, Touch
from tests.factories import a_campaign, a_contact, a_workspace, an_email, enrolled
from tests.journeys.running import a_gmail, an_smtp, send_after, send_due, sent_octets
from tests.mailboxes.core.dkim_reader import verified
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

DOMAIN = "nordlicht.example"


@pytest.fixture(autouse=True)
def keys_looked_up_anew() -> None:
    signing.forget()


@pytest.fixture
def workspace(db: None) -> Workspace:
    return a_workspace()


def told(*arguments: str | Path) -> str:
    out = io.StringIO()
    call_command("dkim_key", *map(str, arguments), stdout=out)
    signing.forget()
    return out.getvalue()


def to_ada(workspace: Workspace, mailbox: Mailbox) -> Campaign:
    campaign = a_campaign(workspace, mailboxes=[mailbox], steps=[an_email(), an_email("", delay=1)])
    enrolled(campaign, a_contact(workspace, "silent-ada@acme.example"))
    return campaign


def records() -> dict[str, str]:
    return {str(key): key.record for key in DkimKey.objects.all()}


def holds(raw: bytes) -> list[bool]:
    """What two verifiers say of each signature; they agree."""
    known = records()
    by_dkimpy = [
        bool(dkim.DKIM(raw).verify(place, dnsfunc=lambda name, timeout=5: known[name.decode().rstrip(".")].encode()))  # noqa: ARG005
        for place in range(len(re.findall(rb"(?m)^DKIM-Signature:", raw)))
    ]
    assert verified(raw, known) == by_dkimpy
    return by_dkimpy


def test_what_the_server_gets_is_signed_by_every_key_in_use(
    workspace: Workspace, simulator: Simulator, world: World
) -> None:
    mailbox = an_smtp(workspace, simulator, world)
    campaign = to_ada(workspace, mailbox)
    assert "rsa-sha256, waiting" in told("create", DOMAIN.upper(), "s1")
    assert "ed25519-sha256, waiting" in told("create", DOMAIN, "s2", "--ed25519")
    assert send_due(world) == ["accepted"]
    told("use", DOMAIN, "s1")
    told("use", DOMAIN, "s2")
    assert send_after(world, 2) == ["accepted"]
    tryouts.send_test(step_at(campaign, 1), campaign.enrollment_set.get().contact, to="me@example.org")  # type: ignore[arg-type]
    unsigned, both, test = sent_octets(simulator, mailbox)
    assert (holds(unsigned), holds(both), holds(test)) == ([], [True, True], [True, True])
    assert b"list-unsubscribe-post" in both.partition(b"\r\nFrom:")[0].replace(b"\r\n ", b"")


def test_a_mail_that_was_put_off_while_keys_changed_goes_out_under_the_new_one(
    workspace: Workspace, simulator: Simulator, world: World
) -> None:
    mailbox = an_smtp(workspace, simulator, world)
    to_ada(workspace, mailbox)
    told("create", DOMAIN, "old")
    told("use", DOMAIN, "old")
    simulator.fault("status", "smtp.dot", status=451)
    assert send_due(world) == ["deferred"]
    told("create", DOMAIN, "new")
    told("use", DOMAIN, "new")
    Mailbox.objects.update(limited_until=None)
    assert send_after(world, 1) == ["accepted"]
    (raw,) = sent_octets(simulator, mailbox)
    assert holds(raw) == [True]
    assert b" s=new;" in raw.replace(b"\r\n ", b" ")
    assert dict(DkimKey.objects.values_list("selector", "state")) == {"old": "retired", "new": "signing"}


def test_a_key_that_cannot_be_opened_lets_nothing_leave_unsigned_and_costs_no_permit(
    workspace: Workspace, simulator: Simulator, world: World
) -> None:
    mailbox = an_smtp(workspace, simulator, world)
    to_ada(workspace, mailbox)
    told("create", DOMAIN, "s1")
    told("use", DOMAIN, "s1")
    DkimKey.objects.update(sealed="v1.lost.AAAA")
    assert send_due(world) == ["not_signed"]
    assert (simulator.journal("post"), Delivery.objects.get().permit_id) == ([], None)
    assert Touch.objects.get(position=1).state == "scheduled"
    mailbox.refresh_from_db()
    assert mailbox.limited_until is not None
    assert "cannot be signed" in mailbox.said


def test_gmail_signs_its_own_mail_and_another_workspace_has_no_part_in_a_key(
    workspace: Workspace, simulator: Simulator, world: World
) -> None:
    told("create", DOMAIN, "s1")
    told("use", DOMAIN, "s1")
    other = a_workspace()
    theirs, gmail = an_smtp(other, simulator, world), a_gmail(workspace, simulator, world)
    to_ada(other, theirs)
    enrolled(a_campaign(workspace, mailboxes=[gmail]), a_contact(workspace, "silent-bob@acme.example"))
    assert send_due(world) == ["accepted", "accepted"]
    assert [holds(raw) for one in (theirs, gmail) for raw in sent_octets(simulator, one)] == [[], []]


def test_the_record_is_shown_as_a_zone_file_takes_it_and_no_private_key_ever_is(workspace: Workspace) -> None:
    shown = told("create", DOMAIN, "s1")
    assert f"s1._domainkey.{DOMAIN}. IN TXT (" in shown
    strings = re.findall(r'"([^"]*)"', shown)
    assert "".join(strings) == DkimKey.objects.get().record
    assert max(map(len, strings)) <= 255
    assert told("show", DOMAIN) in shown
    assert "PRIVATE" not in shown + DkimKey.objects.get().sealed


def test_a_key_of_ones_own_is_kept_if_it_is_strong_enough(workspace: Workspace, tmp_path: Path) -> None:
    for bits in (1_024, 2_048):
        made = generate_private_key(65_537, bits)
        octets = made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        (tmp_path / f"{bits}.pem").write_bytes(octets)
    with pytest.raises(CommandError, match="1024 bits; at least 2048"):
        told("create", DOMAIN, "s1", "--key-file", tmp_path / "1024.pem")
    assert not DkimKey.objects.exists()
    told("create", DOMAIN, "s1", "--key-file", tmp_path / "2048.pem")
    with pytest.raises(CommandError, match="a key with the selector s1 for this domain already"):
        told("create", DOMAIN, "s1")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("use", DOMAIN, "s9"), "no key with the selector s9"),
        (("retire", DOMAIN, "s1"), "retired already"),
        (("show", "other.example"), "no key for this domain"),
        (("create", "localhost"), "no dot"),
        (("create", "*.nordlicht.example"), "for one domain"),
        (("create", DOMAIN, "a;b"), "selector is not made of"),
        (("create", DOMAIN, "s2", "--key-file", "/nowhere.pem"), "No such file"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    workspace: Workspace, arguments: tuple[str, ...], sentence: str
) -> None:
    told("create", DOMAIN, "s1")
    told("retire", DOMAIN, "s1")
    with pytest.raises(CommandError, match=sentence):
        told(*arguments)
    assert DkimKey.objects.count() == 1


def test_signing_keys_move_to_the_newest_credential_key_with_all_other_secrets(
    workspace: Workspace, settings: Any
) -> None:
    told("create", DOMAIN, "s1")
    told("use", DOMAIN, "s1")
    before = DkimKey.objects.get().sealed
    settings.CREDENTIAL_KEYS = (("newest", "bmV3ZXN0Li4uLi4uLi4uLi4uLi4uLi4uLi4uLi4uLi4="), *settings.CREDENTIAL_KEYS)
    rotation.rotate()
    assert DkimKey.objects.get().sealed.startswith("v1.newest.") is not before.startswith("v1.newest.")
    (key,) = signing_keys(workspace.id, DOMAIN)
    assert key.selector == "s1"
