"""An uploaded or pasted file of people until its rows are staged: kept in pieces, read by the worker, then gone.

uploaded -> reading (a person said what its columns are) -> read (rows staged and counted, nobody written) -> staged
(confirmed: the import runs). What nobody goes on with is deleted within a day.
"""

import io
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice
from typing import BinaryIO

from django.db import transaction

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.models import Workspace
from mailboxes.core.csv_encoding import ENCODINGS
from mailboxes.core.csv_rows import rows
from mailboxes.core.csv_sheet import SheetError
from sequences.actions import import_foresight, imports
from sequences.actions.import_staging import copy_rows, tally
from sequences.core.columns import Mapping, check_mapping, mapping_from_json
from sequences.core.contact_rows import contact_rows
from sequences.core.workbook import as_csv, is_workbook
from sequences.models import Campaign, Import, ImportPiece, ImportRow, Tag

LARGEST = 100 * 1024 * 1024
PIECE = 256 * 1024
KEPT = timedelta(hours=24)
CELLS_KEPT = timedelta(days=7)  # of refused rows, which a person may fetch to mend them
BEFORE = [Import.State.UPLOADED.value, Import.State.READING.value, Import.State.READ.value]


@dataclass(frozen=True, slots=True)
class Answers:
    """What a person says once of a whole file."""

    mapping: Mapping
    encoding: str
    separator: str
    scope: str
    source: str = ""
    basis: str = ""
    verified_on: date | None = None
    tag: Tag | None = None
    campaign: Campaign | None = None


def receive(workspace: Workspace, name: str, source: BinaryIO, *, by_id: int | None = None) -> Import:
    """Keep a file, a workbook as the text of its first sheet; nothing is said yet about its columns.

    Raises SheetError: then nothing is kept.
    """
    source.seek(0)
    head = source.read(4)
    if not head:
        raise SheetError("The file is empty.")
    source.seek(0)
    pieces = as_csv(source) if is_workbook(head) else _pieces(source)
    with transaction.atomic(durable=True):
        made = Import.objects.create(
            workspace=workspace,
            name=name[:200],
            state=Import.State.UPLOADED,
            encoding="utf-8" if is_workbook(head) else "",
            separator="," if is_workbook(head) else "",
            by_id=by_id,
            started_at=clock.now(),
        )
        _keep(made, pieces)
        _told("import.uploaded", made, by_id)
    return made


def _pieces(source: BinaryIO) -> Iterator[bytes]:
    while piece := source.read(PIECE):
        yield piece


def _keep(made: Import, pieces: Iterable[bytes]) -> None:
    size = 0
    for number, piece in enumerate(pieces):
        size += len(piece)
        if size > LARGEST:
            raise SheetError("The file is larger than 100 MB: split it.")
        ImportPiece.objects.create(batch=made, number=number, data=piece)


@contextmanager
def opened(one: Import) -> Iterator[BinaryIO]:
    """Put the pieces together in a file without a name, which is gone afterwards."""
    with tempfile.TemporaryFile() as file:
        pieces = ImportPiece.objects.filter(batch=one).order_by("number")
        for piece in pieces.values_list("data", flat=True).iterator(chunk_size=8):
            file.write(piece)
        file.seek(0)
        yield file


def look(one: Import, *, encoding: str = "", separator: str = "") -> imports.Preview:
    """Read the head of a kept file; what is not named is what was found or chosen before. Raises SheetError."""
    head = io.BytesIO()
    pieces = ImportPiece.objects.filter(batch=one).order_by("number")
    if encoding or one.encoding:
        for piece in islice(pieces.values_list("data", flat=True).iterator(chunk_size=4), 8):
            head.write(piece)
        chosen = _chosen(encoding or one.encoding)
        return imports.preview(head, encoding=chosen, separator=separator or one.separator or None)
    with opened(one) as whole:  # the encoding is judged by all of it
        return imports.preview(whole, separator=separator or None)


def _chosen(encoding: str) -> str | None:
    """Return what to read by; a byte-order mark says it better than anybody."""
    return encoding if encoding in ENCODINGS else None


def found(one: Import) -> imports.Preview:
    """Look at a new upload once, and remember how it is read. Raises SheetError."""
    seen = look(one)
    Import.objects.filter(id=one.id, state=Import.State.UPLOADED).update(
        encoding=seen.sheet.encoding, separator=seen.sheet.separator, columns=list(seen.sheet.columns)
    )
    return seen


