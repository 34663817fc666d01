"""The log: everything that happened, filtered, and as a file."""

from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from app.models import Member
from app.views import Request, seated
from sequences.screens import log as screen
from sequences.screens.log import LogPage
from sequences.views.log_forms import LogFilter


@require_safe
@seated()
def index(request: Request, seat: Member) -> HttpResponse:
    """Show a page of the log."""
    form = LogFilter(request.GET, workspace_id=seat.workspace_id)
    if not form.is_valid():
        empty = LogPage([], None, 0, None)
        return render(request, "sequences/log.html", {"form": form, "page": empty}, status=422)
    found = screen.page(seat.workspace, form.wanted(), form.cleaned_data["below"])
    kept = request.GET.copy()
    kept.pop("below", None)
    told = {"form": form, "page": found, "kept": kept.urlencode(), "first": form.cleaned_data["below"] is None}
    return render(request, "sequences/log.html", told)


@require_safe
@seated()
def export(request: Request, seat: Member) -> HttpResponse | StreamingHttpResponse:
    """Hand out the filtered log as a file: numbers of rows alone, no names and no addresses."""
    form = LogFilter(request.GET, workspace_id=seat.workspace_id)
    if not form.is_valid():
        return render(request, "sequences/log.html", {"form": form, "page": LogPage([], None, 0, None)}, status=422)
    headers = {
        "Content-Disposition": f'attachment; filename="log-{seat.workspace.slug}.csv"',
        "Cache-Control": "no-store",
    }
    lines = screen.export_lines(seat.workspace, form.wanted())
    return StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8", headers=headers)
