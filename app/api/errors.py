"""One shape for every error: `{"error": {"code", "message", "fields"}}`, whoever raised it."""

import logging
import traceback
from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, JsonResponse, UnreadablePostError
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from app.core.cursors import BadCursor
from app.core.errors import Busy, Refused

log = logging.getLogger(__name__)

MOST_FIELDS = 20
LONGEST_FIELD = 60  # characters of a name that somebody else chose
CODES = {400: "invalid", 403: "forbidden", 404: "not_found", 405: "not_allowed", 429: "too_many"}
NOT_FOUND = "There is nothing here."


class ApiError(Exception):
    """An answer that is an error. `fields`: what is wrong with which part of the request."""

    def __init__(self, status: int, code: str, message: str, fields: Mapping[str, str] | None = None) -> None:
        super().__init__(code)
        self.status, self.code, self.message, self.fields = status, code, message, dict(fields or {})


def answer(error: ApiError) -> JsonResponse:
    """Return the answer of an error."""
    told = {"code": error.code, "message": error.message, "fields": error.fields}
    response = JsonResponse({"error": told}, status=error.status)
    if error.status == 503:
        response["Retry-After"] = "1"
    return response


def shaped(error: Exception) -> ApiError:
    """Return what an exception says to whoever asked; nothing of ours that they do not know already."""
    return next(say(error) for kind, say in SAID if isinstance(error, kind))


def _ours(error: Exception) -> ApiError:
    """A fault of ours: its text may quote data, so the log names its class and place."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "nowhere"
    log.error("the API failed with %s at %s", type(error).__name__, where)
    return ApiError(500, "failed", "That is our fault; it is noted.")


def _invalid(errors: list[dict[str, Any]]) -> ApiError:
    if any(one["loc"][0] == "path" for one in errors):  # no such number: no such thing
        return ApiError(404, "not_found", NOT_FOUND)
    fields = {_name(one["loc"]): str(one["msg"]) for one in errors[:MOST_FIELDS]}
    return ApiError(400, "invalid", "Something in the request is not as it must be.", fields)


def _name(place: tuple[str | int, ...]) -> str:
    """Return the field's own name: what comes before it is where the library looked."""
    return ".".join(str(one) for one in place[1:] if one not in {"asked", "wish"})[:LONGEST_FIELD] or "body"


def _of_the_library(error: HttpError) -> ApiError:
    if isinstance(error.__cause__, ApiError):  # of the parser, which the library wraps
        return error.__cause__
    return ApiError(error.status_code, CODES.get(error.status_code, "failed"), str(error))


def _always(status: int, code: str, message: str, fields: Mapping[str, str] | None = None) -> Callable[[Any], ApiError]:
    return lambda _: ApiError(status, code, message, fields)


SAID: tuple[tuple[type[Exception], Callable[[Any], ApiError]], ...] = (
    (ApiError, lambda error: error),
    (ValidationError, lambda error: _invalid(error.errors)),
    (AuthenticationError, _always(401, "not_signed_in", "Sign in first.")),
    (HttpError, _of_the_library),
    (Http404, _always(404, "not_found", NOT_FOUND)),
    (PermissionDenied, _always(403, "forbidden", "Your role does not allow this.")),
    (BadCursor, _always(400, "invalid", "The cursor is none of this list.", {"cursor": "unknown"})),
    (Refused, lambda error: ApiError(409, "refused", str(error))),
    (Busy, _always(503, "busy", "Somebody else holds this right now. Try again.")),
    (RequestDataTooBig, _always(413, "too_large", "The request is too large.")),
    (UnreadablePostError, _always(400, "invalid", "The request ended too early.")),
    (Exception, _ours),
)


def set_up(api: NinjaAPI) -> None:
    """Let every exception of an operation be answered in the one shape."""

    def handle(_: HttpRequest, error: Any) -> JsonResponse:
        return answer(shaped(error))

    for kind in (Exception, Http404, HttpError, ValidationError, AuthenticationError):
        api.add_exception_handler(kind, handle)
