"""Write what came back about one person. From the commit on no permit is granted, whatever fails after it."""

from dataclasses import dataclass, field
from datetime import date

from django.db.models import F

from app.actions import clock, events
from bounces.actions import conversations
from bounces.actions.suppressions import suppress_person
from bounces.core.outcomes import Effect, Person, Sender
from bounces.core.outcomes import Outcome as Kind
from bounces.core.ways import way_of
from bounces.models import Outcome
from mailboxes.actions.deliveries import bounced
from mailboxes.models import Delivery, DeliveryBody, Recipient

LONGEST_WORDS = 600  # characters of a report
STOPPING = frozenset({Person.STOP_ALL, Person.STOP_FAILED, Person.STOP_ADDRESS})
EVENT_OF: dict[Person, str] = {
    Person.STOP_ALL: "recipient.stopped",
    Person.STOP_FAILED: "recipient.stopped",
    Person.STOP_ADDRESS: "recipient.stopped",
    Person.HOLD_UNTIL: "recipient.absent",
    Person.HOLD_FOR_REVIEW: "recipient.unreadable",
    Person.RECORD: "outcome.recorded",
}


@dataclass(frozen=True, slots=True)
class Came:
    """One outcome about one recipient, before it is written. `exact`: matched by our own Message-ID or token.

    `corrects`: the outcome in whose place a person puts this one.
    """

    workspace_id: int
    recipient_id: int
    kind: Kind
    effect: Effect
    delivery_id: int | None = None
    exact: bool = False
    inbound_id: int | None = None
    mailbox_id: int | None = None
    rule: str = ""
    category: str = ""
    status: str = ""
    return_date: date | None = None
    corrects: int | None = None
    words: str = field(default="", repr=False)  # of a report that names our mail: kept beside the mail's own


def record(came: Came) -> Outcome | None:
    """Write outcome, suppression, fence, delivery state and event; None when this message already said so.

    What it said by the address alone, and now says by our own id, becomes exact. The caller's transaction holds the
    recipient's lock. Reactions tidy up in savepoints of it.
    """
    said = _said(came) if came.inbound_id else None
    if said is not None:
        return _made_exact(said, came) if came.exact and not said.exact else None
    outcome = _write(came, stops=came.effect.person in STOPPING)
    _suppress(came, outcome)
    _move_delivery(came)
    _converse(came, outcome)
    events.append(
        kind=EVENT_OF[came.effect.person],
        workspace_id=came.workspace_id,
        subject_id=outcome.id,
        recipient_id=came.recipient_id,
        data=_told(came),
    )
    return outcome


def _said(came: Came) -> Outcome | None:
    """Return what this message says of the person already, as long as nobody corrected it."""
    said = Outcome.objects.filter(inbound_id=came.inbound_id, recipient_id=came.recipient_id, corrected_at=None)
    return said.first()


def _made_exact(said: Outcome, came: Came) -> Outcome:
    """A report that knew only the address turns out to name the very mail: now it counts against the mailbox."""
    said.exact, said.delivery_id, said.rule = True, came.delivery_id, came.rule[:60]
    said.suppresses = said.suppresses or came.effect.suppress
    said.save(update_fields=["exact", "delivery_id", "rule", "suppresses"])
    _suppress(came, said)
    _move_delivery(came)
    events.append(
        kind="outcome.exact",
        workspace_id=came.workspace_id,
        subject_id=said.id,
        recipient_id=came.recipient_id,
        data=_told(came),
    )
    return said


def _suppress(came: Came, outcome: Outcome) -> None:
    if came.effect.suppress:
        suppress_person(
            came.workspace_id,
            came.recipient_id,
            reason=came.kind,
            delivery_id=came.delivery_id,
            outcome_id=outcome.id,
            source=way_of(came.kind, came.rule),
        )


def _write(came: Came, *, stops: bool) -> Outcome:
    if stops:
        Recipient.objects.filter(id=came.recipient_id).update(fence=F("fence") + 1)
    fence = Recipient.objects.values_list("fence", flat=True).get(id=came.recipient_id)
    world = clock.world_clock()
    now = clock.now()
    return Outcome.objects.create(
        workspace_id=came.workspace_id,
        recipient_id=came.recipient_id,
        kind=came.kind,
        stops=stops,
        suppresses=came.effect.suppress,
        fence=fence,
        category=came.category,
        status=came.status[:12],
        delivery_id=came.delivery_id,
        exact=came.exact,
        inbound_id=came.inbound_id,
        rule=came.rule[:60],
        return_date=came.return_date,
        corrects=came.corrects,
        at=now,
        world_at=world.world(now),
    )


def _move_delivery(came: Came) -> None:
    """A report proves that the mail had left, whatever we believed: bounced or complained."""
    event = {Sender.BOUNCE: "bounce", Sender.FAULT: "bounce", Sender.COMPLAINT: "complain"}.get(came.effect.sender)
    if event is None or came.delivery_id is None or not came.exact:
        return
    delivery = Delivery.objects.filter(id=came.delivery_id).first()
    _keep_words(came)
    # A report may also come for what we never saw accepted; a refusal at the boundary is the settle's own business.
    if delivery is not None and came.inbound_id is not None:
        bounced(delivery, event, clock.world_now())


def _keep_words(came: Came) -> None:
    """Keep what a report says beside the mail's own words, unless these were erased: they may quote an address."""
    bodies = DeliveryBody.objects.filter(delivery_id=came.delivery_id or 0).exclude(address="")
    for body in bodies if came.words else ():
        bodies.update(answers={**body.answers, "report": came.words[:LONGEST_WORDS]})


def _converse(came: Came, outcome: Outcome) -> None:
    if came.inbound_id is None or came.mailbox_id is None:
        return
    conversations.take_in(
        workspace_id=came.workspace_id,
        mailbox_id=came.mailbox_id,
        recipient_id=came.recipient_id,
        inbound_id=came.inbound_id,
        kind=outcome.kind,
    )


def _told(came: Came) -> dict[str, object]:
    """Return what the log says of it: states, numbers and reasons."""
    told = {
        "outcome": str(came.kind),
        "ends": came.effect.ends,
        "suppressed": came.effect.suppress,
        "look": came.effect.task,
        "exact": came.exact,
        "mailbox": came.mailbox_id,
        "corrects": came.corrects,
        "delivery": came.delivery_id,
        "rule": came.rule[:60],
        "category": came.category,
        "status": came.status[:12],
        "return_date": came.return_date.isoformat() if came.return_date else None,
    }
    return {name: value for name, value in told.items() if value not in (None, "", False)}
