"""Who asks: a signed-in user in the seat that their session chose. The workspace comes from the seat alone."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, cast

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from ninja.security import APIKeyCookie, HttpBearer
from ninja.utils import check_csrf

from app.actions import keys
from app.api.errors import ApiError, answer
from app.core.permissions import may
from app.models import Member


class Asked(HttpRequest):
    """A request that was let in."""

    auth: Member


class KeySeat(HttpBearer):
    """A key of the settings, as `Authorization: Bearer …`; it may no more than whoever made it may at that moment."""

    def authenticate(self, request: HttpRequest, token: str) -> Member:  # noqa: ARG002 - its signature
        """Return the seat; 401 for a key that does not hold, also where a session would let its holder in."""
        seat = keys.seat_of(token)
        if seat is None:
            raise ApiError(401, "key", "This key does not hold: it was ended, or never made.")
        return seat


class SessionSeat(APIKeyCookie):
    """The session of the web app. What changes something also needs its CSRF token, in X-CSRFToken.

    Ways that a browser does not send by itself (keys) come before it in SEATS, for this one refuses at once.
    """

    param_name = "sessionid"

    def _get_key(self, request: HttpRequest) -> str | None:
        if check_csrf(request) is not None:
            raise ApiError(403, "csrf", "The CSRF token is missing or wrong: send it in X-CSRFToken.")
        return request.COOKIES.get(self.param_name)

    def authenticate(self, request: HttpRequest, key: str | None) -> Member | None:  # noqa: ARG002 - its signature
        """Return the seat; None for who is not signed in."""
        return _seat(request)


def _seat(request: HttpRequest) -> Member | None:
    if not request.user.is_authenticated:
        return None
    member: Member | None = getattr(request, "member", None)
    if member is None:
        raise ApiError(403, "no_seat", "You have no seat in a workspace.")
    return member


SEATS = [KeySeat(), SessionSeat()]


def needs[**P, T](action: str) -> Callable[[Callable[Concatenate[Asked, P], T]], Callable[Concatenate[Asked, P], T]]:
    """Let only seats in that may do this; see app.core.permissions."""

    def decorate(operation: Callable[Concatenate[Asked, P], T]) -> Callable[Concatenate[Asked, P], T]:
        @wraps(operation)
        def guarded(request: Asked, /, *args: P.args, **kwargs: P.kwargs) -> T:
            if not may(request.auth.role, action):
                raise PermissionDenied
            return operation(request, *args, **kwargs)

        return guarded

    return decorate


def for_members(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Show the description of the API to whoever has a seat only."""

    @wraps(cast("Any", view), assigned=())
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            if _seat(request) is None:
                return answer(ApiError(401, "not_signed_in", "Sign in first."))
        except ApiError as error:
            return answer(error)
        return view(request, *args, **kwargs)

    return guarded
