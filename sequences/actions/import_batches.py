"""One batch of an import: at most 200 rows, their people locked in key order, all of it in one transaction."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import Any

from django.db import connection, transaction
from django.db.models import F

from app.actions import clock
from app.actions.attempts import in_transaction
from app.actions.event_batches import Line, append_many
from app.failpoints import failpoint
from app.gates import Gates, number
from bounces.actions import spellings
from bounces.actions.suppressions import suppress_person
from bounces.core.ways import Way
from bounces.models import Suppression
from mailboxes import locks
from mailboxes.actions import recipients
from mailboxes.core.address import Address, entries_matching
from sequences import queries
from sequences.actions import cautions, holds, tags
from sequences.actions.bulk_enrollment import Newcomer, enrol_many
from sequences.core.homes.origin import Origin, Whereabouts, region_in, whereabouts
from sequences.core.import_rows import FORBIDDEN, Decision, Known, address_of, decide
from sequences.core.states import CampaignState
from sequences.models import Campaign, Import, ImportRow

BATCH = locks.MOST_RECIPIENTS
FRESH = "force_custom_plan"
CACHED = "auto"  # the checks of foreign keys, five a row, would take longer to plan than to run
REASON = "imported"  # of a suppression that a file asked for


class Progress(Enum):
    """What a try to write the next batch came to."""

    WRITTEN = "written"
    AT_THE_END = "at_the_end"
    ELSEWHERE = "elsewhere"  # another process writes this import


@dataclass(frozen=True, slots=True)
class Waiting:
    """One row of the batch that has no verdict yet."""

    number: int
    recipient_id: int
    domain: str
    forbidden: bool


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows behind the mark; those that were refused or skipped at staging are passed over."""

    import_id: int
    workspace_id: int
    campaign_id: int | None
    mark: int
    new_mark: int
    scope: str
    tag_id: int | None
    rows: tuple[Waiting, ...]


def write_next(import_id: int) -> Progress:
    """Write the batch behind the mark, in one transaction under the locks of its people. Raises Busy."""
    with transaction.atomic(durable=True):
        _plan(FRESH)
        batch = _next(import_id)
    if batch is None:
        return Progress.AT_THE_END
    return in_transaction(lambda: _write(batch))


def _plan(mode: str) -> None:
    """Let statements be planned anew (FRESH), where a cached plan was made when these tables were empty, or not."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('plan_cache_mode', %s, true)", [mode])


def _next(import_id: int) -> Batch | None:
    """Read what is due next and remember its people, before any lock."""
    one = Import.objects.get(id=import_id)
    workspace_id, mark, rows_read = one.workspace_id, one.mark, one.rows_read
    if mark >= rows_read:
        return None
    # Numbers have no gaps; a range needs no sort and no LIMIT, for which stale statistics choose badly.
    new_mark = min(mark + BATCH, rows_read)
    due = ImportRow.objects.filter(batch_id=import_id, number__gt=mark, number__lte=new_mark, verdict="")
    waiting = [(row_number, address_of(data["email"]), data) for row_number, data in due.values_list("number", "data")]
    ids = recipients.remember(workspace_id, [address for _, address, _ in waiting]) if waiting else {}
    return Batch(
        import_id,
        workspace_id,
        one.campaign_id,
        mark,
        new_mark,
        one.scope,
        one.tag_id,
        tuple(_waiting(row_number, ids, address, FORBIDDEN in data) for row_number, address, data in waiting),
    )


def _waiting(row_number: int, ids: dict[str, int], address: Address, forbidden: bool) -> Waiting:  # noqa: FBT001
    return Waiting(row_number, ids[address.normalised], address.domain, forbidden)


def _write(batch: Batch) -> Progress:
    _plan(FRESH)
    if not _alone(batch.import_id):
        return Progress.ELSEWHERE
    fences = locks.enter(Gates(batch.workspace_id, batch.campaign_id), [row.recipient_id for row in batch.rows])
    if not Import.objects.filter(id=batch.import_id, mark=batch.mark, state=Import.State.RUNNING).exists():
        return Progress.WRITTEN  # by somebody else, meanwhile
    campaign = Campaign.objects.filter(id=batch.campaign_id).first() if batch.campaign_id else None
    known = _known(batch, fences)
    archived = campaign is not None and campaign.state == CampaignState.ARCHIVED
    decisions = [
        decide(
            known[row.recipient_id],
            forbidden=row.forbidden,
            campaign=campaign is not None,
            archived=archived,
            skips_known=batch.scope == Import.Scope.SKIP,
        )
        for row in batch.rows
    ]
    _suppress(batch)
    enrolled = _write_people(batch, campaign, known, decisions)
    _plan(FRESH)
    _write_verdicts(batch, decisions)
    _move_mark(batch, decisions, enrolled)
    failpoint("imports.before_commit")
    return Progress.WRITTEN


def _alone(import_id: int) -> bool:
    """Single flight: never waits; the lock ends with the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [number(f"import:{import_id}")])
        return bool(cursor.fetchone()[0])


