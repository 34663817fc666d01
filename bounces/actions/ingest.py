"""One stored message -> class, outcomes, suppression, stop, event and disposition, in one transaction."""

import logging
import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import batched

from django.db import OperationalError
from django.utils.module_loading import import_string

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Busy
from app.failpoints import failpoint
from app.gates import Gates
from app.questions import QUESTIONS
from bounces import queries
from bounces.actions import conversations, hand_mail, house, learning, probes, texts, warmup
from bounces.actions.outcomes import Came, record
from bounces.actions.relabel import as_labelled
from bounces.actions.unsubscribe import read_token
from bounces.core.concern import NAMES_LIMIT, Reason
from bounces.core.mail.salvage import unreadable
from bounces.core.outcomes import (
    OUTCOME_OF_KIND,
    Consequence,
    Outcome,
    Person,
    Sender,
    consequences,
    gravest,
    spoken_for,
)
from bounces.core.own_head import read_own
from bounces.core.read import BODY_NOT_READ
from bounces.core.reading import ANSWERS, Kind, Reading
from bounces.queries import Match
from bounces.reader.pool import NoChild, read_message
from mailboxes import locks
from mailboxes.actions import intake, real_ids, recipients
from mailboxes.actions.inbound import UNKNOWN
from mailboxes.core.address import AddressError, parse_address
from mailboxes.core.states import InboundState
from mailboxes.inbound.base import NOTHING_READ
from mailboxes.models import InboundMessage, InboundRaw, Mailbox

log = logging.getLogger(__name__)
_turn = threading.Lock()

TRIES = 3  # then a message is set aside with its reason
TRY_AGAIN = timedelta(seconds=5)

DUPLICATE = "duplicate"  # the disposition of a mail that another of our mailboxes got too
FOUND_NOBODY = frozenset({"not_ours", "unmatched", Outcome.WARM_UP})  # what they answer may be learned later
FORGOTTEN = frozenset({Kind.OF_A_TEST, Kind.PROBE, Kind.WARM_UP})  # whose bytes nobody needs
OWN = Reading(Kind.OWN_MAIL, "own")

type Told = list[tuple[Consequence, Match]]


def read_in_turn() -> int:
    """Do read_stored() unless a thread of this process is at it: the two would read the same messages twice."""
    if not _turn.acquire(blocking=False):
        return 0
    try:
        return read_stored()
    finally:
        _turn.release()


def read_stored(*, limit: int = 200) -> int:
    """Classify what is due, oldest first; a message that fails is tried again alone and blocks nobody."""
    stored = InboundMessage.objects.filter(state=InboundState.STORED, body_due=False)
    due = stored.filter(next_try_at__lte=clock.now()).order_by("id")
    read = 0
    for message_id in list(due.values_list("id", flat=True)[:limit]):
        try:
            read += _classify(message_id)
        except NoChild as error:  # nobody can read now, so the others need not be tried
            log.error("inbound mail is not read: %s", error)  # noqa: TRY400 - there is nothing more to tell
            break
    return read


def classify(message_id: int) -> bool:
    """Read one message and carry out what it means; False when it has to be tried again.

    stored -> classified, quarantined or not_ours. Reads without a transaction, then locks the people it speaks of.
    """
    try:
        return _classify(message_id)
    except NoChild:
        return False


def _classify(message_id: int) -> bool:
    """Do what classify() says. Raises NoChild, having put the message off."""
    message = InboundMessage.objects.select_related("mailbox").get(id=message_id)
    try:
        reading, told = meaning_of(message, reading_of(message))
        failpoint("ingest.before_commit")
        _carry_out(message, reading, told)
    except (Busy, OperationalError, NoChild) as error:  # no fault of the message: it is not a try of its own
        _put_off(message, message.attempts, TRY_AGAIN, type(error).__name__)
        if isinstance(error, NoChild):
            raise
        return False
    except Exception as error:  # noqa: BLE001 - one poisoned message must not stop the others
        _failed(message, type(error).__name__)
        return False
    return True


def reading_of(message: InboundMessage) -> Reading:
    """Read a message as today's reader does, or as a person labelled it. Raises NoChild.

    Outside of any transaction: it may take long, and must never hold a lock.
    """
    return as_labelled(message.id, _read(message))


def meaning_of(message: InboundMessage, reading: Reading) -> tuple[Reading, Told]:
    """Return what a reading means for whom; writes nothing but the row of an address that nobody knew."""
    if probes.is_one(message):
        return replace(reading, kind=Kind.PROBE, rule="probe", reports=()), []
    told = _whom(message, reading)
    if probes.speaks_of_one(told):
        return replace(reading, kind=Kind.PROBE, rule="answers-a-probe"), []
    if warmup.bears_one(message, reading, told):
        return replace(reading, kind=Kind.WARM_UP, rule=f"marker-{reading.marked}", reports=()), []
    if house.wrote(message, reading, told):
        return replace(reading, kind=Kind.OWN_MAIL, rule="own-house"), []
    if _answers_a_test(told):
        return replace(reading, kind=Kind.OF_A_TEST), []
    return reading, told


