"""The transaction of this product: may this message leave now, and if so, proof of it before the call."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

from django.conf import settings
from django.db import OperationalError, transaction

from admission import locks, queries
from admission.actions import ledger
from admission.core.decide import decide
from admission.core.facts import Composed, Facts
from admission.core.policy import Policy
from admission.core.rules import NO_LINK_HOST
from admission.core.verdict import Grant, Reason, Refuse, Verdict, Wait
from admission.subject import Subject
from app.actions.attempts import TRIES, lost_race
from app.failpoints import failpoint
from app.gates import Gates
from mailboxes.actions.deliveries import CALL_DEADLINE, begin_call
from mailboxes.core.address import entries_matching
from mailboxes.core.message import PermitToken, SentPosition


class NotGranted(Exception):
    """Undoes the transaction of a verdict that is no grant: raised counters go back, nothing was reserved."""

    def __init__(self, verdict: Verdict, facts: Facts) -> None:
        """Carry the verdict out of the transaction."""
        super().__init__()
        self.verdict = verdict
        self.facts = facts


class Moved(Exception):
    """Undoes a transaction whose counters were raised by numbers that changed before it held its locks."""

    def __init__(self, policy: Policy) -> None:
        """Carry out the policy as it stands now."""
        super().__init__()
        self.policy = policy


def grant_permit(
    *, delivery_id: int, subject: Subject, jitter: float, position: SentPosition, policy: Policy | None = None
) -> Verdict:
    """prepared -> sending, or a reason why not.

    Locks gates (shared), the recipient, counters and the budget, each for at most 500 ms; `jitter` is a chance from 0
    to 1. A refusal is kept with its facts; a wait costs nothing. Lost races are repeated, then Wait(BUSY). `policy` is
    what the caller read earlier: it saves a read, and where it is not today's the permit is decided again.
    """
    policy = policy or queries.policy_of(subject.workspace_id)
    for _ in range(TRIES):
        try:
            with transaction.atomic(durable=True):
                return _decided(delivery_id, subject, policy, jitter, position)
        except NotGranted as answer:
            if isinstance(answer.verdict, Refuse):
                ledger.write_refusal(delivery_id, subject.workspace_id, answer.facts, answer.verdict)
            return answer.verdict
        except Moved as moved:
            policy = moved.policy
        except OperationalError as error:
            if not lost_race(error):
                raise
    return Wait(Reason.BUSY)


def _decided(delivery_id: int, subject: Subject, policy: Policy, jitter: float, position: SentPosition) -> Grant:
    """Lock, read, decide, write; raise NotGranted for any other verdict than a grant."""
    gates = Gates(subject.workspace_id, subject.campaign_id, entries_matching(subject.domain))
    entered = locks.enter(
        gates,
        recipient_id=subject.recipient_id,
        mailbox_id=subject.mailbox_id,
        counters=limits_of(subject, policy),
        zone=subject.zone,
    )
    composed = Composed(subject.recipient_id, subject.mailbox_id, subject.source)
    asked = queries.ask_facts(delivery_id, subject.domain, policy)  # on their way with the locks, answered after them
    found = subject.facts()
    facts, today = queries.facts_in(asked, found, entered.full(), composed)
    if today != policy:
        raise Moved(today)
    verdict = decide(facts, policy)
    if not isinstance(verdict, Grant):
        raise NotGranted(verdict, facts)
    failpoint("permit.before_write")
    permit_id = ledger.write_grant(delivery_id, facts, policy, jitter=jitter, position=position)
    if permit_id is None:
        raise NotGranted(Refuse(Reason.NOT_PREPARED), facts)
    failpoint("permit.before_commit")
    return Grant(permit_id)


def limits_of(subject: Subject, policy: Policy) -> list[locks.CounterLimit]:
    """Return the counters that have a limit, in locking order: recipient domain, campaign day, the installation.

    Whether a mail without a link may leave at all is judged by the facts; a rehearsal counts none.
    """
    limits = []
    if subject.campaign_id is not None and policy.domain_per_day is not None:
        limits.append(locks.CounterLimit("domain_day", subject.domain, policy.domain_per_day))
    if subject.campaign_id is not None and subject.day_cap is not None:
        limits.append(locks.CounterLimit("campaign_day", str(subject.campaign_id), subject.day_cap))
    if subject.campaign_id is not None and subject.link == "":
        limits.append(locks.CounterLimit(NO_LINK_HOST, "", settings.WITHOUT_LINK_HOST_PER_DAY))
    return limits


def token_for(permit_id: int, *, delivery_id: int, mailbox_id: int, deadline: timedelta = CALL_DEADLINE) -> PermitToken:
    """Return the one thing a transport accepts as leave to call; made from a granted permit only."""
    begin: Callable[[], None] = partial(_begin, delivery_id, permit_id)
    return PermitToken(permit_id, delivery_id, mailbox_id, deadline, begin)


def _begin(delivery_id: int, permit_id: int) -> None:
    failpoint("permit.before_mark")
    begin_call(delivery_id, permit_id)
    failpoint("permit.after_mark")
