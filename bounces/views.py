"""The page prospects meet: GET shows a button, POST is the wish to be left alone (RFC 8058)."""

import logging

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from app.models import Workspace
from bounces.actions import unsubscribe as wishes
from bounces.core.tokens import Purpose, UnsubscribeToken, read_unsubscribe

log = logging.getLogger(__name__)

MOST_BYTES = 1024 * 1024  # of a body nobody reads; RFC 8058 clients send 26
GONE = "This link is not valid.\n"
HEARD = "You will not hear from us again.\n"
HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
}


@csrf_exempt  # a one-click POST comes without cookie, form or context
@require_http_methods(["GET", "HEAD", "OPTIONS", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page, or honour the wish at once. Never a redirect, never a sign-in; only POST changes anything."""
    if _length(request) > MOST_BYTES:
        return _answer(HttpResponse("Too long.\n", status=413, content_type="text/plain"))
    wish = wishes.read_token(token)
    if wish is None:
        return _without_wish(request, token)
    if request.method != "POST":
        return _answer(_page(request, "ask", wish))
    wishes.request(wish)
    return _answer(_thanks(request, wish))


def _length(request: HttpRequest) -> int:
    given = request.META.get("CONTENT_LENGTH") or ""
    return int(given) if given.isascii() and given.isdigit() and len(given) < 20 else 0


def _without_wish(request: HttpRequest, token: str) -> HttpResponse:
    """A link of a test mail says that it is one; anything else gets the same words, whatever is wrong with it."""
    preview = read_unsubscribe(wishes.keys(), token, Purpose.PREVIEW)
    if preview is not None:
        return _answer(_page(request, "preview", preview))
    return _answer(HttpResponse(GONE, status=404, content_type="text/plain"))


def _thanks(request: HttpRequest, wish: UnsubscribeToken) -> HttpResponse:
    """The wish is committed by now: whatever keeps the page from being made, the answer is yes."""
    try:
        return _page(request, "heard", wish)
    except Exception:
        log.exception("the page after an opt-out could not be made")
        return HttpResponse(HEARD, content_type="text/plain")


def _page(request: HttpRequest, stage: str, wish: UnsubscribeToken) -> HttpResponse:
    workspace = Workspace.objects.filter(id=wish.workspace_id).first()
    sender = (workspace.legal_name or workspace.name) if workspace else ""
    return render(request, "bounces/unsubscribe.html", {"stage": stage, "sender": sender})


def _answer(response: HttpResponse) -> HttpResponse:
    for name, value in HEADERS.items():
        response[name] = value
    return response
