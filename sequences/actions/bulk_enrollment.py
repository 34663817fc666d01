"""Enrol many people at once: the same rows as enrollments.enrol writes, by two statements for all of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.actions.event_batches import Line, append_many
from app.core.chance import chance
from sequences import queries
from sequences.actions import cautions, earlier_letters
from sequences.actions.enrollments import campaign_hours
from sequences.core.due import Due
from sequences.core.following import due_next, variant_for
from sequences.core.hours import CampaignHours, Home, hours_for
from sequences.models import Campaign, Step, Variant


@dataclass(frozen=True, slots=True)
class Newcomer:
    """One person to enrol; `fence` was read under their lock: what came back before it does not stop this."""

    recipient_id: int
    contact_id: int
    time_zone: str
    country_code: str
    fence: int


def enrol_many(
    campaign: Campaign, people: Sequence[Newcomer], *, world_now: datetime, import_id: int | None = None
) -> int:
    """Write enrollments, first touches and events; return how many. Who is in the campaign already is left alone.

    The caller holds the campaign's gate and the recipients' locks. A campaign without steps takes nobody.
    """
    first = Step.objects.filter(campaign=campaign, removed_at=None).order_by("position").first()
    if not people or first is None:
        return 0
    values = {
        "workspace_id": campaign.workspace_id,
        "campaign_id": campaign.id,
        "import_id": import_id,
        "world_now": world_now,
        "contacts": [person.contact_id for person in people],
        "recipients": [person.recipient_id for person in people],
        "fences": [person.fence for person in people],
    }
    enrolled = {row["recipient_id"]: row["id"] for row in queries.rows("import_enrollments", values)}
    newcomers = [person for person in people if person.recipient_id in enrolled]
    _write_touches(campaign, first, newcomers, enrolled, world_now)
    cautions.hold([person.contact_id for person in newcomers], list(enrolled.values()))
    earlier_letters.hold(campaign.workspace_id, enrolled, world_now)
    data = {"campaign": campaign.id, "import": import_id}
    lines = [Line(enrolled[person.recipient_id], person.recipient_id, data) for person in newcomers]
    append_many(kind="enrollment.started", workspace_id=campaign.workspace_id, lines=lines)
    return len(newcomers)


def _write_touches(
    campaign: Campaign, step: Step, people: Sequence[Newcomer], enrolled: dict[int, int], world_now: datetime
) -> None:
    hours = campaign_hours(campaign)
    variants = list(Variant.objects.filter(step=step).order_by("id").values_list("id", "weight"))
    due = [_due(campaign, step, person, hours, world_now) for person in people]
    ids = [enrolled[person.recipient_id] for person in people]
    values = {
        "workspace_id": campaign.workspace_id,
        "campaign_id": campaign.id,
        "step_id": step.id,
        "position": step.position,
        "kind": step.kind,
        "enrollments": ids,
        "variants": [variant_for(variants, chance("variant", one, step.id)) for one in ids],
        "due": [one.due_at for one in due],
        "eligible": [one.eligible_at for one in due],
    }
    queries.rows("import_touches", values)


def _due(campaign: Campaign, step: Step, person: Newcomer, hours: CampaignHours, world_now: datetime) -> Due:
    drawn = chance("enrol", campaign.id, person.recipient_id)
    person_hours = hours_for(hours, Home(person.time_zone, person.country_code), world_now)
    return due_next(world_now, step.delay_amount, step.delay_unit, person_hours, drawn, None)
