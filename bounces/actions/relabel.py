"""A person says what a message is: what the wrong reading did is taken back, what the right one asks is done.

One transaction under the locks of everybody it speaks of. Outcomes are not undone: the wrong one is marked as
corrected, a new one stands beside it, and both stay in the ledger with who said so, when and why. The reader does not
take a person's word back, however often it reads the message again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.utils.module_loading import import_string

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.core.permissions import may
from app.gates import Gates
from app.models import Member
from app.questions import QUESTIONS
from bounces import queries
from bounces.actions import conversations, learning
from bounces.actions.outcomes import Came, record
from bounces.actions.suppressions import end_entry
from bounces.core.outcomes import EFFECTS, INVALID, KIND_OF_OUTCOME, Effect, Outcome, Sender
from bounces.core.reading import ANSWERS, Category, Reading
from bounces.models import Outcome as Row
from bounces.models import Relabel, Suppression, UnsubscribeRequest
from mailboxes import locks
from mailboxes.actions import recipients
from mailboxes.actions.deliveries import corrected as delivery_corrected
from mailboxes.core.address import Address
from mailboxes.core.states import InboundState
from mailboxes.models import Delivery, InboundMessage, InboundTrace

LONGEST_REASON = 1000  # characters
RULE = "person"  # of an outcome that somebody put there
LABELS = frozenset(Outcome) - {Outcome.TEST, Outcome.PROBE, Outcome.UNREADABLE}
REPORTED = frozenset({Outcome.BOUNCED, Outcome.FAILED, Outcome.COMPLAINED})


@dataclass(frozen=True, slots=True)
class Label:
    """What somebody says of a message. `about`: whom it speaks of, where the reader found nobody or somebody else."""

    outcome: Outcome
    by_id: int
    reason: str
    about: Address | None = None
    back_on: date | None = None  # of an absence


@dataclass(frozen=True, slots=True)
class Change:
    """A label on its way: the message, the outcomes it puts aside, and the newest label that was known then."""

    message: InboundMessage
    label: Label
    old: Sequence[Row]
    people: Sequence[int]  # whom it speaks of from now on
    before: int  # id of the newest label, 0 without one
    role: str


def relabel(workspace_id: int, inbound_id: int, label: Label) -> None:
    """Give a decided message another meaning, in both directions. Locks gates (shared), its people, the message.

    Raises Refused: no such message, nothing to change, a reason missing, a suppression that this role may not lift,
    somebody else was faster; Busy.
    """
    _check(label)
    role = Member.objects.values_list("role", flat=True).filter(workspace_id=workspace_id, user_id=label.by_id).first()
    if role is None or not may(role, "relabel"):
        raise Refused("You may not say what messages are.")
    change = _change(workspace_id, inbound_id, label, role)
    in_transaction(lambda: _carry_out(change))


def as_labelled(inbound_id: int, reading: Reading) -> Reading:
    """Return a reading as a person labelled its message, if somebody did: the reader may have read it again."""
    said = Relabel.objects.filter(inbound_id=inbound_id).order_by("-id").values_list("now", flat=True).first()
    if said is None:
        return reading
    outcome = Outcome(said)
    reports = reading.reports if outcome in REPORTED and reading.kind is KIND_OF_OUTCOME[outcome] else ()
    return replace(reading, kind=KIND_OF_OUTCOME[outcome], reports=reports, rule=RULE)


def _check(label: Label) -> None:
    if not label.reason.strip():
        raise Refused("Say why: it is kept with your name.")
    if len(label.reason) > LONGEST_REASON:
        raise Refused(f"The reason is longer than {LONGEST_REASON} characters.")
    if label.outcome not in LABELS:
        raise Refused("No person can say that of a message.")


def _change(workspace_id: int, inbound_id: int, label: Label, role: str) -> Change:
    message = InboundMessage.objects.select_related("mailbox").filter(id=inbound_id, workspace_id=workspace_id).first()
    if message is None or message.state == InboundState.NOT_OURS:
        raise Refused("There is no such message; one of other people's its owner claims first.")
    if message.state == InboundState.STORED:
        raise Refused("It was not read yet; try again in a moment.")
    if message.disposition == "duplicate":
        raise Refused("Another mailbox got the same message, and it was counted there: label that one.")
    old = list(Row.objects.filter(inbound_id=inbound_id, corrected_at=None).order_by("id"))
    people = [_known(workspace_id, label.about)] if label.about else [one.recipient_id for one in old]
    if not _changes(message, label, old, people):
        raise Refused("It is labelled so already.")
    before = Relabel.objects.filter(inbound_id=inbound_id).order_by("-id").values_list("id", flat=True).first()
    return Change(message, label, old, people, before or 0, role)


def _known(workspace_id: int, about: Address) -> int:
    found = recipients.find(workspace_id, about)
    if found is None:
        raise Refused("Nobody of that address is known here.")
    return found


def _changes(message: InboundMessage, label: Label, old: Sequence[Row], people: Sequence[int]) -> bool:
    if not old and not people:
        return message.kind != KIND_OF_OUTCOME[label.outcome]
    said = {(one.recipient_id, one.kind, one.return_date) for one in old}
    return said != {(person, label.outcome, label.back_on) for person in people}


def _carry_out(change: Change) -> None:
    message, label = change.message, change.label
    locks.enter(Gates(message.workspace_id), _locked(change))
    fresh = InboundMessage.objects.select_for_update().get(id=message.id)
    newest = Relabel.objects.filter(inbound_id=message.id).order_by("-id").values_list("id", flat=True).first()
    living = set(Row.objects.filter(inbound_id=message.id, corrected_at=None).values_list("id", flat=True))
    if (newest or 0) != change.before or living != {one.id for one in change.old}:
        raise Refused("Somebody else has just labelled this message: look again.")
    for one in change.old:
        Row.objects.filter(id=one.id).update(corrected_at=clock.now())
        _uncount(one)
    for person in change.people:
        _say(change, person)
    for one in change.old:
        _take_back(change, one)
    for person in sorted({*change.people, *(one.recipient_id for one in change.old)}):
        conversations.reread(message.mailbox_id, person)
    if KIND_OF_OUTCOME[label.outcome] not in ANSWERS:
        learning.unlearn(message.id)
    elif label.about is not None:
        learning.teach(message, change.people[0])
    _write(change, fresh)


def _locked(change: Change) -> set[int]:
    """Return everybody who may be touched: whom it spoke of, whom it speaks of, and the company of who answered."""
    people = {*change.people, *(one.recipient_id for one in change.old)}
    if change.label.outcome in {Outcome.REPLIED, Outcome.CALENDAR_ANSWERED}:
        room = locks.MOST_RECIPIENTS - len(people)
        ask = import_string(QUESTIONS["who_else_is_there"])
        others = [one for person in change.people for one in ask(change.message.workspace_id, person, max(room, 0))]
        people.update(others[: max(room, 0)])
    return people


def _say(change: Change, person: int) -> None:
    """Write what the right label means for one person, with all its effects."""
    message, label = change.message, change.label
    old = next((one for one in change.old if one.recipient_id == person), None)
    delivery_id = old.delivery_id if old else queries.match_writer(message.mailbox, person).delivery_id
    exact = old is not None and old.exact
    record(
        Came(
            workspace_id=message.workspace_id,
            recipient_id=person,
            kind=label.outcome,
            effect=_effect(label.outcome, old, exact=exact),
            delivery_id=delivery_id,
            exact=exact,
            inbound_id=message.id,
            mailbox_id=message.mailbox_id,
            rule=RULE,
            category=old.category if old and label.outcome in REPORTED else "",
            status=old.status if old and label.outcome in REPORTED else "",
            return_date=label.back_on,
            corrects=old.id if old else None,
        )
    )


def _effect(outcome: Outcome, old: Row | None, *, exact: bool) -> Effect:
    """Return what the table says; a report that does not name our mail blames no mailbox, and nobody saw the address.

    An address is suppressed as invalid only where the report itself said so of the very mail.
    """
    if outcome is Outcome.BOUNCED and exact and old is not None and old.category == Category.INVALID_RECIPIENT:
        return INVALID
    effect = EFFECTS[outcome]
    return effect if exact else replace(effect, sender=Sender.NOTHING)


def _take_back(change: Change, old: Row) -> None:
    """Take back what one outcome did, as far as nothing else asks for the same; reactions tidy the sequences."""
    _lift(change, old)
    events.append(
        kind="outcome.corrected",
        workspace_id=old.workspace_id,
        subject_id=old.id,
        recipient_id=old.recipient_id,
        data={"was": old.kind, "now": str(change.label.outcome), "by": change.label.by_id},
    )


def _lift(change: Change, old: Row) -> None:
    """End the suppression that this very outcome asked for, unless somebody or something else asks for it too."""
    _lift_domain(change, old)
    entry = Suppression.objects.filter(outcome_id=old.id, recipient__isnull=False, lifted_at=None).first()
    if entry is None:
        return
    others = Row.objects.filter(recipient_id=old.recipient_id, suppresses=True, corrected_at=None).order_by("id")
    other = others.first()
    wish = UnsubscribeRequest.objects.filter(recipient_id=old.recipient_id).exists()
    if other is not None or wish:
        reason = other.kind if other else Outcome.UNSUBSCRIBED
        Suppression.objects.filter(id=entry.id).update(outcome_id=other.id if other else None, reason=reason)
        return
    if not may(change.role, "lift_suppressions"):
        raise Refused("That takes an address off the do-not-contact list: a manager has to say it.")
    end_entry(entry, reason=change.label.reason, by_id=change.label.by_id)


def _lift_domain(change: Change, old: Row) -> None:
    """End the entry of the whole domain that this very outcome asked for."""
    for entry in Suppression.objects.filter(outcome_id=old.id, recipient=None, lifted_at=None):
        if not may(change.role, "lift_suppressions"):
            raise Refused("That takes a domain off the do-not-contact list: a manager has to say it.")
        end_entry(entry, reason=change.label.reason, by_id=change.label.by_id)


def _uncount(old: Row) -> None:
    """Let the mail count as accepted again, unless another report names it too; the new label counts after that."""
    if not old.exact or old.kind not in REPORTED:
        return
    others = Row.objects.filter(delivery_id=old.delivery_id, exact=True, corrected_at=None, kind__in=REPORTED)
    delivery = Delivery.objects.filter(id=old.delivery_id or 0).first()
    if delivery is None or others.exists():
        return
    if delivery.settled_at is None:
        raise Refused("Its mail is still on the way; try again in a minute.")
    delivery_corrected(delivery)


def _write(change: Change, fresh: InboundMessage) -> None:
    """The message's new meaning, and who said so."""
    label, now = change.label, clock.now()
    disposition = _disposition(change)
    InboundMessage.objects.filter(id=fresh.id).update(
        state=InboundState.CLASSIFIED,
        kind=KIND_OF_OUTCOME[label.outcome],
        disposition=disposition,
        recipient_id=change.people[0] if change.people else None,
        reason="",
    )
    if change.people:  # whose it is was said: it is not to be found and matched again
        InboundTrace.objects.filter(message_id=fresh.id).delete()
    Relabel.objects.create(
        workspace_id=fresh.workspace_id,
        inbound_id=fresh.id,
        was=fresh.disposition,
        now=label.outcome,
        by_id=label.by_id,
        reason=label.reason.strip(),
        at=now,
    )
    events.append(
        kind="inbound.relabelled",
        workspace_id=fresh.workspace_id,
        subject_id=fresh.id,
        recipient_id=change.people[0] if change.people else None,
        data={"was_disposition": fresh.disposition, "now": str(label.outcome), "by": label.by_id},
    )


def _disposition(change: Change) -> str:
    """Return what the message ends in; a person's answer of whom nobody knows goes on waiting for somebody who does."""
    answer = KIND_OF_OUTCOME[change.label.outcome] in ANSWERS
    if not change.people and answer:
        return "unmatched"
    return str(change.label.outcome)
