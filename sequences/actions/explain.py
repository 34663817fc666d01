"""Explain one delivery or one person's sequence from the ledger: facts, rules, verdicts, what came back, what is next.

Reads one snapshot and writes nothing. Without `addresses` it names people and mailboxes by their ids only.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from admission.actions.ledger import recorded
from app.actions import clock, snapshots
from app.core.errors import Refused
from app.models import Workspace
from mailboxes.core.address import entries_matching
from sequences import queries
from sequences.actions.explain_live import Live, Outlook, ToldGate, live, outlook, told
from sequences.core.explanation import Section, Teller, rendered
from sequences.core.states import OPEN_TOUCH
from sequences.screens.words import sentence

NEWEST_EVENTS = 200
LONGEST_ID = 19  # digits; more is no id of ours

type Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Person:
    """Why somebody in a campaign is not mailed, as data: gates in the order of asking, and when all stand open.

    `earliest` None: nobody knows, or there is nothing to wait for. `mailbox_id` is whose gates they are; `mail_written`
    False: no mail is prepared yet, and the gates are those of one that would be. Instants are world time.
    `time_zone` is their zone; `zone_origin` given, derived (from country or state) or default (the campaign's).
    `next_at` is the slot of the next step, or else the earliest time at which it would be looked at.
    """

    enrollment_id: int
    contact_id: int | None
    campaign_id: int
    state: str
    position: int | None
    waits_for: str
    mailbox_id: int | None
    mail_written: bool
    gates: list[ToldGate]
    earliest: datetime | None
    time_zone: str
    zone_origin: str
    next_at: datetime | None


def delivery(name: str, *, addresses: bool = False) -> str:
    """Explain the delivery with this id or Message-ID. Raises Refused when there is none."""
    with snapshots.read_only():
        number = int(name) if name.isdecimal() and len(name) < LONGEST_ID else None
        values = {"delivery_id": number, "message_id": name.strip("<> ")}
        found = queries.rows("explain_delivery", values)
        if not found:
            raise Refused("There is no such delivery.")
        row = found[0]
        teller = _teller(row["workspace_id"])
        about = _about_delivery(teller, row, addresses=addresses)
        head = Section(f"Delivery {row['delivery_id']}: {row['state']}", about)
        if row["enrollment_id"] is None:
            return rendered([head, *_history(teller, row, [row["delivery_id"]], domain="")])
        return rendered([head, *_sequence(teller, _enrollment(row["enrollment_id"]), [row["delivery_id"]])])


def enrollment(enrollment_id: int, *, addresses: bool = False) -> str:
    """Explain one person's way through a campaign. Raises Refused when there is none."""
    with snapshots.read_only():
        row = _enrollment(enrollment_id)
        teller = _teller(row["workspace_id"])
        head = Section(f"Enrollment {enrollment_id}: {row['state']}", _about_person(teller, row, addresses=addresses))
        return rendered([head, *_sequence(teller, row, None)])


def _enrollment(enrollment_id: int) -> Row:
    found = queries.rows("explain_enrollment", {"enrollment_id": enrollment_id})
    if not found:
        raise Refused("There is no such enrollment.")
    return found[0]


def _teller(workspace_id: int) -> Teller:
    zone = Workspace.objects.values_list("time_zone", flat=True).get(id=workspace_id)
    return Teller(zone, sentence)


def _about_delivery(teller: Teller, row: Row, *, addresses: bool) -> tuple[str, ...]:
    state = ("kind", "reason", "attempts", "permit_id", "not_before", "accepted_world", "delivery_status")
    places = ("recipient_id", "mailbox_id", "campaign_id", "step_id", "enrollment_id", "touch_id", "resend")
    hidden = ("message_id", "address", "mailbox_address", "answers") if addresses else ()
    return tuple(teller.columns(row, *names) for names in (state, places, ("token", *hidden)))


def _about_person(teller: Teller, row: Row, *, addresses: bool) -> tuple[str, ...]:
    shown = ("address", "domain") if addresses else ()
    return (
        teller.columns(row, "campaign_id", "campaign", "campaign_state", "halted"),
        teller.columns(row, "contact_id", "recipient_id", "mailbox_id", "import_id", "fence", *shown),
        teller.columns(row, "time_zone", "in_person_zone", "person_zone", "zone_origin", "person_country"),
        teller.columns(row, "enrolled_at", "last_accepted_at", "absent_until", "ended_at", "reason"),
    )


def _sequence(teller: Teller, row: Row, deliveries: list[int] | None) -> Iterable[Section]:
    """Yield what is next for the person and everything that happened; `deliveries` None: all of the sequence."""
    touches = queries.rows("explain_touches", {"enrollment_id": row["enrollment_id"]})
    next_touch = next((touch for touch in touches if touch["state"] in OPEN_TOUCH), None)
    email = next_touch if next_touch is not None and next_touch["kind"] == "email" else None
    seen = None if email is None else outlook(row, email)
    judged = live(row, email, seen) if email is not None and seen is not None else None
    waits = teller.waits_for(row, next_touch, judged.verdict if judged else None, clock.world_now())
    yield Section("What it waits for", (waits,))
    yield from _judged(teller, judged)
    yield Section("The planner's view", _planned(teller, seen) if seen is not None else (), "")
    yield Section("Steps", tuple(_step(teller, touch) for touch in touches))
    all_of_it = [touch["delivery_id"] for touch in touches if touch["delivery_id"] is not None]
    yield from _history(teller, row, all_of_it if deliveries is None else deliveries, domain=row["domain"])


def person(enrollment_id: int) -> Person:
    """Explain one person's next step as data. Raises Refused when there is no such enrollment."""
    with snapshots.read_only():
        row = _enrollment(enrollment_id)
        touches = queries.rows("explain_touches", {"enrollment_id": enrollment_id})
        touch = next((one for one in touches if one["state"] in OPEN_TOUCH), None)
        email = touch if touch is not None and touch["kind"] == "email" else None
        judged = live(row, email, outlook(row, email)) if email is not None else None
        teller = _teller(row["workspace_id"])
        verdict = judged.verdict if judged else None
        return Person(
            enrollment_id=enrollment_id,
            contact_id=row["contact_id"],
            campaign_id=row["campaign_id"],
            state=row["state"],
            position=touch["position"] if touch else None,
            waits_for=teller.waits_for(row, touch, verdict, clock.world_now()),
            mailbox_id=judged.mailbox_id if judged else None,
            mail_written=judged is not None and not judged.supposed,
            gates=told(judged.gates) if judged else [],
            earliest=judged.earliest if judged else None,
            time_zone=row["person_zone"] or row["time_zone"],
            zone_origin=row["zone_origin"],
            next_at=(touch["slot_at"] or touch["eligible_at"]) if touch else None,
        )


def _judged(teller: Teller, judged: Live | None) -> Iterable[Section]:
    if judged is None:
        return
    of = f", from mailbox {judged.mailbox_id}" if judged.supposed else ""
    yield Section(f"Every rule of a permit, if it were asked for now{of}", tuple(map(teller.gate, judged.gates)))
    unknown = "nobody knows: somebody or something has to open a gate first"
    yield Section("At the earliest", (teller.when(judged.earliest) if judged.earliest else unknown,))
    yield Section("Facts, as they stand now", teller.facts(recorded(judged.facts)))


def _planned(teller: Teller, seen: Outlook) -> tuple[str, ...]:
    rooms = [f"mailbox {mailbox}: {_room(room)}" for mailbox, room in seen.rooms.items()]
    return (f"the window is open from {teller.when(seen.opens_at)}", *rooms)


def _room(room: Any) -> str:
    if room is None:
        return "may not send now, or its campaign does not run"
    return f"room for {room.free}: of {room.limit} ({room.bound_by}) {room.used_today} used, {room.handed_out} given"


def _step(teller: Teller, touch: Row) -> str:
    names = ("touch_id", "mailbox_id", "assigned_reason", "delivery_id", "delivery_state")
    times = ("due_at", "eligible_at", "slot_at", "closed_at")
    reason = f" {teller.why(touch['hold_reason'], touch['hold_detail'])}." if touch["hold_reason"] else ""
    told = f"{touch['position']} {touch['kind']}: {touch['state']}.{reason}"
    return " ".join([told, teller.columns(touch, *names), teller.columns(touch, *times)])


def _history(teller: Teller, row: Row, deliveries: list[int], *, domain: str) -> Iterable[Section]:
    """Yield permits, refusals, ledger, what came back, suppressions and the log of the person."""
    values = {
        "deliveries": deliveries,
        "recipient_id": row["recipient_id"],
        "workspace_id": row["workspace_id"],
        "entries": list(entries_matching(domain)) if domain else [],
        "most": NEWEST_EVENTS,
    }
    permits = queries.rows("explain_permits", values)
    refusals = queries.rows("explain_refusals", values)
    yield Section("Permits", tuple(_permit(teller, one) for one in permits))
    yield Section("Facts of the last permit, to which no rule objected", _last_facts(teller, permits), "")
    yield Section("Refused permits", tuple(_refusal(teller, one) for one in refusals))
    yield Section("Facts of the last refusal", _last_facts(teller, refusals), "")
    yield Section("Looked for, and judged, while it was in doubt", _doubts(teller, values), "")
    for title, name in (
        ("Ledger: steps that this person gets once", "explain_ledger"),
        ("What came back", "explain_outcomes"),
        ("Suppressions and open opt-outs", "explain_suppressions"),
    ):
        yield Section(title, tuple(teller.columns(one, *one) for one in queries.rows(name, values)))
    yield Section("Log of this person", tuple(map(teller.event, queries.rows("explain_events", values))))


def _doubts(teller: Teller, values: Row) -> tuple[str, ...]:
    return tuple(teller.columns(one, *one) for one in queries.rows("explain_doubts", values))


def _permit(teller: Teller, one: Row) -> str:
    names = ("delivery_id", "kind", "number", "local_day", "fence", "policy_version", "response")
    granted = teller.when(one["world_at"])
    return f"permit {one['permit_id']}: {one['state']}, granted {granted} {teller.columns(one, *names)}"


def _refusal(teller: Teller, one: Row) -> str:
    return f"{teller.when(one['world_at'])} delivery {one['delivery_id']}: {teller.why(one['reason'])}."


def _last_facts(teller: Teller, rows: list[Row]) -> tuple[str, ...]:
    stored = next((row["facts"] for row in reversed(rows) if row["facts"]), None)
    return teller.facts(json.loads(stored)) if stored else ()
