"""Settings of a campaign change as one: hours move what waits, everything else holds from the commit on."""

from collections.abc import Mapping, Sequence
from typing import Any

from app import gates
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from mailboxes.core.states import MailboxState
from mailboxes.models import Mailbox
from sequences.actions import timetable
from sequences.actions.editing import versions
from sequences.core.states import CampaignState
from sequences.models import Campaign, CampaignMailbox, CampaignVersion

SHOWN = (  # what a version keeps of a campaign
    "name",
    "priority",
    "weight",
    "time_zone",
    "in_person_zone",
    "window",
    "new_per_day",
    "day_cap",
    "unsubscribe_mode",
    "company_rule",
    "canary_size",
)
HOURS = ("window", "time_zone", "in_person_zone", "calendar", "days_off", "ends_on")


def pool_of(campaign: Campaign) -> dict[int, int]:
    """Return mailbox -> weight."""
    return dict(CampaignMailbox.objects.filter(campaign=campaign).values_list("mailbox_id", "weight"))


def shown(campaign: Campaign) -> dict[str, Any]:
    """Return the settings as a version keeps them: numbers and names, no addresses."""
    days = {"ends_on": campaign.ends_on.isoformat() if campaign.ends_on else None, "owner": campaign.owner_id}
    pool = {str(mailbox): weight for mailbox, weight in sorted(pool_of(campaign).items())}
    return {name: getattr(campaign, name) for name in SHOWN} | days | {"mailboxes": pool}


def change(
    campaign: Campaign, columns: Mapping[str, Any], pool: Mapping[int, int] | None = None, *, by_id: int | None = None
) -> int:
    """Write columns, and the mailboxes with their weights; return how many waiting steps moved.

    Closes the campaign's gate, once more where hours change. A mailbox that leaves keeps the threads it began: whoever
    heard from it goes on hearing from it. Raises Refused, which changes nothing, Busy.
    """
    hours = {name: value for name, value in columns.items() if name in HOURS and getattr(campaign, name) != value}
    rest = {name: value for name, value in columns.items() if name not in HOURS}
    in_transaction(lambda: _write(campaign, rest, pool, hours, by_id))
    moved = timetable.change(campaign, hours, by_id=by_id) if hours else 0
    campaign.refresh_from_db()
    return moved


def _write(
    campaign: Campaign,
    columns: Mapping[str, Any],
    pool: Mapping[int, int] | None,
    hours: Mapping[str, Any],
    by_id: int | None,
) -> None:
    gates.close(f"campaign:{campaign.id}")
    fresh = Campaign.objects.get(id=campaign.id)
    if fresh.state == CampaignState.ARCHIVED:
        raise Refused("The campaign is archived, for good.")
    before = shown(fresh)
    name = columns.get("name", fresh.name)
    if Campaign.objects.filter(workspace_id=fresh.workspace_id, name=name).exclude(id=fresh.id).exists():
        raise Refused("Another campaign has that name.")
    Campaign.objects.filter(id=fresh.id).update(**columns)
    if pool is not None:
        _write_pool(fresh, pool)
    after = shown(Campaign.objects.get(id=fresh.id))
    plain = {one: str(value) for one, value in hours.items() if one not in {"calendar", "days_off"}}
    if after != before or hours:
        kind = CampaignVersion.Kind.SETTINGS
        versions.keep(fresh, kind, by_id=by_id, before=before, after=after | plain)


def _write_pool(campaign: Campaign, pool: Mapping[int, int]) -> None:
    known = set(Mailbox.objects.filter(workspace_id=campaign.workspace_id, id__in=pool).values_list("id", flat=True))
    if known != set(pool):
        raise Refused("One of these mailboxes is not of this workspace.")
    if campaign.state == CampaignState.RUNNING and not pool:
        raise Refused("A running campaign needs a mailbox to send from: pause it first.")
    CampaignMailbox.objects.filter(campaign=campaign).exclude(mailbox_id__in=pool).delete()
    for mailbox_id, weight in pool.items():
        CampaignMailbox.objects.update_or_create(
            campaign=campaign,
            mailbox_id=mailbox_id,
            defaults={"weight": weight},
            create_defaults={"weight": weight, "workspace_id": campaign.workspace_id},
        )


def usable(workspace_id: int) -> Sequence[Mailbox]:
    """Return the mailboxes a campaign may send from: those that were not let go."""
    found = Mailbox.objects.filter(workspace_id=workspace_id).exclude(state=MailboxState.DISCONNECTED)
    return list(found.order_by("address"))
