"""Why a campaign sends nothing just now: what has to be so before a mail of it can leave, in order; pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

RUNNING = "running"


@dataclass(frozen=True, slots=True)
class BoxStanding:
    """One of its mailboxes: the first of its own gates that is shut ("": all are open), and today's room."""

    mailbox_id: int
    reason: str
    earliest: datetime | None
    free: int


@dataclass(frozen=True, slots=True)
class CampaignStanding:
    """A campaign as it stands; instants are world time.

    `waiting` people have an open step, `held` of them wait for somebody or something, `due` could be mailed now.
    `sends_left` and `openers_left` are what its own numbers still allow today, `tomorrow` when they are new.
    """

    now: datetime
    halted: bool
    state: str
    ends_at: datetime | None
    canary: str
    canary_until: datetime | None
    waiting: int
    held: int
    due: int
    next_due_at: datetime | None
    next_slot_at: datetime | None
    opens_at: datetime | None
    sends_left: int | None
    openers_left: int | None
    tomorrow: datetime
    boxes: Sequence[BoxStanding]


@dataclass(frozen=True, slots=True)
class CampaignGate:
    """One condition, met where `reason` is ""; `earliest`: when it is met by itself, None where somebody has to act."""

    name: str
    reason: str
    value: dict[str, Any]
    earliest: datetime | None = None


def campaign_gates(one: CampaignStanding) -> tuple[CampaignGate, ...]:
    """Return every condition in order; the first that is not met is why nothing of the campaign leaves."""
    ended = one.ends_at is not None and one.ends_at <= one.now
    return (
        CampaignGate("not_halted", _if("halted", one.halted), {}),
        CampaignGate("running", _if("campaign_not_running", one.state != RUNNING), {"state": one.state}),
        CampaignGate("not_over", _if("campaign_ended", ended), {"ends_at": one.ends_at}),
        _people(one),
        _due(one),
        _window(one),
        _mailboxes(one),
        _room(one),
        _numbers(one),
        _canary(one),
    )


def _if(reason: str, wrong: bool) -> str:  # noqa: FBT001 - the condition itself
    return reason if wrong else ""


def _people(one: CampaignStanding) -> CampaignGate:
    """Somebody is left who is not held."""
    reason = "nobody_left" if not one.waiting else _if("everybody_held", one.waiting == one.held)
    return CampaignGate("somebody_left", reason, {"waiting": one.waiting, "held": one.held})


def _due(one: CampaignStanding) -> CampaignGate:
    value = {"due": one.due, "next_due_at": one.next_due_at}
    return CampaignGate("somebody_due", _if("early", not one.due), value, None if one.due else one.next_due_at)


def _window(one: CampaignStanding) -> CampaignGate:
    """The campaign's window is open by its own clock; people of other zones have their own."""
    if one.opens_at is None:
        return CampaignGate("window_open", "window_never_opens", {"opens_at": None})
    shut = one.opens_at > one.now
    return CampaignGate("window_open", _if("window", shut), {"opens_at": one.opens_at}, one.opens_at if shut else None)


def _mailboxes(one: CampaignStanding) -> CampaignGate:
    """One of its mailboxes may send, whatever room it has; where none may, the first to be ready is named."""
    ready = [box for box in one.boxes if not box.reason or box.reason in OF_ROOM]
    value: dict[str, Any] = {"mailboxes": len(one.boxes), "ready": len(ready)}
    if ready:
        return CampaignGate("mailbox_ready", "", value)
    if not one.boxes:
        return CampaignGate("mailbox_ready", "no_mailbox", value)
    first = _first(one.boxes)
    return CampaignGate("mailbox_ready", first.reason, value | {"mailbox": first.mailbox_id}, first.earliest)


def _room(one: CampaignStanding) -> CampaignGate:
    """One of its mailboxes has room and may use it now; else the first that will is named."""
    value: dict[str, Any] = {"free": sum(box.free for box in one.boxes)}
    shut = [box for box in one.boxes if box.reason in OF_ROOM]
    if any(not box.reason for box in one.boxes) or not shut:
        return CampaignGate("mailbox_has_room", "", value)
    first = _first(shut)
    return CampaignGate("mailbox_has_room", first.reason, value | {"mailbox": first.mailbox_id}, first.earliest)


def _first(boxes: Sequence[BoxStanding]) -> BoxStanding:
    """Return the one that is ready first; one that only somebody can mend comes last."""
    by_itself = [box for box in boxes if box.earliest is not None]
    return min(by_itself, key=lambda box: (box.earliest, box.mailbox_id)) if by_itself else boxes[0]


def _numbers(one: CampaignStanding) -> CampaignGate:
    """Its own numbers of today are not used up."""
    value = {"sends_left": one.sends_left, "openers_left": one.openers_left}
    spent = one.sends_left == 0
    return CampaignGate("own_numbers", _if("campaign_day", spent), value, one.tomorrow if spent else None)


def _canary(one: CampaignStanding) -> CampaignGate:
    """It does not rest after its first people; follow-ups go on all the same."""
    value = {"first_people": one.canary, "until": one.canary_until}
    if one.canary == "held":
        return CampaignGate("first_people", "canary_held", value)
    until = one.canary_until
    if one.canary == "resting" and until is not None and until > one.now:
        return CampaignGate("first_people", "canary_rests", value, until)
    return CampaignGate("first_people", "", value)


OF_ROOM = frozenset({"cap", "ramp", "hard_breaker", "protection", "reserved", "hour", "rolling", "gap", "in_flight"})
