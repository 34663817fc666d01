"""What the views share: a form that must be right or the address is not understood."""

from typing import Any

from django.core.exceptions import BadRequest
from django.forms import Form

from app.views import Request


def read[F: Form](form: type[F], request: Request) -> dict[str, Any]:
    """Return the cleaned query of a link of ours; a mangled one answers 400. Raises BadRequest."""
    given = form(request.GET)
    if not given.is_valid():
        raise BadRequest
    return given.cleaned_data
