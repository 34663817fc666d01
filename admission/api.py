"""The health of mailboxes as JSON: what was found of each, and scores that somebody else measured."""

from datetime import datetime
from typing import Annotated

from django.http import Http404
from ninja import Router, Schema
from pydantic import AwareDatetime, ConfigDict, Field

from admission.actions import health, scores
from admission.actions.scores import Score
from admission.core.health import Evidence
from admission.models import Standing
from app.api.seats import Asked, needs
from app.core.cursors import MOST
from mailboxes.core.states import MailboxState
from mailboxes.models import Mailbox
from mailboxes.screens.health_words import name_of, sentence

router = Router(tags=["health"])

Number = Annotated[int, Field(ge=1, le=MOST)]


class PushedScore(Schema):
    """A score with the time at which it was measured; `score` null: it is not measured any more."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(max_length=59)]
    score: Annotated[float, Field(ge=-1e9, le=1e9)] | None
    measured_at: AwareDatetime
    mailbox: Number | None = None
    domain: Annotated[str, Field(max_length=253)] = ""


class Kept(Schema):
    """How many mailboxes were judged by it."""

    mailboxes: int


class Answer(Schema):
    """One check: what stands, since when (world time), and the last word on it in one line with its fix."""

    check: str
    source: str
    result: str
    code: str
    measured_at: datetime
    last: str
    says: str


class MailboxHealth(Schema):
    """A mailbox's health; `good_until` (world time) of a pass, `says` what decides anything else."""

    mailbox: int
    health: str
    good_until: datetime | None
    says: str
    checks: list[Answer]


@router.post("/scores", response=Kept)
@needs("push_scores")
def push_score(request: Asked, told: PushedScore) -> dict[str, int]:
    """Report a score of a mailbox or of a sending domain; it is judged by the policy's least_scores."""
    measured_at: datetime = told.measured_at
    score = Score(told.name, told.score, measured_at, told.mailbox, told.domain)
    return {"mailboxes": scores.push(request.auth.workspace_id, score, by_id=request.auth.user_id)}


@router.get("/mailboxes/{number}", response=MailboxHealth)
@needs("see")
def show_health(request: Asked, number: Number) -> dict[str, object]:
    """What was found of one mailbox."""
    ours = Mailbox.objects.filter(workspace_id=request.auth.workspace_id, id=number)
    mailbox = ours.exclude(state=MailboxState.DISCONNECTED).first()
    if mailbox is None:
        raise Http404
    standing = Standing.objects.filter(mailbox_id=mailbox.id).first()
    return {
        "mailbox": mailbox.id,
        "health": standing.health if standing else Standing.Health.UNKNOWN,
        "good_until": standing.health_good_until if standing else None,
        "says": standing.health_says if standing else "",
        "checks": [_answer(last, stands) for last, stands in health.standing_answers(mailbox)],
    }


def _answer(last: Evidence, stands: Evidence) -> dict[str, object]:
    return {
        "check": name_of(stands.name),
        "source": stands.source,
        "result": str(stands.result),
        "code": str(stands.code),
        "measured_at": stands.measured_at,
        "last": str(last.result),
        "says": sentence(last.source, last.name, last.code),
    }
