"""The HTTP shell: who may see a page, in whose time zone, and whether the service is well."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, cast

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils import timezone
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh
from django_htmx.middleware import HtmxDetails

from app.actions.workspaces import may_found
from app.core.permissions import may
from app.models import Member


class Request(HttpRequest):
    """A request as our middleware hands it on."""

    member: Member | None
    htmx: HtmxDetails


SIGNED_IN, ANYBODY = "signed in", "anybody"  # what a view asks for instead of an action; see `least` of views


type View[**P] = Callable[Concatenate[Request, Member, P], HttpResponseBase]
type Page[**P] = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def seated[**P](action: str = "see") -> Callable[[View[P]], Page[P]]:
    """Let only people with a seat that may do `action` in, and hand the view that seat.

    Times are shown in the workspace's zone. Nothing that needs a sign-in is kept by a cache.
    """

    def decorate(view: View[P]) -> Page[P]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            asked = cast("Request", request)
            if asked.member is None:
                return _without_seat(asked)
            if not may(asked.member.role, action):
                raise PermissionDenied
            with timezone.override(asked.member.workspace.zone):
                response = view(asked, asked.member, *args, **kwargs)
            return _private(response)

        guarded.least = action  # type: ignore[attr-defined]
        return guarded

    return decorate


def signed_in[**P](view: Callable[Concatenate[Request, User, P], HttpResponseBase]) -> Page[P]:
    """Let only people with an account in, with a seat or without, and hand the view their account."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        asked = cast("Request", request)
        if not request.user.is_authenticated:
            return _without_seat(asked)
        return _private(view(asked, request.user, *args, **kwargs))

    guarded.least = SIGNED_IN  # type: ignore[attr-defined]
    return guarded


def open_to_all[**P](view: Page[P]) -> Page[P]:
    """Mark a view that strangers may open: it checks for itself what its address says."""
    view.least = ANYBODY  # type: ignore[attr-defined]
    return view


def _private(response: HttpResponseBase) -> HttpResponseBase:
    add_never_cache_headers(response)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _without_seat(request: Request) -> HttpResponseBase:
    """Send strangers to the sign-in, the first person to the first workspace; tell others without a seat so.

    A part of a page reloads the whole of it.
    """
    if request.user.is_authenticated and may_found(request.user):
        return redirect("new_workspace")
    if request.user.is_authenticated:
        return _private(render(request, "app/no_seat.html", status=403))
    if request.htmx:
        return HttpResponseClientRefresh()
    return redirect_to_login(request.get_full_path() if request.method in {"GET", "HEAD"} else "/")


def template(request: Request, name: str, part: str) -> str:
    """Return the template to render: htmx gets one part of the page, everybody else the page."""
    return f"{name}#{part}" if request.htmx else name


@open_to_all
@require_safe
def health(_: HttpRequest) -> HttpResponse:
    """Answer 200 while the database answers, else 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("the database does not answer\n", status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")


@open_to_all
@require_safe
def favicon(_: HttpRequest) -> HttpResponse:
    """Browsers ask for this path on answers that are no HTML."""
    return HttpResponse(status=301, headers={"Location": static("app/favicon.svg")})


@open_to_all
@require_safe
def forgotten(request: HttpRequest) -> HttpResponse:
    """Say who sets a new password: this server has no way to mail a link, and a log is no place for one."""
    return render(request, "account/password_reset.html")