def answer(one: Import, said: Answers, *, by_id: int | None = None) -> None:
    """uploaded -> reading: the worker may read the file with this. Raises SheetError, MappingError, Refused."""
    seen = look(one, encoding=said.encoding, separator=said.separator)
    check_mapping(said.mapping, seen.sheet.columns)
    imports.check_campaign(one.workspace, said.campaign)
    won = Import.objects.filter(id=one.id, state=Import.State.UPLOADED).update(
        state=Import.State.READING,
        columns=list(seen.sheet.columns),
        mapping=said.mapping.to_json(),
        encoding=seen.sheet.encoding,
        separator=seen.sheet.separator,
        scope=said.scope,
        source=said.source,
        basis=said.basis,
        verified_on=said.verified_on,
        tag=said.tag,
        campaign=said.campaign,
        by_id=by_id,
    )
    if not won:
        raise Refused("This file is being read already.")


def to_be_read() -> list[int]:
    """Return the imports whose file waits for the worker, oldest first."""
    return list(Import.objects.filter(state=Import.State.READING).order_by("id").values_list("id", flat=True))


def read(import_id: int) -> None:
    """reading -> read: stage every row, count whom it speaks of, and delete the file; in one transaction.

    A file that cannot be read ends it, with the sentence. Another process at the same file is left alone.
    """
    try:
        with transaction.atomic(durable=True):
            waiting = Import.objects.select_for_update(skip_locked=True, of=("self",))
            one = waiting.filter(id=import_id, state=Import.State.READING).first()
            if one is not None:
                _read(one)
    except SheetError as error:
        sentence = str(error)
        in_transaction(lambda: _unreadable(import_id, sentence))


def _unreadable(import_id: int, sentence: str) -> None:
    """reading -> failed: its end is the file's, and the sentence is shown."""
    one = Import.objects.select_for_update(of=("self",)).filter(id=import_id, state=Import.State.READING).first()
    if one is None:
        return
    Import.objects.filter(id=import_id).update(state=Import.State.FAILED, said=sentence[:300], finished_at=clock.now())
    ImportPiece.objects.filter(batch_id=import_id).delete()
    _told("import.finished", one, one.by_id)


def _read(one: Import) -> None:
    mapping = mapping_from_json(one.mapping)
    with opened(one) as source:
        sheet = imports.preview(source, encoding=_chosen(one.encoding), separator=one.separator).sheet
        copy_rows(one.id, contact_rows(rows(source, sheet), mapping), keep_cells=True)
    ImportPiece.objects.filter(batch=one).delete()
    foreseen = import_foresight.foresee(one)
    Import.objects.filter(id=one.id).update(state=Import.State.READ, foreseen=foreseen, **tally(one.id))
    _told("import.read", one, one.by_id)


def confirm(one: Import, *, by_id: int | None = None) -> bool:
    """read -> staged, by a person who saw the numbers; False when somebody else was faster."""

    def work() -> bool:
        won = Import.objects.filter(id=one.id, state=Import.State.READ).update(state=Import.State.STAGED)
        if won:
            _told("import.confirmed", one, by_id)
        return won == 1

    return in_transaction(work)


def cancel(one: Import, *, by_id: int | None = None) -> bool:
    """Delete an import that wrote nobody yet, file, rows and all; False when it began meanwhile."""

    def work() -> bool:
        locked = Import.objects.select_for_update(of=("self",)).filter(id=one.id, state__in=BEFORE).first()
        if locked is None:
            return False
        ImportRow.objects.filter(batch=locked).delete()
        ImportPiece.objects.filter(batch=locked).delete()
        Import.objects.filter(id=locked.id).delete()
        _told("import.cancelled", one, by_id)
        return True

    return in_transaction(work)


def forget() -> int:
    """Cancel what nobody went on with for a day, and empty the refused rows of a week ago; return how many imports."""
    old = Import.objects.filter(state__in=BEFORE, started_at__lt=clock.now() - KEPT).exclude(state=Import.State.READING)
    gone = 0
    for one in list(old):
        with suppress(Refused):
            gone += cancel(one)
    done = Import.objects.filter(finished_at__lt=clock.now() - CELLS_KEPT)
    recent = list(done.order_by("-id").values_list("id", flat=True)[:200])
    ImportRow.objects.filter(batch_id__in=recent, verdict=ImportRow.Verdict.REJECTED).exclude(data={}).update(data={})
    return gone


def _told(kind: str, one: Import, by_id: int | None) -> None:
    events.append(kind=kind, workspace_id=one.workspace_id, subject_id=one.id, data={"by": by_id})
