"""A file of people into the workspace: staged by line, then written in batches; a killed import goes on at its mark.

Two runs of one import, two imports at once and one file twice are harmless: a batch is written under the locks of its
people, together with its rows' verdicts and the mark.
"""

from dataclasses import dataclass
from itertools import islice
from typing import BinaryIO

from django.db import transaction

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.failpoints import failpoint
from app.models import Workspace
from mailboxes.core.csv_rows import open_sheet, rows
from mailboxes.core.csv_sheet import Row, Sheet
from sequences.actions.import_batches import Progress, write_next
from sequences.actions.import_staging import copy_rows, tally
from sequences.core.columns import Mapping, check_mapping, guess_mapping
from sequences.core.contact_rows import contact_rows
from sequences.core.states import CampaignState
from sequences.models import Campaign, Import, Step

SAMPLE_ROWS = 100
"""Rows by whose values the columns are guessed."""

UNFINISHED = [Import.State.STAGED.value, Import.State.RUNNING.value]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a person confirms before anything is stored: how the file is read and what each column becomes."""

    sheet: Sheet
    mapping: Mapping
    sample: tuple[tuple[str, ...], ...]


def preview(source: BinaryIO, *, encoding: str | None = None, separator: str | None = None) -> Preview:
    """Read the head of a seekable file; nothing is stored. Raises SheetError."""
    sheet = open_sheet(source, encoding=encoding, separator=separator)
    found = islice(rows(source, sheet), SAMPLE_ROWS)
    sample = tuple(row.values for row in found if isinstance(row, Row))
    return Preview(sheet, guess_mapping(sheet.columns, sample), sample)


def stage(
    workspace: Workspace,
    name: str,
    source: BinaryIO,
    *,
    mapping: Mapping | None = None,
    campaign: Campaign | None = None,
    by_id: int | None = None,
    encoding: str | None = None,
) -> Import:
    """Store every row of the file by its line, in one transaction; nobody is written yet and nobody is locked.

    `mapping` None: guessed. Raises SheetError and MappingError, which tell line and column, and Refused; then nothing
    was stored.
    """
    check_campaign(workspace, campaign)
    seen = preview(source, encoding=encoding)
    chosen = mapping or seen.mapping
    check_mapping(chosen, seen.sheet.columns)
    with transaction.atomic(durable=True):
        made = Import.objects.create(
            workspace=workspace,
            name=name[:200],
            campaign=campaign,
            columns=list(seen.sheet.columns),
            mapping=chosen.to_json(),
            encoding=seen.sheet.encoding,
            separator=seen.sheet.separator,
            by_id=by_id,
            started_at=clock.now(),
        )
        copy_rows(made.id, contact_rows(rows(source, seen.sheet), chosen))
        Import.objects.filter(id=made.id).update(**tally(made.id))
        made.refresh_from_db()
        _told("import.staged", made)
    return made


def check_campaign(workspace: Workspace, campaign: Campaign | None) -> None:
    """Raise Refused for a campaign that nobody can be enrolled in."""
    if campaign is None:
        return
    if campaign.workspace_id != workspace.id:
        raise Refused("There is no such campaign in this workspace.")
    if campaign.state == CampaignState.ARCHIVED:
        raise Refused("The campaign is archived: nobody can be enrolled in it.")
    if not Step.objects.filter(campaign=campaign, removed_at=None).exists():
        raise Refused("The campaign has no steps yet: nobody can be enrolled in it.")


def run(import_id: int) -> Import:
    """Write batch after batch from the mark on; return the import as it stands when it ends or somebody else runs it.

    Raises Busy when locks were not to be had; what was written stays, and running it again goes on from there.
    """
    Import.objects.filter(id=import_id, state=Import.State.STAGED).update(state=Import.State.RUNNING)
    progress = Progress.WRITTEN
    while progress is Progress.WRITTEN:
        progress = write_next(import_id)
        failpoint("imports.after_batch")
    if progress is Progress.AT_THE_END:
        in_transaction(lambda: _finish(import_id))
    return Import.objects.get(id=import_id)


def unfinished() -> list[int]:
    """Return the imports that wait or were interrupted, oldest first: running each again is harmless."""
    return list(Import.objects.filter(state__in=UNFINISHED).order_by("id").values_list("id", flat=True))


def _finish(import_id: int) -> None:
    """running -> done, or failed when no row was valid; the numbers are counted from the rows."""
    running = Import.objects.select_for_update().filter(id=import_id, state=Import.State.RUNNING).first()
    if running is None:
        return
    counted = tally(import_id)
    valid = counted["rows_read"] > counted["rejected"]
    state = Import.State.DONE if valid else Import.State.FAILED
    Import.objects.filter(id=import_id).update(**counted, state=state, finished_at=clock.now())
    running.refresh_from_db()
    _told("import.finished", running)


def _told(kind: str, one: Import) -> None:
    numbers = ("rows_read", "created", "updated", "skipped", "rejected", "enrolled")
    data = {"state": str(one.state), "campaign": one.campaign_id, **{name: getattr(one, name) for name in numbers}}
    events.append(kind=kind, workspace_id=one.workspace_id, subject_id=one.id, data=data)
