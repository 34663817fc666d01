"""Files of people through the pages: uploaded, given a meaning, counted, confirmed, watched, mended and taken back."""

import io
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from app.core.errors import Refused
from app.models import Member
from app.views import Request, seated, template
from mailboxes.core.csv_sheet import SheetError
from sequences.actions import import_undo, imports, tags, uploads
from sequences.actions.import_rejects import reject_lines
from sequences.core.column_names import Target
from sequences.core.columns import Column, Mapping, MappingError, address_candidates, check_mapping, mapping_from_json
from sequences.forms import AboutFile, HowRead, Paged, PeopleFile
from sequences.models import Import
from sequences.screens import imports as screen
from sequences.screens.pages import newest_first
from sequences.views.reading import read

LIVE = frozenset({"reading", "staged", "running"})


@require_safe
@seated()
def index(request: Request, seat: Member) -> HttpResponse:
    """List the files that were imported, the newest first."""
    found = Import.objects.filter(workspace_id=seat.workspace_id).select_related("by", "campaign")
    page = newest_first(found, read(Paged, request)["after"], size=30)
    shown = {"page": page, "lines": [(one, screen.STATES[one.state]) for one in page.rows]}
    return render(request, "sequences/imports.html", shown)


@sensitive_post_parameters("rows")
@require_http_methods(["GET", "HEAD", "POST"])
@seated("edit_contacts")
def add(request: Request, seat: Member) -> HttpResponse:
    """Take a file or pasted rows; nothing is imported by that."""
    form = PeopleFile(request.POST, request.FILES) if request.method == "POST" else PeopleFile()
    if form.is_bound and form.is_valid():
        given = form.cleaned_data["file"]
        source = given.file if given else io.BytesIO(form.cleaned_data["rows"].encode())
        name = given.name if given else _("pasted rows")
        try:
            made = uploads.receive(seat.workspace, name, source, by_id=seat.user_id)
        except SheetError as fault:
            form.add_error("file" if given else "rows", str(fault))
        else:
            return redirect("import", import_id=made.id)
    return render(request, "sequences/import_add.html", {"form": form}, status=422 if form.is_bound else 200)


@require_safe
@seated()
def detail(request: Request, seat: Member, import_id: int) -> HttpResponse:
    """Show an import where it stands; while it is under way the page updates by itself."""
    one = _mine(seat, import_id)
    if one.state == Import.State.UPLOADED:
        return _asked(request, seat, one)
    return _stands(request, one)


@require_POST
@seated("edit_contacts")
def answer(request: Request, seat: Member, import_id: int) -> HttpResponse:
    """Take what the columns mean and where the file comes from; the worker reads it then."""
    one = _mine(seat, import_id)
    form = AboutFile(request.POST, workspace_id=seat.workspace_id)
    mapping = _mapping(request, len(one.columns))
    if form.is_valid():
        told = form.cleaned_data
        try:
            word = told.pop("tag").strip()
            tag = tags.named(seat.workspace_id, word) if word else None
            said = uploads.Answers(mapping=mapping, tag=tag, encoding=one.encoding, separator=one.separator, **told)
            uploads.answer(one, said, by_id=seat.user_id)
        except (SheetError, MappingError, Refused) as fault:
            form.add_error(None, str(fault))
        else:
            import_string("sequences.actors.read_import").send(one.id)
            return redirect("import", import_id=one.id)
    return _asked(request, seat, one, form=form, mapping=mapping)


@require_POST
@seated("edit_contacts")
def confirm(request: Request, seat: Member, import_id: int) -> HttpResponse:
    """Begin the import whose numbers were shown."""
    one = _mine(seat, import_id)
    if uploads.confirm(one, by_id=seat.user_id):
        import_string("sequences.actors.run_import").send(one.id)
    else:
        messages.info(request, _("It has begun already."))
    return redirect("import", import_id=one.id)


@require_POST
@seated("edit_contacts")
def cancel(request: Request, seat: Member, import_id: int) -> HttpResponse:
    """Forget a file that wrote nobody yet."""
    one = _mine(seat, import_id)
    if uploads.cancel(one, by_id=seat.user_id):
        messages.success(request, _("The file is forgotten; nobody was imported."))
        return redirect("imports")
    messages.error(request, _("It has begun already. Take it back when it is done."))
    return redirect("import", import_id=one.id)


@require_safe
@seated("edit_contacts")
def rejected(request: Request, seat: Member, import_id: int) -> StreamingHttpResponse:  # noqa: ARG001 - Django's
    """Hand out the rows that were not imported, with the reasons, as a file to mend."""
    one = _mine(seat, import_id)
    headers = {
        "Content-Disposition": f'attachment; filename="not-imported-{one.id}.csv"',
        "Cache-Control": "no-store",
    }
    return StreamingHttpResponse(reject_lines(one), content_type="text/csv; charset=utf-8", headers=headers)


