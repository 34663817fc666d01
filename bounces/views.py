"""The page prospects meet: GET shows a button, POST is the wish to be left alone (RFC 8058)."""

import logging
from contextlib import AbstractContextManager

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from app.models import Workspace
from app.views import open_to_all
from bounces.actions import erasure_wishes, link_hosts, looks
from bounces.actions import unsubscribe as wishes
from bounces.core.reader_language import language_for
from bounces.core.tokens import Purpose, UnsubscribeToken, read_unsubscribe, verify
from bounces.core.ways import Way
from bounces.screens.why import why as told_why

log = logging.getLogger(__name__)

MOST_BYTES = 512 * 1024  # of a body; mail programs send 26 to 200
PIECE = 16 * 1024
GONE = "This link is not valid.\n"
HEARD = "You will not hear from us again.\n"
HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
    "Vary": "Accept-Language",
}


@open_to_all
@csrf_exempt  # a one-click POST comes without cookie, form or context
@require_http_methods(["GET", "HEAD", "OPTIONS", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page, or honour the wish at once. Never a redirect, never a sign-in; only POST changes anything.

    Whatever a POST carries, it is a wish, and one for all campaigns: nobody is asked to choose.
    """
    if _too_long(request):
        return _answer(HttpResponse("Too long.\n", status=413, content_type="text/plain"))
    wish = wishes.read_token(token)
    if wish is None:
        return _without_wish(request, token)
    if request.method != "POST":
        looks.seen(wish, request.method or "", request.headers.get("User-Agent", ""))
        return _answer(_page(request, "ask", wish, token=token))
    wishes.request(wish, Way.PAGE if request.GET.get("way") == Way.PAGE else Way.ONE_CLICK)
    return _answer(_thanks(request, wish))


@open_to_all
@require_safe
def why(request: HttpRequest, token: str) -> HttpResponse:
    """Tell a person where we have their address from, why we wrote, and what; looking changes nothing."""
    wish = wishes.read_token(token)
    if wish is None:
        return _without_wish(request, token)
    with _in_their_language(request):
        shown = {"why": told_why(wish), "token": token}
        return _answer(render(request, "bounces/why.html", shown))


@open_to_all
@csrf_exempt  # the token is the secret; the page works in a browser that keeps no cookies
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, token: str) -> HttpResponse:
    """Ask once more, then opt the person out and delete what is kept of them. Only POST changes anything."""
    if _too_long(request):
        return _answer(HttpResponse("Too long.\n", status=413, content_type="text/plain"))
    wish = wishes.read_token(token)
    if wish is None:
        return _without_wish(request, token)
    if request.method != "POST":
        return _answer(_page(request, "ask_delete", wish, token=token))
    erasure_wishes.wish(wish)
    return _answer(_page(request, "deleted", wish))


def _in_their_language(request: HttpRequest) -> AbstractContextManager[None]:
    return translation.override(language_for(request.headers.get("Accept-Language", "")))


def _too_long(request: HttpRequest) -> bool:
    """Tell whether the body is longer than MOST_BYTES: by its length where it has one, else counted.

    No body with a length is read: nothing that it could say matters, and a program that never sends it waits for
    nobody. One in chunks ends by itself, if the server says that it reads such (`wsgi.input_terminated`); Django would
    not read it at all.
    """
    given = (request.META.get("CONTENT_LENGTH") or "").strip()
    if given:
        return not (given.isascii() and given.isdigit() and len(given) < 20 and int(given) <= MOST_BYTES)
    if request.method != "POST" or not request.META.get("wsgi.input_terminated"):
        return False
    stream, seen = request.META["wsgi.input"], 0
    while seen <= MOST_BYTES and (piece := stream.read(PIECE)):
        seen += len(piece)
    return seen > MOST_BYTES


def _without_wish(request: HttpRequest, token: str) -> HttpResponse:
    """A link of a test mail says that it is one; anything else gets the same words, whatever is wrong with it."""
    preview = read_unsubscribe(wishes.keys(), token, Purpose.PREVIEW)
    if preview is not None:
        return _answer(_page(request, "preview", preview))
    tested = verify(wishes.keys(), Purpose.SELF_TEST, token)
    if tested is not None:
        return _self_test(request, *tested)
    if request.method == "GET" and "text/html" in request.headers.get("Accept", ""):  # somebody looks at it
        return _answer(_page(request, "broken", None, status=404))
    return _answer(HttpResponse(GONE, status=404, content_type="text/plain"))


def _self_test(request: HttpRequest, host_id: int, probe: int) -> HttpResponse:
    """Answer our own visitor as anybody is answered; its press is noted and stops nobody."""
    if request.method == "POST":
        link_hosts.heard(host_id, probe)
    return _answer(_page(request, "heard" if request.method == "POST" else "ask", None))


def _thanks(request: HttpRequest, wish: UnsubscribeToken) -> HttpResponse:
    """The wish is committed by now: whatever keeps the page from being made, the answer is yes."""
    try:
        return _page(request, "heard", wish)
    except Exception:
        log.exception("the page after an opt-out could not be made")
        return HttpResponse(HEARD, content_type="text/plain")


def _page(
    request: HttpRequest, stage: str, wish: UnsubscribeToken | None, status: int = 200, token: str = ""
) -> HttpResponse:
    workspace = Workspace.objects.filter(id=wish.workspace_id).first() if wish else None
    sender = (workspace.legal_name or workspace.name) if workspace else ""
    shown = {"stage": stage, "sender": sender, "token": token}
    with _in_their_language(request):
        return render(request, "bounces/unsubscribe.html", shown, status=status)


def _answer(response: HttpResponse) -> HttpResponse:
    for name, value in HEADERS.items():
        response[name] = value
    return response