def _read(message: InboundMessage) -> Reading:
    raw = InboundRaw.objects.values_list("raw", flat=True).filter(message_id=message.id).first()
    if message.own:
        return replace(_read_bytes(message, bytes(raw)) if raw else OWN, kind=Kind.OWN_MAIL, rule="own", reports=())
    if raw is None:
        return Reading(Kind.UNREADABLE, "no_bytes", evidence="nothing was stored")
    if bytes(raw) == NOTHING_READ:
        return Reading(Kind.UNREADABLE, "no_headers", evidence="nothing could be fetched")
    return _read_bytes(message, bytes(raw))


def _read_bytes(message: InboundMessage, raw: bytes) -> Reading:
    known = queries.ours(message, message.mailbox, read_own(raw).names)
    return read_message(raw, received_at=message.received_at, ours=known)


def _whom(message: InboundMessage, reading: Reading) -> Told:
    """Return each consequence with the person it is about; what speaks of nobody we know is left out."""
    if reading.kind is Kind.OWN_MAIL:
        return []
    told: Told = []
    for consequence in consequences(reading):
        if consequence.report is not None:
            match = queries.match_report(message.mailbox, reading, consequence)
        else:
            match = _named(message, reading) or queries.match_answer(message, message.mailbox, reading)
        if match is not None:
            told.append((_weighed(consequence, match), match))
    own = _writers_own(message, reading, told)
    told = [(spoken_for(one) if match.how == "correspondent" else one, match) for one, match in told]
    return _gravest_of_each(told + own)


def _named(message: InboundMessage, reading: Reading) -> Match | None:
    """Return whom a mail to the address of List-Unsubscribe speaks for by its token, whoever it says it is from."""
    wish = read_token(reading.opt_out_token) if reading.opt_out_token else None
    if wish is None or wish.workspace_id != message.workspace_id:
        return None
    return Match(wish.recipient_id, wish.delivery_id or None, "token")


def _answers_a_test(told: Told) -> bool:
    """Tell whether somebody only answers a test mail: nobody is stopped by that, unless they ask to be left alone.

    Whom a campaign has written to as well may mean that mail: they are stopped, as silence is the safe side.
    """
    only = any(match.test and consequence.report is None for consequence, match in told)
    return only and not any(
        consequence.effect.suppress or queries.is_mailed(match.recipient_id) for consequence, match in told
    )


def _writers_own(message: InboundMessage, reading: Reading, told: Told) -> Told:
    """Who answers a mail to one address from another one has answered for both: the writer may be a contact too.

    A wish to be left alone holds for an address that nobody knows yet; it may be imported tomorrow.
    """
    if reading.reports or not told or told[0][0].effect.person is not Person.STOP_ALL:
        return []
    consequence, match = told[0]
    try:
        sender = parse_address(reading.from_address or "")
    except AddressError:
        return []
    if consequence.effect.suppress:
        own: int | None = recipients.remember(message.workspace_id, [sender])[sender.normalised]
    else:
        own = recipients.find(message.workspace_id, sender)
    return [] if own in (None, match.recipient_id) else [(consequence, queries.match_writer(message.mailbox, own))]


def _gravest_of_each(told: Told) -> Told:
    """Keep one consequence a person: of several lines about one, the gravest and surest, whatever their order."""
    best: dict[int, tuple[Consequence, Match]] = {}
    for consequence, match in told:
        kept, how = best.setdefault(match.recipient_id, (consequence, match))
        same = kept.outcome == consequence.outcome
        graver = gravest([kept.outcome, consequence.outcome]) == consequence.outcome and not same
        if graver or (same and match.exact and not how.exact):
            best[match.recipient_id] = (consequence, match)
    return list(best.values())


def _weighed(consequence: Consequence, match: Match) -> Consequence:
    """A report without our id may stop the person; it blames no mailbox.

    It suppresses only when it shows something of our mail to this person: anybody can write the rest.
    """
    if consequence.report is None or match.exact:
        return consequence
    suppress = consequence.effect.suppress and match.sure
    return replace(consequence, effect=replace(consequence.effect, suppress=suppress, sender=Sender.NOTHING))