@require_POST
@seated("edit_contacts")
def undo(request: Request, seat: Member, import_id: int) -> HttpResponse:
    """Take back what an import made and nobody was mailed of."""
    one = _mine(seat, import_id)
    try:
        import_undo.ask(one, by_id=seat.user_id)
        import_string("sequences.actors.undo_import").send(one.id)
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("import", import_id=one.id)


def _mine(seat: Member, import_id: int) -> Import:
    found = Import.objects.select_related("campaign", "by", "tag", "workspace")
    return get_object_or_404(found, id=import_id, workspace_id=seat.workspace_id)


def _mapping(request: Request, columns: int) -> Mapping:
    """Read what a person chose, column by column; what is not there is left out."""
    chosen = []
    for position in range(1, columns + 1):
        word = request.POST.get(f"column-{position}", "")
        target = Target(word) if word in Target else Target.IGNORE
        field = request.POST.get(f"field-{position}", "").strip().lower().replace(" ", "_")
        keeps = target in {Target.CUSTOM, Target.FOREIGN_STATE, Target.PROTECTED}
        chosen.append(Column(target, field if keeps else ""))
    return Mapping(tuple(chosen))


def _asked(
    request: Request, seat: Member, one: Import, *, form: AboutFile | None = None, mapping: Mapping | None = None
) -> HttpResponse:
    """Show how the file is read and ask what it means; a refused answer keeps what was said."""
    how = read(HowRead, request)
    try:
        seen = uploads.look(one, **how) if how["encoding"] or how["separator"] else uploads.found(one)
    except SheetError as fault:
        shown = {"import": one, "fault": fault, "how": HowRead(initial=how)}
        return render(request, "sequences/import_unread.html", shown, status=422)
    if form is None and (how["encoding"] or how["separator"]):
        _remember(one, seen)
    addresses = address_candidates(seen.sheet.columns, seen.sample)
    if mapping is None or len(mapping.columns) != len(seen.sheet.columns):
        mapping = seen.mapping
    lines = screen.column_lines(seen.sheet.columns, seen.sample, mapping, addresses)
    reads = {"encoding": seen.sheet.encoding.removesuffix("-sig"), "separator": seen.sheet.separator}
    shown = {
        "import": one,
        "sheet": seen.sheet,
        "reads": screen.SEPARATORS.get(seen.sheet.separator, seen.sheet.separator),
        "product": screen.product_of(seen.sheet.columns),
        "companies": _companies(seen),
        "lines": lines,
        "targets": screen.TARGETS.items(),
        "sample": seen.sample[:5],
        "choices": len(addresses),
        "how": HowRead(initial=reads),
        "form": form or AboutFile(initial={"scope": Import.Scope.FILL}, workspace_id=seat.workspace_id),
    }
    return render(request, "sequences/import_columns.html", shown, status=200 if form is None else 422)


def _companies(seen: imports.Preview) -> str:
    """Return the sentence for a file that holds no people; "" for every other one."""
    try:
        check_mapping(seen.mapping, seen.sheet.columns)
    except MappingError as fault:
        return str(fault)
    return ""


def _remember(one: Import, seen: imports.Preview) -> None:
    waits = Import.objects.filter(id=one.id, state=Import.State.UPLOADED)
    waits.update(encoding=seen.sheet.encoding, separator=seen.sheet.separator, columns=list(seen.sheet.columns))


def _stands(request: Request, one: Import) -> HttpResponse:
    under_way = one.state in LIVE or bool(one.undone.get(import_undo.GOING))
    shown: dict[str, Any] = {
        "import": one,
        "state": screen.STATES[one.state],
        "under_way": under_way,
        "undoing": bool(one.undone.get(import_undo.GOING)),
        "progress": screen.progress(one),
        "basis": screen.BASES.get(one.basis, ""),
        "columns": _columns(one),
    }
    if one.state == Import.State.READ:
        shown["foreseen"] = screen.foreseen(one)
    if one.rejected:
        shown["refused"] = screen.refused(one)
    if one.state in {Import.State.DONE, Import.State.FAILED, Import.State.UNDONE}:
        shown["remarks"] = screen.remarks(one)
    answer = render(request, template(request, "sequences/import.html", "live"), shown)
    if request.htmx and not under_way:
        answer.status_code = 286  # htmx shows this and asks no more
    return answer


def _columns(one: Import) -> list[tuple[str, Any, str]]:
    """Return name, meaning and field of each column, as they were chosen."""
    try:
        mapping = mapping_from_json(one.mapping)
    except MappingError:
        return []
    return [
        (name, screen.TARGETS[column.target], column.field)
        for name, column in zip(one.columns, mapping.columns, strict=False)
        if column.target is not Target.IGNORE
    ]
