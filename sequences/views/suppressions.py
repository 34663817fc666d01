"""The do-not-contact list: add, check, and lift with a reason."""

from django.contrib import messages
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from app.core.errors import ForbearError
from app.models import Member
from app.views import Request, seated
from bounces.actions import suppressions as acts
from bounces.actions.suppressions import Entry
from bounces.models import Suppression
from sequences.actions.suppression_export import export_lines
from sequences.forms import Block, Check, Lift, Paged
from sequences.screens.lists import blocked, living, machine_looks
from sequences.screens.pages import newest_first
from sequences.screens.words import DO_NOT_CONTACT, MAY_BE_MAILED
from sequences.views.reading import read

BY_PERSON = "by_person"


@require_safe
@seated()
def index(request: Request, seat: Member) -> HttpResponse:
    """List the entries that hold, the newest first."""
    return _shown(request, seat, Block(), Check())


@require_POST
@seated("suppress")
def add(request: Request, seat: Member) -> HttpResponse:
    """Put an address or a domain on the list; from the answer on nothing is sent there."""
    form = Block(request.POST)
    if not form.is_valid():
        return _shown(request, seat, form, Check(), status=422)
    entry: Entry = form.cleaned_data["entry"]
    if _suppress(seat, entry):
        messages.success(request, _("On the list. Nothing leaves for it any more."))
    else:
        messages.success(request, _("It was on the list already."))
    return redirect("suppressions")


def _suppress(seat: Member, entry: Entry) -> bool:
    if entry.domain is not None:
        return acts.suppress_domain(seat.workspace_id, entry.domain, reason=BY_PERSON, by_id=seat.user_id)
    found = [entry.address] if entry.address else []
    return acts.suppress_addresses(seat.workspace_id, found, reason=BY_PERSON, by_id=seat.user_id) == 1


@require_safe
@seated()
def check(request: Request, seat: Member) -> HttpResponse:
    """Tell whether an address may be contacted, by the same rule as the permit."""
    form = Check(request.GET)
    if not form.is_valid():
        return _shown(request, seat, Block(), form, status=422)
    address = form.cleaned_data["address"]
    entry = acts.blocks(seat.workspace_id, address)
    answer = {"address": address.wire, "entry": entry, "state": DO_NOT_CONTACT if entry else MAY_BE_MAILED}
    return _shown(request, seat, Block(), form, answer=answer)


@require_POST
@seated("lift_suppressions")
def lift(request: Request, seat: Member, suppression_id: int) -> HttpResponse:
    """End an entry, with who and why; nobody is enrolled again by it."""
    entry = get_object_or_404(Suppression, id=suppression_id, workspace_id=seat.workspace_id)
    form = Lift(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    try:
        acts.lift(seat.workspace_id, entry.id, reason=reason, by_id=seat.user_id)
        messages.success(request, _("Taken off the list. Nobody is put back into a campaign by that."))
    except ForbearError as refusal:
        messages.error(request, str(refusal))
    return redirect("suppressions")


@require_safe
@seated("lift_suppressions")
def export(request: Request, seat: Member) -> StreamingHttpResponse:  # noqa: ARG001 - Django's signature
    """Hand out the list as a file; it holds addresses, so it takes the role that may also lift entries."""
    name = f"do-not-contact-{seat.workspace.slug}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingHttpResponse(
        export_lines(seat.workspace_id), content_type="text/csv; charset=utf-8", headers=headers
    )


def _shown(
    request: Request,
    seat: Member,
    block: Block,
    asked: Check,
    *,
    answer: dict[str, object] | None = None,
    status: int = 200,
) -> HttpResponse:
    after = None if asked.is_bound or block.is_bound else read(Paged, request)["after"]
    page = newest_first(living(seat.workspace_id), after)
    shown = {
        "page": page,
        "entries": blocked(seat.workspace_id, page.rows),
        "adding": block,
        "check": asked,
        "answer": answer,
        "lift": Lift(),
        "machines": machine_looks(seat.workspace_id),
    }
    return render(request, "sequences/suppressions.html", shown, status=status)