def _carry_out(message: InboundMessage, reading: Reading, told: Told) -> None:
    """Do what it means, in one transaction; of a report about more people than may be locked at once, in several.

    The last one moves the message. What the ones before it wrote is not written again, should it be read anew.
    """
    most = locks.MOST_RECIPIENTS
    for part in batched(told[:-most], most, strict=False):
        in_transaction(lambda part=part: _say(message, reading, part))  # type: ignore[misc]
    arrival = probes.look_at(message)
    in_transaction(lambda: _apply(message, reading, told, arrival))


def _apply(message: InboundMessage, reading: Reading, told: Told, arrival: probes.Arrival | None = None) -> None:
    """stored -> classified, quarantined or not_ours, with every effect. Locks the recipients, in key order."""
    if not _say(message, reading, told[-locks.MOST_RECIPIENTS :]):
        return
    news = [(consequence, match) for consequence, match in told if not _known(message, reading, consequence, match)]
    if told:
        learning.learn(message, reading, told[0][1])
    for match in [match for _, match in told if match.stamp and match.delivery_id]:
        real_ids.learn_stamp(message.mailbox, match.delivery_id or 0, match.stamp)
    _dispose(message, reading, told, news)
    if reading.kind is Kind.PROBE:
        probes.note(message, reading, arrival)


def _say(message: InboundMessage, reading: Reading, told: Sequence[tuple[Consequence, Match]]) -> bool:
    """Write what it means for these people, at most 200, under their locks; False: somebody else did."""
    spoken_of = {match.recipient_id for _, match in told}
    others = _of_their_company(message, told, len(spoken_of)) | hand_mail.people_of(message)
    locks.enter(Gates(message.workspace_id), spoken_of | others)
    if InboundMessage.objects.select_for_update().get(id=message.id).state != InboundState.STORED:
        return False
    for consequence, match in told:
        if not _known(message, reading, consequence, match):
            _record(message, reading, consequence, match)
    return True


def _of_their_company(message: InboundMessage, told: Sequence[tuple[Consequence, Match]], locked: int) -> set[int]:
    """Return the colleagues of who answered, as many as may be locked: an answer may hold or stop them too."""
    ask = import_string(QUESTIONS["who_else_is_there"])
    answered = [match.recipient_id for consequence, match in told if consequence.effect.ends == "replied"]
    room = locks.MOST_RECIPIENTS - locked
    others = [one for person in answered for one in ask(message.workspace_id, person, room)] if room > 0 else []
    return set(others[:room])


def _known(message: InboundMessage, reading: Reading, consequence: Consequence, match: Match) -> bool:
    """Tell whether the same mail, in another of our mailboxes, said this already; what cannot be read says nothing."""
    same = reading.message_id if reading.kind is not Kind.UNREADABLE else None
    return bool(same and queries.twin(message, same, match.recipient_id, consequence.outcome))


def _record(message: InboundMessage, reading: Reading, consequence: Consequence, match: Match) -> None:
    report = consequence.report
    record(
        Came(
            workspace_id=message.workspace_id,
            recipient_id=match.recipient_id,
            kind=consequence.outcome,
            effect=consequence.effect,
            delivery_id=match.delivery_id,
            exact=match.exact,
            inbound_id=message.id,
            mailbox_id=message.mailbox_id,
            rule=f"{reading.rule}:{match.how}",
            category=report.category if report else reading.label[:30],
            status=(report.status or "") if report else "",
            return_date=consequence.return_date,
            words=(report.diagnostic or reading.text) if report else "",
        )
    )
    if match.exact and match.delivery_id:
        events.append(
            kind="delivery.proved",
            workspace_id=message.workspace_id,
            subject_id=match.delivery_id,
            recipient_id=match.recipient_id,
            data={"by": "inbound", "inbound": message.id},
        )


def _dispose(message: InboundMessage, reading: Reading, told: Told, news: Told) -> None:
    """Give the message its one disposition; the bytes of other people's mail are not kept."""
    state, disposition = disposition_of(message, reading, news)
    if told and not news:
        state, disposition = InboundState.CLASSIFIED, DUPLICATE
    ours = state != InboundState.NOT_OURS
    InboundMessage.objects.filter(id=message.id).update(
        state=state,
        disposition=disposition,
        kind=reading.kind,
        rule=reading.rule[:60],
        evidence=reading.evidence if state == InboundState.CLASSIFIED else "",
        message_id=(reading.message_id or message.message_id)[:998] if ours else "",
        provider_thread_id=message.provider_thread_id if ours else "",
        concern=message.concern if ours else "",
        from_domain=_domain(reading),
        recipient_id=told[0][1].recipient_id if told else message.recipient_id if message.own else None,
        delivery_id=told[0][1].delivery_id if told else None,
        reason=reading.evidence[:200] if state == InboundState.QUARANTINED else _why(reading, disposition),
        decided_at=clock.now(),
    )
    if not ours or message.own or reading.kind in FORGOTTEN:
        InboundRaw.objects.filter(message_id=message.id).delete()
        texts.forget(message.id)
    else:
        texts.keep(message.id, reading)
    if message.own and message.recipient_id is not None:
        conversations.answered(message)
    if message.own:
        hand_mail.heard(message, warm_up=reading.kind is Kind.WARM_UP)
    if disposition in FOUND_NOBODY or _may_become_exact(reading, told):
        intake.leave_traces(message, names=_names(reading), sender=_sender(reading))
    kind = "inbound.unmatched" if disposition == "unmatched" else "inbound.decided"
    events.append(
        kind=kind, workspace_id=message.workspace_id, subject_id=message.id, data={"disposition": disposition}
    )


