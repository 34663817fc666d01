"""A send, top to bottom: compose, prepare, connect, permit, deliver, settle. Safe to run any number of times."""

import logging
from dataclasses import replace
from datetime import timedelta
from functools import partial

from admission.actions.calls import Outgoing, make_call
from admission.actions.permits import grant_permit
from admission.actions.settle import settle
from admission.core.settlement import NotCalled, Settlement, Vanished
from admission.core.verdict import OF_THE_MAILBOX, Grant, Reason, Refuse, Verdict, Wait
from admission.queries import policy_from
from app.actions import clock
from app.actions.attempts import in_transaction
from app.core.chance import chance
from app.core.errors import Busy
from app.failpoints import failpoint
from app.gates import Gates
from mailboxes import locks
from mailboxes.actions import limits, pool, signing
from mailboxes.actions.deliveries import bury, withdraw
from mailboxes.actions.isolation import NotNow
from mailboxes.actions.positions import position_of
from mailboxes.core.errors import CredentialError, EndpointRefused, TransportError
from mailboxes.core.message import SentPosition
from mailboxes.core.states import MailboxState
from mailboxes.transports.base import Transport
from sequences import queries
from sequences.actions import enrollments, mail, progress, touches
from sequences.core.compose import MissingField
from sequences.core.planner import slots
from sequences.core.states import TouchState
from sequences.models import Enrollment
from sequences.queries import Job
from sequences.subject import subject_of

log = logging.getLogger(__name__)

FAULT = "fault"
FAULT_RESTS = timedelta(hours=1)  # world time
UNDER_WAY = frozenset({"sending", "uncertain", "accepted"})
ENDING = frozenset({Reason.SUPPRESSED, Reason.OPT_OUT_OPEN, Reason.STOPPED_SINCE, Reason.NOT_ACTIVE})


def send_touch(touch_id: int) -> str:
    """Send the mail of a planned touch if it may go now; return what happened in one word.

    Several transactions, each with its own locks, and none open while it calls out. Locks that are not to be had make
    it `busy` or `wait:busy`; the planner hands the touch over again.
    """
    job = queries.job(touch_id)
    word = _not_now(touch_id, job)
    if job is None or word:
        return word
    try:
        return _sent(job)
    except EndpointRefused:
        touches.hold(touch_id, Reason.REHEARSAL)
        return "held"
    except Busy:
        return "busy"
    except NotNow as wait:
        touches.unplan(touch_id, wait.reason)
        return wait.reason
    except _Closed as ended:
        return ended.word


def put_off(touch_id: int) -> bool:
    """planned -> scheduled, an hour later and visibly: a fault nobody foresaw must not be met again at each tick.

    A planned touch takes a place of its mailbox's day, so a few that cannot be sent would stop all others. What was
    under way already is told apart by its lease. Locks nobody.
    """
    return touches.unplan(touch_id, FAULT, clock.world_now() + FAULT_RESTS)


def _not_now(touch_id: int, job: Job | None) -> str:
    """Return why there is nothing to do here; "" when there is."""
    if job is None:
        return "held" if touches.hold_incomplete(touch_id) else "nothing"
    if job.delivery_state in UNDER_WAY:
        return "nothing"
    if job.slot_at > job.world_now:
        return "early"
    if job.caution:  # came up since they were enrolled
        return "held" if touches.hold(job.touch_id, job.caution) else "nothing"
    if _long_past(job):
        return "late" if touches.unplan(touch_id) else "nothing"
    return "mailbox" if _unreachable(job) else ""


def _long_past(job: Job) -> bool:
    """Nobody came for so long that others wait, too: it gets a place anew, so that they do not all leave at once."""
    past = job.world_now - job.slot_at
    return past > slots.OVERDUE and past > slots.overdue(clock.world_clock().speed)


def _unreachable(job: Job) -> bool:
    """Give the slot back while the mailbox may not be spoken to: not even a login before its time is over."""
    if job.mailbox_state != MailboxState.CONNECTED:
        return touches.unplan(job.touch_id, Reason.MAILBOX)
    return job.mailbox_limited and touches.unplan(job.touch_id, Reason.PROVIDER_LIMIT)


def _sent(job: Job) -> str:
    """Compose, prepare and send on a transport of the pool, which says first whether its provider may be asked."""
    with pool.transport_for(job.mailbox_id, job.account_version) as transport:
        letter = _letter(job)
        if letter is None:
            return "held"
        if not mail.prepare(job, letter):
            return "under_way"
        failpoint("dispatch.after_prepare")
        return _send(job, letter, transport)


