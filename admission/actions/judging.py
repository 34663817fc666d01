"""The graded policy at work: every mailbox of a workspace is judged by its own mails, and what changes is written down.

While the policy is only watched, the stages are kept all the same: whoever enforces it enforces what was seen. A newer
version that is tried beside the acting one leaves decisions and nothing else.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from admission.actions import breakers, protection_policies
from admission.actions.protection_policies import InForce
from admission.core.protection.breakers import HARD
from admission.core.protection.judging import Evidence, Judgement, Tally, blind, judge, says_something
from admission.core.protection.numbers import Numbers
from admission.core.states import NORMAL, PAUSED, PROTECTION, Stage
from admission.models import ProtectionDecision, Standing
from app import sql
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.core.machine import move
from app.models import Event
from bounces.core.outcomes import Outcome as Kind
from mailboxes import locks
from mailboxes.core.states import MailboxState
from mailboxes.models import Mailbox

LONG_AGO = datetime.min.replace(tzinfo=UTC)
LOOKED_BACK = timedelta(days=90)  # clean mails that are older count for no stage
SIGHTED, BLIND = "protection.sighted", "protection.blind"


@dataclass(frozen=True, slots=True)
class Track:
    """Where a mailbox stands under one version. World time."""

    mailbox_id: int
    stage: Stage = NORMAL
    judged_from: datetime = LONG_AGO  # mails before it are not judged: it has improved since
    clean_since: datetime = LONG_AGO


def judge_all() -> int:
    """Judge every workspace that has mailboxes; return how many stages changed. Each mailbox in its own transaction."""
    found = Mailbox.objects.exclude(state=MailboxState.DISCONNECTED).order_by("workspace_id")
    return sum(judge_workspace(one) for one in list(found.values_list("workspace_id", flat=True).distinct()))


def judge_workspace(workspace_id: int) -> int:
    """Lift what the breakers slowed and is clean, then judge by the graded policy; return how many stages changed."""
    breakers.lift(workspace_id)
    world_now = clock.world_now()
    force = protection_policies.in_force(workspace_id, world_now)
    if force is None:
        protection_policies.watch_first(workspace_id)
        force = protection_policies.in_force(workspace_id, world_now)
    if force is None:  # every version was rolled back
        return 0
    living = Mailbox.objects.filter(workspace_id=workspace_id).exclude(state=MailboxState.DISCONNECTED)
    mailbox_ids = list(living.order_by("id").values_list("id", flat=True))
    changed = _judged(workspace_id, force, _standings(mailbox_ids), world_now)
    if force.tried is not None:
        changed += _tried(workspace_id, force.tried, _recorded(mailbox_ids, force.tried.version), world_now)
    return changed


def _standings(mailbox_ids: Collection[int]) -> list[Track]:
    known = {one.mailbox_id: one for one in Standing.objects.filter(mailbox_id__in=mailbox_ids)}
    return [_track(known.get(mailbox_id) or Standing(mailbox_id=mailbox_id)) for mailbox_id in mailbox_ids]


def _track(one: Standing) -> Track:
    clean_since = one.protection_clean_since or one.protection_since or LONG_AGO
    return Track(one.mailbox_id, Stage(one.protection), one.protection_from or LONG_AGO, clean_since)


def _recorded(mailbox_ids: Collection[int], version: int) -> list[Track]:
    """Return where mailboxes stand under a version that is tried: at its last decision about each."""
    found = ProtectionDecision.objects.filter(mailbox_id__in=mailbox_ids, policy_version=version).order_by("id")
    last = {one.mailbox_id: one for one in found}
    return [
        Track(one.mailbox_id, Stage(one.after), one.world_at if one.reason == "clean" else LONG_AGO, one.world_at)
        if (one := last.get(mailbox_id))
        else Track(mailbox_id)
        for mailbox_id in mailbox_ids
    ]


def _judged(workspace_id: int, force: InForce, tracks: Sequence[Track], world_now: datetime) -> int:
    _tell_blindness(workspace_id, force.acting, world_now)
    changed = 0
    for track, found in gathered(workspace_id, tracks, force.acting, world_now):
        judged = judge(track.stage, found, force.acting)
        if judged.event:
            changed += step(track, judged, force, found)
        elif judged.unclean:
            standing = Standing.objects.filter(mailbox_id=track.mailbox_id, protection=track.stage)
            standing.update(protection_clean_since=world_now)
    return changed


def _tried(workspace_id: int, numbers: Numbers, tracks: Sequence[Track], world_now: datetime) -> int:
    changed = 0
    for track, found in gathered(workspace_id, tracks, numbers, world_now):
        judged = judge(track.stage, found, numbers)
        if judged.event:
            _record(track, judged, numbers, found, enforced=False)
            changed += 1
    return changed


def gathered(
    workspace_id: int, tracks: Sequence[Track], numbers: Numbers, world_now: datetime
) -> list[tuple[Track, Evidence]]:
    """Return what each mailbox is judged by, in three statements; those that stay normal in any case are left out.

    First what came back is read: most mailboxes had so little of it that their mails need not be counted.
    """
    window, floor = world_now - timedelta(days=numbers.days), world_now - LOOKED_BACK
    recent_from = {one.mailbox_id: max(window, one.judged_from) for one in tracks}
    clean_from = {
        one.mailbox_id: max(one.clean_since, floor) if one.stage is not NORMAL else world_now for one in tracks
    }
    marks = marks_of(workspace_id, min([window, *clean_from.values()]))
    recent = {one: _tally(0, marks.get(one, ()), since) for one, since in recent_from.items()}
    judged = [one for one in tracks if one.stage is not NORMAL or says_something(recent[one.mailbox_id], numbers)]
    if not judged:
        return []
    values = {
        "mailbox_ids": [one.mailbox_id for one in judged],
        "recent_from": [recent_from[one.mailbox_id] for one in judged],
        "clean_from": [clean_from[one.mailbox_id] for one in judged],
    }
    sends = {row[0]: row[1:] for row in sql.rows("admission", "protection_sends", values)}
    known, unknown = _reports(workspace_id, window)
    return [
        (
            one,
            Evidence(
                recent=replace(recent[one.mailbox_id], sends=sends[one.mailbox_id][0]),
                clean=_tally(sends[one.mailbox_id][1], marks.get(one.mailbox_id, ()), clean_from[one.mailbox_id]),
                clean_days=round((world_now - clean_from[one.mailbox_id]) / timedelta(days=1), 3),
                attributed=known,
                unattributed=unknown,
            ),
        )
        for one in judged
    ]


def blindness(workspace_id: int, world_now: datetime) -> tuple[int, int]:
    """Return how many reports of the judged days name a mail of ours, and how many only a person."""
    force = protection_policies.in_force(workspace_id, world_now)
    numbers = force.acting if force else Numbers()
    return _reports(workspace_id, world_now - timedelta(days=numbers.days))


def _reports(workspace_id: int, since: datetime) -> tuple[int, int]:
    values = {"workspace_id": workspace_id, "since": since}
    ((known, unknown),) = sql.rows("admission", "protection_blindness", values)
    return known, unknown


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that came back of a mail: when it was sent and when it came, world time, and as what it counts."""

    sent_at: datetime
    came_at: datetime
    what: str


