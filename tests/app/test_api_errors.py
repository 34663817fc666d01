"""Every error of the API has one shape, and says nothing that whoever asked does not know."""

import json

import pytest
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from ninja.errors import AuthenticationError, HttpError, ValidationError

from app.api.errors import ApiError, answer, shaped
from app.core.cursors import BadCursor
from app.core.errors import Busy, Refused

ERRORS: list[tuple[Exception, int, str]] = [
    (ApiError(418, "teapot", "No coffee."), 418, "teapot"),
    (AuthenticationError(), 401, "not_signed_in"),
    (HttpError(403, "no"), 403, "forbidden"),
    (HttpError(451, "no"), 451, "failed"),
    (Http404("ada@example.com"), 404, "not_found"),
    (PermissionDenied("ada@example.com"), 403, "forbidden"),
    (BadCursor("x"), 400, "invalid"),
    (Refused("It is labelled so already."), 409, "refused"),
    (Busy("locks"), 503, "busy"),
    (RequestDataTooBig(), 413, "too_large"),
    (KeyError("ada@example.com"), 500, "failed"),
    (ValidationError([{"loc": ("query", "limit"), "msg": "too many"}]), 400, "invalid"),
    (ValidationError([{"loc": ("path", "number"), "msg": "no number"}]), 404, "not_found"),
]


@pytest.mark.parametrize(("error", "status", "code"), ERRORS, ids=lambda value: str(value)[:20])
def test_an_error_is_told_in_one_shape(error: Exception, status: int, code: str) -> None:
    said = answer(shaped(error))
    told = json.loads(said.content)["error"]
    assert (said.status_code, told["code"], set(told)) == (status, code, {"code", "message", "fields"})
    assert "ada@" not in said.content.decode()
    assert said.has_header("Retry-After") == (status == 503)


def test_what_is_wrong_is_named_by_its_field_and_never_without_end() -> None:
    wrong = [{"loc": ("body", "asked", f"field{number}" * 50), "msg": "no"} for number in range(100)]
    fields = shaped(ValidationError(wrong)).fields
    assert len(fields) == 20
    assert max(map(len, fields)) <= 60
