"""Scores of a mailbox or a sending domain that somebody else measured, such as a postmaster tool's reputation."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from admission.actions.health import thresholds_of
from admission.core.health import judge_score
from app.actions import clock
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from mailboxes.actions import health
from mailboxes.core.health.findings import Check, Source
from mailboxes.core.states import MailboxState
from mailboxes.models import HealthCheck, Mailbox

NAME = re.compile(r"[a-z][a-z0-9_]{0,58}")
SKEW = timedelta(minutes=2)  # that the other side's clock may be ahead
OLDEST = timedelta(days=30)  # a score counts for 72 hours; what is much older is a mistake


@dataclass(frozen=True, slots=True)
class Score:
    """What was measured, when (true time), and of what: a mailbox, or every mailbox of a domain. None withdraws it."""

    name: str
    score: float | None
    measured_at: datetime
    mailbox_id: int | None = None
    domain: str = ""


def push(workspace_id: int, told: Score, *, by_id: int) -> int:
    """Keep a score and judge the mailboxes that it speaks of; return how many. Raises Refused.

    Locks their budgets, one after the other in the order of their ids.
    """
    if not NAME.fullmatch(told.name) or told.name in set(Check):
        raise Refused("A score's name is made of small letters, digits and underscores, and is none of our own checks.")
    if told.measured_at > clock.now() + SKEW:
        raise Refused("Nothing was measured in the future.")
    if told.measured_at < clock.now() - OLDEST:
        raise Refused(f"What was measured more than {OLDEST.days} days ago says nothing of today.")
    mailboxes = list(_meant(workspace_id, told).order_by("id"))
    if not mailboxes:
        raise Refused("No mailbox of this workspace is meant.")
    in_transaction(lambda: _keep(workspace_id, told, mailboxes, by_id))
    return len(mailboxes)


def _meant(workspace_id: int, told: Score) -> QuerySet[Mailbox]:
    ours = Mailbox.objects.filter(workspace_id=workspace_id).exclude(state=MailboxState.DISCONNECTED)
    if (told.mailbox_id is None) == (not told.domain):
        raise Refused("A score is of a mailbox or of a domain.")
    if told.mailbox_id is not None:
        return ours.filter(id=told.mailbox_id)
    return ours.filter(address__iendswith=f"@{told.domain}")


def _keep(workspace_id: int, told: Score, mailboxes: list[Mailbox], by_id: int) -> None:
    result, code = judge_score(told.score, thresholds_of(workspace_id).get(told.name))
    HealthCheck.objects.create(
        workspace_id=workspace_id,
        mailbox_id=told.mailbox_id,
        domain=told.domain.lower(),
        name=told.name,
        source=Source.PUSHED,
        result=result,
        code=code,
        data={"score": told.score, "by": by_id},
        measured_at=min(clock.world_clock().world(told.measured_at), clock.world_now()),
    )
    for mailbox in mailboxes:
        health.tell(workspace_id, mailbox.id, Source.PUSHED)