def marks_of(workspace_id: int, since: datetime) -> dict[int, list[Mark]]:
    """Return by mailbox what came back since an instant and counts against a sender."""
    found: dict[int, list[Mark]] = {}
    values = {"workspace_id": workspace_id, "since": since}
    for mailbox_id, sent_at, came_at, kind, category in sql.rows("admission", "protection_marks", values):
        if what := _what(kind, category):
            found.setdefault(mailbox_id, []).append(Mark(sent_at, came_at, what))
    return found


def _what(kind: str, category: str) -> str:
    if kind == Kind.BOUNCED:
        return "bounces" if category in HARD else ""
    return "complaints" if kind == Kind.COMPLAINED else "blocks"


def _tally(sends: int, marks: Iterable[Mark], since: datetime) -> Tally:
    whats = [mark.what for mark in marks if mark.sent_at > since]
    return Tally(sends, *(whats.count(what) for what in ("bounces", "blocks", "complaints")))


def step(track: Track, judged: Judgement, force: InForce, evidence: Evidence) -> bool:
    """Move a mailbox to its next stage, with the decision and its event; False: it stands elsewhere by now.

    Locks its budget, in a transaction of its own.
    """

    def work() -> bool:
        locks.lock_budget(track.mailbox_id)
        Standing.objects.get_or_create(mailbox_id=track.mailbox_id)
        now = clock.world_now()
        better = judged.event in {"improve", "recover"}
        changes = {
            "protection": judged.stage,
            "protection_percent": force.acting.percent(judged.stage),
            "protection_since": now,
            "protection_clean_since": now,
        } | ({"protection_from": now} if better else {})
        standing = Standing.objects.filter(mailbox_id=track.mailbox_id, protection=track.stage)
        if not standing.update(**changes):
            return False
        _record(track, judged, force.acting, evidence, enforced=force.enforced(now))
        return True

    return in_transaction(work)