class _Closed(Exception):
    """Carries the outcome out of the pool's block, so that a connection in doubt is closed and not kept."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


def _letter(job: Job) -> mail.Letter | None:
    """Compose, or hold the touch with the reason: a blank is never sent, and nobody else waits for it."""
    try:
        letter = mail.write(job)
    except MissingField as error:
        touches.hold(job.touch_id, "missing_field", error.field or "")
    except Exception as error:  # noqa: BLE001 - composing is pure: whatever a template does to it, it does again
        _bury(job, error)
    else:
        return letter
    return None


def _bury(job: Job, error: Exception) -> None:
    """A template that cannot become a mail: the delivery is dead until a person looks, the touch says where."""
    log.error("touch %d cannot be composed: %s", job.touch_id, type(error).__name__)
    in_transaction(lambda: _buried(job, getattr(error, "field", None) or type(error).__name__))


def _buried(job: Job, field: str) -> None:
    locks.enter(Gates(job.workspace_id, job.campaign_id), [job.recipient_id])
    if job.prepared_before:
        bury(job.delivery_id, reason="compose")
    touches.hold(job.touch_id, "cannot_compose", field)


def _send(job: Job, letter: mail.Letter, transport: Transport) -> str:
    """Connect, ask for the permit and, with it, call; without it the connection stays for the next one."""
    position = _connected(job, transport)
    letter = _signed(job, letter)
    jitter = chance("gap", job.touch_id, job.slot_at.isoformat())
    verdict = grant_permit(
        delivery_id=letter.delivery_id,
        subject=subject_of(job, letter.source),
        jitter=jitter,
        position=position,
        policy=policy_from(job.policy),
    )
    if not isinstance(verdict, Grant):
        return _not_granted(job, verdict)
    failpoint("dispatch.after_permit")
    settlement = call(job, letter, transport, verdict.permit_id)
    failpoint("dispatch.before_settle")
    people = (job.workspace_id, job.campaign_id, job.recipient_id)
    ahead = partial(queries.ask_following, job.touch_id, job.delivery_id)
    settle(verdict.permit_id, settlement, chance=chance("retry", verdict.permit_id), people=people, ahead=ahead)
    failpoint("dispatch.after_settle")
    return _after(settlement)


def _connected(job: Job, transport: Transport) -> SentPosition:
    """Do everything slow that sends nothing. A mailbox that cannot be reached waits; its people cost nothing."""
    try:
        transport.ready()
        return position_of(transport, job.read_to)
    except CredentialError as error:
        limits.refused(job.mailbox_id, reconnect=error.reconnect, said=error.words or str(error))
        touches.unplan(job.touch_id, Reason.MAILBOX)
        raise _Closed("no_credentials") from None
    except TransportError as error:
        limits.limit(job.mailbox_id, error.retry_after, said=error.words or str(error))
        touches.unplan(job.touch_id, Reason.PROVIDER_LIMIT)
        raise _Closed("not_reached") from None


def _signed(job: Job, letter: mail.Letter) -> mail.Letter:
    """Sign last, before anything is reserved. Where a key of the domain cannot be used, nothing leaves unsigned."""
    try:
        return replace(letter, octets=signing.signed(job.mailbox_id, letter.octets))
    except signing.CannotSign as error:
        limits.limit(job.mailbox_id, None, said=str(error))
        touches.unplan(job.touch_id, Reason.PROVIDER_LIMIT)
        raise _Closed("not_signed") from None


def call(job: Job, letter: mail.Letter, transport: Transport, permit_id: int) -> Settlement:
    """Make the one call of a granted permit and put its end into the words of the ledger. No transaction is open."""
    going = Outgoing(
        letter.delivery_id, job.mailbox_id, mail.envelope(job), letter.octets, mail.thread(job), partial(_forget, job)
    )
    return make_call(going, transport, permit_id)


def _forget(job: Job) -> None:
    """The conversation was deleted at the provider: forget it there."""
    Enrollment.objects.filter(id=job.enrollment_id, provider_thread_id=job.provider_thread_id).update(
        provider_thread_id=""
    )


def _after(settlement: Settlement) -> str:
    """Return what happened in one word; a connection is used again after any clear answer, and after no other end."""
    word = type(settlement).__name__.lower()
    if isinstance(settlement, NotCalled | Vanished):
        raise _Closed(word)
    return word


def _not_granted(job: Job, verdict: Verdict) -> str:
    """A wait gives the slot back; a refusal ends, skips or holds, so that nothing stalls unseen."""
    if isinstance(verdict, Wait):
        until = None if verdict.reason in OF_THE_MAILBOX else verdict.until
        touches.unplan(job.touch_id, verdict.reason, until)
    elif isinstance(verdict, Refuse):
        in_transaction(lambda: _refused(job, verdict.reason))
    return f"{type(verdict).__name__.lower()}:{getattr(verdict, 'reason', '')}"


def _refused(job: Job, reason: Reason) -> None:
    locks.enter(Gates(job.workspace_id, job.campaign_id), [job.recipient_id])
    if reason in ENDING:
        withdraw(job.delivery_id, reason=reason)
        enrollment = Enrollment.objects.get(id=job.enrollment_id)
        if reason is Reason.SUPPRESSED:
            enrollments.end(enrollment, "stop", reason=reason)
    elif reason is Reason.ALREADY_SENT:
        withdraw(job.delivery_id, reason=reason)
        progress.close(job.touch_id, TouchState.SKIPPED, clock.world_now())
    elif reason is Reason.REHEARSAL:
        touches.hold(job.touch_id, reason)
