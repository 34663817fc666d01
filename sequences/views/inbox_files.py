"""What strangers sent, behind walls: HTML in a sandboxed frame with its own policy, files only to be saved."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from app.models import Member
from app.views import Request, seated
from bounces.screens import unmatched
from sequences.screens import mail_parts
from sequences.screens.talks import kind_of

WALLS = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src {images}; frame-ancestors 'self'"
KEPT_IN = "data:"


@require_safe
@seated()
def framed(_: Request, seat: Member, message_id: int) -> HttpResponse:
    """Answer with the HTML of a message that came in; nothing in it runs, and nothing is fetched from elsewhere."""
    return _framed(seat, message_id, KEPT_IN)


@require_safe
@seated()
def framed_with_images(_: Request, seat: Member, message_id: int) -> HttpResponse:
    """Answer with the same after somebody asked for its images: their servers then learn that it was read."""
    return _framed(seat, message_id, f"{KEPT_IN} https:")


@require_safe
@seated()
def file(_: Request, seat: Member, message_id: int, number: int) -> HttpResponse:
    """Hand out a file of a message to be saved, never to be shown."""
    _seen(seat, message_id)
    found = mail_parts.file(message_id, number)
    if found is None:
        raise Http404
    name, body = found
    response = HttpResponse(body, content_type="application/octet-stream")
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name) or "attachment"
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "sandbox; default-src 'none'"
    return response


def _framed(seat: Member, message_id: int, images: str) -> HttpResponse:
    _seen(seat, message_id)
    response = HttpResponse(mail_parts.contents(message_id).html, content_type="text/html; charset=utf-8")
    response["Content-Security-Policy"] = WALLS.format(images=images)
    response["X-Frame-Options"] = "SAMEORIGIN"
    response["X-Content-Type-Options"] = "nosniff"
    response["Referrer-Policy"] = "no-referrer"
    return response


def _seen(seat: Member, message_id: int) -> None:
    """Raise Http404 where there is no such message that this person may see."""
    if unmatched.message(seat.workspace_id, seat.user_id, message_id) is None:
        raise Http404


@require_safe
@seated()
def message(request: Request, seat: Member, message_id: int) -> HttpResponse:
    """Show one message as it came: its words in full, its files, and its HTML in a frame."""
    item = unmatched.message(seat.workspace_id, seat.user_id, message_id)
    if item is None:
        raise Http404
    shown = {
        "item": item,
        "state": kind_of(item.outcome),
        "parts": mail_parts.contents(message_id),
        "images": request.GET.get("images") == "1",
    }
    return render(request, "sequences/message.html", shown)
