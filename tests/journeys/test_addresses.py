"""One form of an address from its entry to the wire: RCPT, ledger and suppression key cannot differ (A3, S11)."""

import io

import pytest

from admission.models import Permit
from bounces.actions.suppressions import suppress_addresses
from mailboxes.actions.recipients import key_of_text
from mailboxes.core.address import parse_address
from mailboxes.core.errors import Scope, TransportError
from mailboxes.core.message import Envelope, Thread
from mailboxes.models import Delivery, DeliveryBody
from mailboxes.transports.registry import open_transport
from sequences.actions import imports
from sequences.core.column_names import Target
from sequences.core.columns import mapping_from_json
from sequences.models import Campaign, Contact, ImportRow, Touch
from tests.factories import a_campaign, a_workspace, an_email
from tests.journeys.running import an_smtp, send_here, sent_octets
from tests.mailboxes.accounts import ADA, Marks, smtp_account
from tests.mailboxes.core.rust_reader import seen
from tests.mailboxes.stubs import smtp_stub
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

TRICKS = [
    "alice@example.org)bob@example.com",
    "a@x.example; b@y.example",
    "a@b@c.example",
    "(x)a@x.example",
    "a(x)@x.example",
    "quoted name <a@x.example>",
    "a@[127.0.0.1]",
    "a@127.0.0.1",
    "-oX@x.example",
    "x" * 300 + "@x.example",
    "a@x.example.",
    "a@localhost",
    "a..b@x.example",
    "jörg@example.com",
    "а@example.com",
    "a\u200b@x.example",
    "a@x.example\u202e",
]
WIRE = {
    "Silent-A+x@EXAMPLE.com": "Silent-A+x@example.com",
    "silent-b@bücher.example": "silent-b@xn--bcher-kva.example",
    "silent-c@XN--BCHER-KVA.example": "silent-c@xn--bcher-kva.example",
    " silent-d@ＥＸＡＭＰＬＥ.net ": "silent-d@example.net",
    "silent-e'o@example.org": "silent-e'o@example.org",
}


@pytest.fixture
def campaign(simulator: Simulator, world: World) -> Campaign:
    workspace = a_workspace()
    mailbox = an_smtp(workspace, simulator, world, gap=0)
    return a_campaign(workspace, mailboxes=[mailbox], steps=[an_email(text="Hello")])


def imported(campaign: Campaign, addresses: list[str]) -> None:
    rows = "".join(f'"{address}"\n' for address in addresses)
    source = io.BytesIO(f"Email\n{rows}".encode())
    mapping = mapping_from_json([[Target.ADDRESS.value, ""]])
    imports.run(imports.stage(campaign.workspace, "people.csv", source, mapping=mapping, campaign=campaign).id)


def sent_to_all(campaign: Campaign, world: World) -> list[str]:
    mailbox = campaign.campaignmailbox_set.get().mailbox
    Touch.objects.update(mailbox=mailbox, due_at=world.now(), eligible_at=world.now())
    return send_here()


def test_a_trick_is_refused_at_entry_with_its_row_and_mails_nobody(
    campaign: Campaign, simulator: Simulator, world: World
) -> None:
    imported(campaign, TRICKS)
    refused = ImportRow.objects.filter(verdict="rejected").order_by("line")
    assert [row.line for row in refused] == list(range(2, len(TRICKS) + 2))
    assert all(row.reason for row in refused)
    assert not Contact.objects.exists()
    assert sent_to_all(campaign, world) == []
    assert simulator.journal("post") == []


def test_what_is_mailed_is_what_the_ledger_has_and_what_suppression_would_meet(
    campaign: Campaign, simulator: Simulator, world: World
) -> None:
    imported(campaign, list(WIRE))
    assert set(sent_to_all(campaign, world)) == {"accepted"}
    by_token = {one["token"]: one["rcpt"] for one in simulator.journal("accept")}
    headers = {seen(raw).headers["x-entity-ref"][0]: seen(raw).recipients[0][1] for raw in mails(campaign, simulator)}
    assert sorted(by_token.values()) == sorted(WIRE.values())
    for delivery in Delivery.objects.select_related("recipient"):
        rcpt = by_token[delivery.token]
        assert rcpt == headers[delivery.token] == DeliveryBody.objects.get(delivery=delivery).address
        assert delivery.recipient.key == key_of_text(rcpt.lower())


def mails(campaign: Campaign, simulator: Simulator) -> list[bytes]:
    return sent_octets(simulator, campaign.campaignmailbox_set.get().mailbox)


@pytest.mark.parametrize("typed", WIRE)
def test_another_spelling_on_the_do_not_contact_list_meets_the_same_person(
    campaign: Campaign, simulator: Simulator, world: World, typed: str
) -> None:
    imported(campaign, [typed])
    suppress_addresses(campaign.workspace_id, [parse_address(WIRE[typed].upper())], reason="by_person")
    assert "accepted" not in sent_to_all(campaign, world)
    assert (simulator.journal("post"), Permit.objects.count()) == ([], 0)


@pytest.mark.parametrize("extension", [b"", b"250-SMTPUTF8\r\n250-8BITMIME\r\n"])
def test_an_address_beyond_ascii_is_refused_before_the_call_whether_smtputf8_is_offered_or_not(
    extension: bytes,
) -> None:
    marks = Marks()
    offer = b"250-mail.example\r\n" + extension + b"250 AUTH PLAIN LOGIN\r\n"
    with smtp_stub({"EHLO": offer}) as stub:
        transport = open_transport(smtp_account(stub.port), only=None)
        transport.ready()
        raw = "To: jörg@example.com\r\nMessage-ID: <x@acme.example>\r\n\r\nx\r\n".encode()
        with pytest.raises(TransportError) as refused:
            transport.deliver(marks.permit(), Envelope(ADA, "jörg@example.com"), raw, Thread(None))
        transport.close()
    assert (refused.value.began, refused.value.permanent, marks.set) == (False, True, 0)
    assert refused.value.scope in {Scope.MESSAGE, Scope.RECIPIENT}
    assert not any(command.startswith((b"MAIL", b"RCPT")) for command in stub.seen)