def _record(track: Track, judged: Judgement, numbers: Numbers, evidence: Evidence, *, enforced: bool) -> None:
    """Write the decision, and tell of it."""
    workspace_id = Mailbox.objects.values_list("workspace_id", flat=True).get(id=track.mailbox_id)
    made = ProtectionDecision.objects.create(
        workspace_id=workspace_id,
        mailbox_id=track.mailbox_id,
        policy_version=numbers.version,
        before=track.stage,
        after=judged.stage,
        reason=judged.reason,
        percent=numbers.percent(judged.stage),
        enforced=enforced,
        facts=evidence.as_json(),
        at=clock.now(),
        world_at=clock.world_now(),
    )
    data = {
        "state": "acting" if enforced else "watching",
        "before": track.stage,
        "reason": judged.reason,
        "version": numbers.version,
        "decision": made.id,
    }
    kind = f"protection.{judged.stage}"
    events.append(kind=kind, workspace_id=workspace_id, subject_id=track.mailbox_id, data=data)


def _tell_blindness(workspace_id: int, numbers: Numbers, world_now: datetime) -> None:
    """Tell once when so many reports name no mail of ours that nobody can judge, and once when that is over."""
    known, unknown = _reports(workspace_id, world_now - timedelta(days=numbers.days))
    kind = BLIND if blind(known, unknown, numbers) else SIGHTED
    told = Event.objects.filter(subject_id=workspace_id, kind__in=(BLIND, SIGHTED), workspace_id=workspace_id)
    last = told.order_by("-id").values_list("kind", flat=True).first() or SIGHTED
    if kind != last:
        data = {"attributed": known, "unattributed": unknown}
        events.append(kind=kind, workspace_id=workspace_id, subject_id=workspace_id, data=data)


def recover(mailbox: Mailbox, *, by_id: int | None) -> None:
    """paused -> cooling_down, by a person who has looked: what was sent until now is not judged any more.

    Locks the budget, in a transaction of its own. Raises Refused.
    """
    world_now = clock.world_now()
    force = protection_policies.in_force(mailbox.workspace_id, world_now)
    (track,) = _standings([mailbox.id])
    if force is None or track.stage is not PAUSED:
        raise Refused(f"{mailbox.address} is not paused by the protection policy.")
    ((_, evidence),) = gathered(mailbox.workspace_id, [track], force.acting, world_now)
    judged = Judgement(move(PROTECTION, track.stage, "recover"), "recover", "by_person")
    if step(track, judged, force, evidence):
        data = {"by": by_id}
        events.append(kind="protection.recovered", workspace_id=mailbox.workspace_id, subject_id=mailbox.id, data=data)