def _may_become_exact(reading: Reading, told: Told) -> bool:
    """Tell whether a report names a mail that nobody knows yet: the provider's Message-ID may be learned later."""
    return bool(reading.original_ids) and any(consequence.report and not match.exact for consequence, match in told)


def _why(reading: Reading, disposition: str) -> str:
    """Return why a message waits for a person: what it would have had to name."""
    if disposition != "unmatched":
        return ""
    return "report_names_nobody_we_mailed" if reading.reports else "answer_of_nobody_we_know"


def disposition_of(message: InboundMessage, reading: Reading, told: Told) -> tuple[InboundState, str]:
    """Return where a message ends with this reading, and its one outcome in one word."""
    if reading.kind is Kind.UNREADABLE and (told or reading.rule != BODY_NOT_READ):
        return InboundState.QUARANTINED, str(Outcome.UNREADABLE)
    if told:
        return InboundState.CLASSIFIED, str(gravest(consequence.outcome for consequence, _ in told))
    if reading.kind is Kind.OWN_MAIL:
        return InboundState.CLASSIFIED, str(Outcome.OWN)
    if reading.kind in FORGOTTEN:
        return InboundState.CLASSIFIED, str(OUTCOME_OF_KIND[reading.kind])
    ours = message.mailbox.purpose == Mailbox.Purpose.OUTREACH or _concerns_us(message, reading)
    ours = ours or message.claimed_by_id is not None
    return (InboundState.CLASSIFIED, "unmatched") if ours else (InboundState.NOT_OURS, "not_ours")


def _concerns_us(message: InboundMessage, reading: Reading) -> bool:
    """Tell whether a stranger's mail in somebody's own mailbox is kept, now that it is read: if a person wrote to us.

    What only looked like a report is forgotten, whatever it is.
    """
    if reading.kind in {Kind.UNSUBSCRIBE, Kind.COMPLAINT}:
        return True
    return reading.kind in ANSWERS and message.concern not in {"", Reason.REPORT, UNKNOWN}


def _names(reading: Reading) -> tuple[str, ...]:
    """Return the ids of the mails that a message speaks of; that one of them is ours may be learned later."""
    named = [reading.in_reply_to or "", *reading.original_ids, *reversed(reading.references)]
    return tuple(dict.fromkeys(one for one in named if one))[:NAMES_LIMIT]


def _sender(reading: Reading) -> str:
    try:
        return parse_address(reading.from_address or "").normalised
    except AddressError:
        return ""


def _domain(reading: Reading) -> str:
    return (reading.from_address or "").rpartition("@")[2].lower()[:253]


def _failed(message: InboundMessage, error: str) -> None:
    """Put the message off; after the last try set it aside and tell why by the error's class."""
    log.error("inbound message %d failed with %s", message.id, error)
    attempts = min(message.attempts + 1, 1000)
    if attempts < TRIES:
        _put_off(message, attempts, TRY_AGAIN * attempts, error)
        return
    _put_off(message, attempts, TRY_AGAIN * TRIES, error)  # first, so that it blocks nobody if even this fails
    try:
        _set_aside(message, error)
    except Exception as again:  # noqa: BLE001 - as in classify(); it stays stored, and its inbox counts as unread
        log.error("inbound message %d cannot be set aside: %s", message.id, type(again).__name__)  # noqa: TRY400


def _set_aside(message: InboundMessage, error: str) -> None:
    """stored -> quarantined, holding the person whom its first header fields or its thread name."""
    raw = InboundRaw.objects.values_list("raw", flat=True).filter(message_id=message.id).first()
    reading = unreadable(bytes(raw or b""), "failed", error[:200], message.received_at)
    match = queries.match_answer(message, message.mailbox, reading)
    told: Told = [(consequences(reading)[0], match)] if match else []
    in_transaction(lambda: _apply(message, reading, told))


def _put_off(message: InboundMessage, attempts: int, wait: timedelta, error: str) -> None:
    InboundMessage.objects.filter(id=message.id, state=InboundState.STORED).update(
        attempts=attempts, next_try_at=clock.now() + wait, reason=error[:200]
    )
