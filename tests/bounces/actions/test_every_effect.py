"""DESIGN.md section 8, row by row, under everything that may be switched; and what an effect may look at."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import pytest
from django.db import connection, transaction

from app.models import Event, ReactionDue
from bounces.actions import ingest
from bounces.core.reading import Reading
from bounces.models import Outcome, Suppression
from mailboxes.actions import inbound
from mailboxes.models import Delivery, InboundMessage, Mailbox
from sequences.actions import tasks
from sequences.core.states import OPEN_TOUCH
from sequences.models import Enrollment, Task, Touch
from tests.bounces.actions import letters
from tests.bounces.modes import MODES
from tests.factories import a_task, enrolled
from tests.journeys.office import NAMES, Mailed, Office, OneLetter, an_office
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
BACK = "I am out of the office and will be back on {}."
LEFT = "Ada is no longer with the company. Please write to info@acme.example instead."
MARKS = ("Auto-Submitted: auto-generated", "Precedence: bulk")
NEWS = ("List-Unsubscribe: <mailto:off@acme.example>", "List-Id: <news.acme.example>")

type Letter = Callable[[Mailed], bytes]


@dataclass(frozen=True, slots=True)
class Row:
    """What came, and what is true of the person after it. `wait`: why each open step waits; `until`: not before."""

    letter: Letter
    outcome: str
    state: str = "active"
    wait: str = ""
    until: date | None = None
    suppressed: bool = False
    delivery: str = "accepted"
    look: int = 0  # tasks for the owner
    replies: int = 0  # in the numbers


def report(status: str, words: str = "", action: str = "failed") -> Letter:
    def written(person: Mailed) -> bytes:
        block = letters.block(person.contact.email, action=action, status=status, words=words)
        return letters.report(block, returned=letters.returned(person))

    return written


def receipt(person: Mailed) -> bytes:
    kind = 'Content-Type: multipart/report; report-type=disposition-notification; boundary="cut"'
    fields = [
        f"Final-Recipient: rfc822; {person.contact.email}",
        f"Original-Message-ID: <{person.delivery.message_id}>",
        "Disposition: manual-action/MDN-sent-manually; displayed",
    ]
    parts = ["Content-Type: text/plain\r\n\r\nIt was displayed."]
    parts.append("Content-Type: message/disposition-notification\r\n\r\n" + "\r\n".join(fields))
    body = "".join(f"--cut\r\n{part}\r\n\r\n" for part in parts) + "--cut--\r\n"
    return letters.letter(person.contact.email, body, kind, subject="Read: A question", about=person)


def unreadable(person: Mailed) -> bytes:
    bomb = "X-Bomb: 1\r\n" * 5000
    return f"From: {person.contact.email}\r\nIn-Reply-To: <{person.delivery.message_id}>\r\n{bomb}\r\nhello".encode()


ROWS: dict[str, Row] = {
    "human reply": Row(letters.reply, "replied", "replied", replies=1),
    "out of office": Row(
        lambda one: letters.away(one, BACK.format("15 March 2027")), "away", wait="absent", until=date(2027, 3, 17)
    ),
    "out of office, no date": Row(letters.away, "away", wait="absent", until=date(2027, 3, 23)),
    "out of office for months": Row(
        lambda one: letters.away(one, BACK.format("14 June 2027")), "away", wait="absence_far"
    ),
    "auto-reply": Row(
        lambda one: letters.letter("desk@help.example", "We received it.", *MARKS, about=one), "auto_replied"
    ),
    "left the company": Row(lambda one: letters.away(one, LEFT), "left", "stopped", look=1),
    "bounce, no such person": Row(report("5.1.1"), "bounced", "bounced", suppressed=True, delivery="bounced"),
    "bounce, full": Row(report("5.2.2", "552 5.2.2 mailbox full"), "bounced", "bounced", delivery="bounced"),
    "bounce that blames us": Row(
        report("5.7.26", "550 5.7.26 unauthenticated: DMARC"), "failed", "failed", delivery="bounced"
    ),
    "delayed": Row(report("4.2.2", "452 4.2.2 over quota", "delayed"), "delayed"),
    "complaint": Row(
        letters.complaint, "complained", "complained", suppressed=True, delivery="complained", look=1
    ),
    "wish in words": Row(
        lambda one: letters.reply(one, "Please remove me."), "unsubscribed", "unsubscribed", suppressed=True
    ),
    "calendar answer": Row(letters.calendar, "calendar_answered", "replied"),
    "read receipt": Row(receipt, "read"),
    "list mail": Row(
        lambda one: letters.letter(one.contact.email, "This month in our shop.", *NEWS, subject="News"), "listed"
    ),
    "unreadable": Row(unreadable, "unreadable", wait="unreadable_answer", look=1),
}  # fmt: skip


@pytest.fixture
def office(world: World) -> Office:
    made = an_office(world)
    made.workspace.company_rule = "nothing"
    made.workspace.save()
    return made


@dataclass(frozen=True, slots=True)
class Twice:
    """A person in two campaigns: mailed in one, with a call to make in the other."""

    mailed: Mailed
    calls: Enrollment

    def enrollments(self) -> list[Enrollment]:
        return list(Enrollment.objects.filter(recipient_id=self.mailed.contact.recipient_id).order_by("id"))

    def open_touches(self) -> list[Touch]:
        found = Touch.objects.filter(enrollment__in=self.enrollments(), state__in=OPEN_TOUCH)
        return list(found.order_by("enrollment_id"))


def twice(office: Office, calling: Office, number: int) -> Twice:
    person = office.mailed(f"ada@acme{number}.example")
    calls = enrolled(calling.campaign, person.contact)
    assert tasks.open_due() == 1
    return Twice(person, calls)


def stored(mailbox: Mailbox, raw: bytes) -> None:
    inbound.read(mailbox, OneLetter(f"in-{next(NAMES)}", "", raw))


def read(mailbox: Mailbox, raw: bytes) -> None:
    stored(mailbox, raw)
    assert ingest.read_stored() == 1


@contextmanager
def undone() -> Iterator[None]:
    """Take back what happens inside. The product's transactions are savepoints of it, as in Django's own test cases."""
    whole = transaction.atomic()
    whole._from_testcase = True  # type: ignore[attr-defined]
    with whole:
        yield
        transaction.set_rollback(True)


def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the reader read each letter once: what it says of the same bytes is the same under every mode."""
    known: dict[bytes, Reading] = {}
    really = ingest._read_bytes

    def remembered(message: InboundMessage, raw: bytes) -> Reading:
        if raw not in known:
            known[raw] = really(message, raw)
        return known[raw]

    monkeypatch.setattr(ingest, "_read_bytes", remembered)


