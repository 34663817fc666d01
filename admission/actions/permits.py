"""The transaction of this product: may this message leave now, and if so, proof of it before the call."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from django.db import DataError, OperationalError, transaction
from psycopg.errors import DivisionByZero

from admission import locks, queries
from admission.actions import ledger
from admission.actions.counters import limits_of
from admission.core.decide import decide
from admission.core.facts import Composed, Facts
from admission.core.limits import CampaignLimits, company_of
from admission.core.policy import Policy
from admission.core.verdict import Grant, Reason, Refuse, Verdict, Wait
from admission.subject import Subject
from app import sql
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


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The numbers that counters are raised by, before the locks; under them they are read again and compared."""

    policy: Policy
    limits: CampaignLimits


class Moved(Exception):
    """Undoes a transaction whose counters were raised by numbers that changed before it held its locks."""

    def __init__(self, now: Reckoning) -> None:
        """Carry out the numbers as they stand now."""
        super().__init__()
        self.now = now


def grant_permit(
    *, delivery_id: int, subject: Subject, jitter: float, position: SentPosition, policy: Policy | None = None
) -> Verdict:
    """prepared -> sending, or a reason why not.

    Locks gates (shared), the recipient, counters and the budget, each for at most 500 ms; `jitter` is a chance from 0
    to 1. A refusal is kept with its facts; a wait costs nothing. Lost races are repeated, then Wait(BUSY). `policy` is
    what the caller read earlier: it saves a read, and where it is not today's the permit is decided again.
    """
    by = Reckoning(policy or queries.policy_of(subject.workspace_id), subject.limits)
    for _ in range(TRIES):
        try:
            with transaction.atomic(durable=True):
                granted = _decided(delivery_id, subject, by, jitter, position)
            ((permit_id,),) = granted.rows()
            return Grant(permit_id)
        except NotGranted as answer:
            if isinstance(answer.verdict, Refuse):
                ledger.write_refusal(delivery_id, subject.workspace_id, answer.facts, answer.verdict)
            return answer.verdict
        except Moved as moved:
            by = moved.now
        except DataError as error:
            if not isinstance(error.__cause__, DivisionByZero):
                raise
            return Refuse(Reason.NOT_PREPARED)  # it moved although its person is locked: nobody may send it
        except OperationalError as error:
            if not lost_race(error):
                raise
    return Wait(Reason.BUSY)


def _decided(delivery_id: int, subject: Subject, by: Reckoning, jitter: float, position: SentPosition) -> sql.Answer:
    """Lock, read, decide, ask to write; raise NotGranted for any other verdict than a grant."""
    gates = Gates(subject.workspace_id, subject.campaign_id, entries_matching(subject.domain))
    entered = locks.enter(
        gates,
        recipient_id=subject.recipient_id,
        mailbox_id=subject.mailbox_id,
        counters=limits_of(subject, by.policy, by.limits),
    )
    composed = Composed(subject.recipient_id, subject.mailbox_id, subject.source)
    company = company_of(subject.domain) if by.limits.opener else ""
    asked = queries.ask_facts(delivery_id, subject.domain, by.policy)  # on its way with the locks, answered after them
    found = subject.facts("" if by.policy.domain_people is None else company)
    facts, policy = queries.facts_in(asked, found, entered.full(), composed)
    if (now := Reckoning(policy, found.limits)) != by:
        raise Moved(now)
    verdict = decide(facts, policy)
    if not isinstance(verdict, Grant):
        raise NotGranted(verdict, facts)
    failpoint("permit.before_write")
    reserved = ledger.Reserved(policy, jitter, position, company)
    granted = ledger.write_grant(delivery_id, facts, reserved)
    failpoint("permit.before_commit")
    return granted


def token_for(permit_id: int, *, delivery_id: int, mailbox_id: int, deadline: timedelta = CALL_DEADLINE) -> PermitToken:
    """Return the one thing a transport accepts as leave to call; made from a granted permit only."""
    begin: Callable[[], None] = partial(_begin, delivery_id, permit_id)
    return PermitToken(permit_id, delivery_id, mailbox_id, deadline, begin)


def _begin(delivery_id: int, permit_id: int) -> None:
    failpoint("permit.before_mark")
    begin_call(delivery_id, permit_id)
    failpoint("permit.after_mark")
