"""Why nothing of a campaign is sent: its conditions in order, its mailboxes, and whom it did not mail today."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from admission.core.scopes import Scope
from admission.models import Counter
from app.actions import clock, snapshots
from app.core.windows import NeverOpens
from app.core.zones import day_bounds, local_day
from sequences import queries
from sequences.actions import explain_mailbox, not_mailed
from sequences.actions.enrollments import campaign_hours
from sequences.actions.explain_mailbox import MailboxExplained
from sequences.actions.not_mailed import Group
from sequences.core.campaign_gates import BoxStanding, CampaignGate, CampaignStanding, campaign_gates
from sequences.core.hours import SOMEWHERE, ends_at, hours_for
from sequences.models import Campaign, CampaignMailbox
from sequences.screens.words import held


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of the campaign as people read it."""

    name: str
    passed: bool
    reason: str
    sentence: str
    value: dict[str, Any]
    earliest: datetime | None


@dataclass(frozen=True, slots=True)
class Sender:
    """One of its mailboxes in short: the first shut gate and when it opens; "": all are open."""

    mailbox_id: int
    address: str
    arithmetic: str
    free: int
    reason: str
    sentence: str
    earliest: datetime | None


@dataclass(frozen=True, slots=True)
class CampaignExplained:
    """`because` is the first condition that is not met, "" where mails may leave; instants are world time."""

    campaign_id: int
    campaign: str
    state: str
    because: str
    conditions: list[Condition]
    mailboxes: list[Sender]
    next_slot_at: datetime | None
    next_due_at: datetime | None
    due_today: int
    mailed_today: int
    not_mailed_today: list[Group]


def campaign(found: Campaign) -> CampaignExplained:
    """Explain a campaign as it stands now; reads one snapshot."""
    with snapshots.read_only():
        senders = [explain_mailbox.mailbox(link.mailbox) for link in _links(found)]
        standing = _standing(found, senders)
        conditions = [_condition(gate) for gate in campaign_gates(standing)]
        day = not_mailed.totals(found.workspace, found)
        return CampaignExplained(
            campaign_id=found.id,
            campaign=found.name,
            state=found.state,
            because=next((one.sentence for one in conditions if not one.passed), ""),
            conditions=conditions,
            mailboxes=[_sender(one) for one in senders],
            next_slot_at=standing.next_slot_at,
            next_due_at=standing.next_due_at,
            due_today=day.due,
            mailed_today=day.mailed,
            not_mailed_today=day.groups,
        )


def _links(found: Campaign) -> list[CampaignMailbox]:
    return list(CampaignMailbox.objects.filter(campaign=found).select_related("mailbox").order_by("mailbox_id"))


def _standing(found: Campaign, senders: list[MailboxExplained]) -> CampaignStanding:
    now = clock.world_now()
    row = queries.rows("explain_campaign", {"campaign_id": found.id, "now": now})[0]
    today = local_day(found.time_zone, now)
    used = dict(
        Counter.objects.filter(workspace_id=found.workspace_id, key=str(found.id), day=today).values_list(
            "scope", "used"
        )
    )
    hours = hours_for(campaign_hours(found), SOMEWHERE, now)
    try:
        opens_at = hours.next_open(now)
    except NeverOpens:
        opens_at = None
    return CampaignStanding(
        now=now,
        halted=found.workspace.halted_at is not None,
        state=found.state,
        ends_at=ends_at(found.time_zone, found.ends_on),
        canary=found.canary,
        canary_until=found.canary_until,
        opens_at=opens_at,
        sends_left=_left(found.day_cap, used.get(Scope.CAMPAIGN_DAY, 0)),
        openers_left=_left(found.new_per_day, used.get(Scope.OPENERS, 0)),
        tomorrow=day_bounds(found.time_zone, today)[1],
        boxes=[_box(one) for one in senders],
        **row,
    )


def _left(limit: int | None, used: int) -> int | None:
    return None if limit is None else max(0, limit - used)


def _box(one: MailboxExplained) -> BoxStanding:
    shut = next((gate for gate in one.gates if not gate.passed and gate.reason != "halted"), None)
    return BoxStanding(one.mailbox_id, shut.reason if shut else "", shut.earliest if shut else None, one.room.free)


def _sender(one: MailboxExplained) -> Sender:
    box = _box(one)
    sentence = str(held(box.reason).because) if box.reason else ""
    return Sender(one.mailbox_id, one.address, one.arithmetic, box.free, box.reason, sentence, box.earliest)


def _condition(gate: CampaignGate) -> Condition:
    sentence = str(held(gate.reason).because) if gate.reason else ""
    return Condition(gate.name, not gate.reason, gate.reason, sentence, gate.value, gate.earliest)