def _known(batch: Batch, fences: dict[int, int]) -> dict[int, Known]:
    """Read, under the locks, what decides about each person; blocked domains count as suppressed."""
    entries = {domain: entries_matching(domain) for domain in {row.domain for row in batch.rows}}
    blocking = set(
        Suppression.objects.filter(
            workspace_id=batch.workspace_id, lifted_at=None, domain__in=sorted(set(chain(*entries.values())))
        ).values_list("domain", flat=True)
    )
    values = {
        "campaign_id": batch.campaign_id,
        "recipients": [row.recipient_id for row in batch.rows],
    }
    found = {row.pop("recipient_id"): row for row in queries.rows("import_known", values)}
    spelled = spellings.suppressed(batch.workspace_id, [row.recipient_id for row in batch.rows])
    for row in batch.rows:
        if row.recipient_id in spelled:
            found[row.recipient_id]["suppressed"] = True
        if not blocking.isdisjoint(entries[row.domain]):
            found[row.recipient_id]["suppressed"] = True
    return {recipient_id: Known(fence=fences[recipient_id], **row) for recipient_id, row in found.items()}


def _suppress(batch: Batch) -> None:
    """The file's own wishes: an address it forbids is never mailed again, in any campaign."""
    for row in batch.rows:
        if row.forbidden:
            suppress_person(batch.workspace_id, row.recipient_id, reason=REASON, source=Way.IMPORT)


def _write_people(
    batch: Batch, campaign: Campaign | None, known: dict[int, Known], decisions: Sequence[Decision]
) -> int:
    """Write contacts, then enrollments with their first touches; return how many were enrolled."""
    pairs = [(row, one) for row, one in zip(batch.rows, decisions, strict=True) if one.writes]
    if not pairs:
        return 0
    values = {
        "workspace_id": batch.workspace_id,
        "import_id": batch.import_id,
        "fill": batch.scope == Import.Scope.FILL,
        "first": batch.mark + 1,
        "last": batch.new_mark,
        "numbers": [row.number for row, _ in pairs],
        "recipients": [row.recipient_id for row, _ in pairs],
    }
    written = {row["recipient_id"]: row for row in queries.rows("import_contacts", values)}
    _place(written.values())
    if batch.tag_id is not None:
        tags.put(batch.workspace_id, batch.tag_id, [row["contact_id"] for row in written.values()])
    for verdict in ("created", "updated"):
        lines = [
            Line(written[row.recipient_id]["contact_id"], row.recipient_id, {"import": batch.import_id})
            for row, one in pairs
            if one.verdict == verdict
        ]
        append_many(kind=f"contact.{verdict}", workspace_id=batch.workspace_id, lines=lines)
    updated = [row.recipient_id for row, one in pairs if one.verdict == "updated"]
    holds.free_filled(updated)
    cautions.free_cleared(updated)
    if campaign is None:
        return 0
    newcomers = [
        _newcomer(written[row.recipient_id], known[row.recipient_id].fence) for row, one in pairs if one.enrols
    ]
    _plan(CACHED)
    return enrol_many(campaign, newcomers, world_now=clock.world_now(), import_id=batch.import_id)


def _newcomer(contact: dict[str, Any], fence: int) -> Newcomer:
    names = ("recipient_id", "contact_id", "time_zone", "country_code")
    return Newcomer(**{name: contact[name] for name in names}, fence=fence)


def _place(contacts: Iterable[dict[str, Any]]) -> None:
    """Derive zone and country anew of contacts that were known before, and of which a file told a part only."""
    moved = [contact for contact in contacts if _whereabouts(contact)]
    if moved:
        values = {
            "contacts": [one["contact_id"] for one in moved],
            "zones": [one["time_zone"] for one in moved],
            "origins": [one["zone_origin"] for one in moved],
            "countries": [one["country_code"] for one in moved],
        }
        queries.rows("import_whereabouts", values)


def _whereabouts(contact: dict[str, Any]) -> bool:
    """Set the columns as they follow from zone, country and region; False when they are so already."""
    given = contact["time_zone"] if contact["zone_origin"] == Origin.GIVEN else ""
    region = "" if given else region_in(queries.parsed(contact["fields"]))
    found = whereabouts(given, contact["country"], region, clock.now().year)
    stored = Whereabouts(contact["time_zone"], contact["zone_origin"], contact["country_code"])
    contact |= {"time_zone": found.time_zone, "zone_origin": str(found.zone_origin), "country_code": found.country_code}
    return found != stored


def _write_verdicts(batch: Batch, decisions: Sequence[Decision]) -> None:
    values = {
        "import_id": batch.import_id,
        "first": batch.mark + 1,
        "last": batch.new_mark,
        "numbers": [row.number for row in batch.rows],
        "recipients": [row.recipient_id for row in batch.rows],
        "verdicts": [one.verdict for one in decisions],
        "notes": [str(one.note) for one in decisions],
    }
    queries.rows("import_verdicts", values)


def _move_mark(batch: Batch, decisions: Sequence[Decision], enrolled: int) -> None:
    verdicts = [one.verdict for one in decisions]
    Import.objects.filter(id=batch.import_id, mark=batch.mark).update(
        mark=batch.new_mark,
        created=F("created") + verdicts.count("created"),
        updated=F("updated") + verdicts.count("updated"),
        skipped=F("skipped") + verdicts.count("skipped"),
        enrolled=F("enrolled") + enrolled,
    )