def test_every_row_of_the_table_acts_whatever_is_switched(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same letters to the same people, each mode from the same start; the last one in transactions of its own."""
    read_once(monkeypatch)
    calling = office.another((a_task("call", delay=0), a_task("linkedin")))
    people = {name: twice(office, calling, number) for number, name in enumerate(ROWS)}
    before = {name: [touch.hold_reason for touch in one.open_touches()] for name, one in people.items()}
    come = {name: row.letter(people[name].mailed) for name, row in ROWS.items()}
    wrong = {}
    for mode, policy in MODES.items():
        with undone() if mode != "absent" else nullcontext():
            policy(office)
            for raw in come.values():
                read(office.mailbox, raw)
            wrong[mode] = {
                name: found for name, row in ROWS.items() if (found := differs(people[name], row, before[name]))
            }
            assert (ReactionDue.objects.count(), Delivery.objects.filter(state="prepared").count()) == (0, 0)
    assert {mode: found for mode, found in wrong.items() if found} == {}


def differs(one: Twice, row: Row, before: list[str]) -> dict[str, object]:
    """What is not as the row says: name -> what is there instead."""
    person = one.mailed.contact.recipient_id
    outcome = Outcome.objects.get(recipient_id=person)
    there: dict[str, object] = {
        "outcome": outcome.kind,
        "states": {enrollment.state for enrollment in one.enrollments()},
        "suppressed": Suppression.objects.filter(recipient_id=person, lifted_at=None).exists(),
        "delivery": Delivery.objects.get(id=one.mailed.delivery.id).state,
        "look": Task.objects.filter(outcome_id=outcome.id, state="open").count(),
        "replies": Event.objects.filter(recipient_id=person, data__outcome="replied").count(),
        "call": Task.objects.get(touch__enrollment=one.calls).state,
        "waits": [touch.hold_reason for touch in one.open_touches()],
        "early": [touch.eligible_at for touch in one.open_touches() if too_early(touch.eligible_at, row.until)],
        "one transaction": len(transactions(outcome.id, person)),
    }
    ends = row.state != "active"
    meant = {
        "outcome": row.outcome,
        "states": {row.state},
        "suppressed": row.suppressed,
        "delivery": row.delivery,
        "look": row.look,
        "replies": row.replies,
        "call": "cancelled" if ends else "open",
        "waits": [] if ends else waits(row, before),
        "early": [],
        "one transaction": 1,
    }
    return {name: value for name, value in there.items() if value != meant[name]}


def waits(row: Row, before: list[str]) -> list[str]:
    """A mail waits for what came; a call that is open goes on waiting for its person unless somebody has to look."""
    mail, call = before
    if row.wait == "absent":
        return ["absent", call]
    return [row.wait, row.wait] if row.wait else [mail, call]


def too_early(at: datetime, until: date | None) -> bool:
    return until is not None and at.date() < until


def transactions(outcome_id: int, person: int) -> set[int]:
    """In which transactions the outcome's own event and all ends that follow it were written."""
    rows = Event.objects.filter(recipient_id=person, kind__in=["enrollment.ended", "recipient.suppressed"])
    own = Event.objects.filter(subject_id=outcome_id, kind__in=["recipient.stopped", "recipient.absent"])
    own = own | Event.objects.filter(subject_id=outcome_id, kind__in=["recipient.unreadable", "outcome.recorded"])
    return {txid for (txid,) in (own | rows).extra(select={"txid": "txid"}).values_list("txid")}


def test_our_own_mail_and_a_forward_of_our_own_people_count_for_nobody(office: Office) -> None:
    office.mailbox.address = "nora@nordlicht.example"
    office.mailbox.save()
    ada = office.mailed("ada@acme.example")
    for sender, subject in (
        ("nora@nordlicht.example", "Re: A question"),
        ("boss@nordlicht.example", "Fwd: A question"),
    ):
        read(office.mailbox, letters.letter(sender, letters.WORDS, subject=subject, about=ada))
    assert (ada.state, Outcome.objects.count()) == ("active", 0)


TABLE = re.compile(r'(?:FROM|JOIN|INTO|UPDATE)\s+"?([a-z]+_[a-z_]+)"?')
# What an effect may read or write: the message, the person, what was sent to them, their sequences, the log, the clock.
OF_AN_EFFECT = frozenset({
    "app_event", "app_installation", "app_reactiondue",
    "mailboxes_inboundmessage", "mailboxes_inboundraw", "mailboxes_inboundtrace", "mailboxes_recipient",
    "mailboxes_delivery", "mailboxes_deliverybody",
    "bounces_inboundtext", "bounces_conversationmessage",  # what a conversation shows of it
    "bounces_outcome", "bounces_suppression", "bounces_learnedaddress", "bounces_correspondent", "bounces_conversation",
    "sequences_enrollment", "sequences_touch", "sequences_task", "sequences_contact", "sequences_campaign",
    "sequences_companyhold", "app_workspace",
    "admission_permit", "mailboxes_budget", "mailboxes_mailbox",  # of a report that blames or proves our mail
    "admission_standing",  # where a breaker counts from; what it does about the mailbox
})  # fmt: skip
FLAGS = re.compile(r'halted_at|"sequences_campaign"\."state"|policy|enforce|shadow', re.IGNORECASE)


@contextmanager
def spied() -> Iterator[list[str]]:
    """Every statement of this thread's transactions; app.sql goes the same way while somebody listens."""
    statements: list[str] = []

    def listen(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if connection.in_atomic_block:
            statements.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        yield statements


@pytest.mark.parametrize("company_rule", ["hold", "stop"])
def test_no_effect_looks_at_a_policy_a_mode_or_a_switch(office: Office, company_rule: str) -> None:
    """Whatever row: it reads and writes these tables, and asks for no flag."""
    office.workspace.company_rule = company_rule
    office.workspace.save()
    people = [office.mailed(f"ada{number}@acme.example") for number in range(len(ROWS))]
    for row, person in zip(ROWS.values(), people, strict=True):
        stored(office.mailbox, row.letter(person))
    with spied() as statements:
        assert ingest.read_stored() == len(ROWS)
    assert len(statements) > 10 * len(ROWS)
    tables = {table for statement in statements for table in TABLE.findall(statement)}
    assert {"bounces_outcome", "sequences_enrollment", "mailboxes_recipient"} < tables
    assert tables - OF_AN_EFFECT == set()
    conditions = [statement.partition(" WHERE ")[2] for statement in statements]
    assert [condition for condition in conditions if FLAGS.search(condition)] == []
    assert not ReactionDue.objects.exists()
