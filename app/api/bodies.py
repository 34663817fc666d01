"""What goes in and out: JSON in UTF-8, taken and given strictly."""

import json
from typing import Any

from django.http import HttpRequest
from ninja.parser import Parser
from ninja.renderers import BaseRenderer
from ninja.responses import NinjaJSONEncoder

from app.api.errors import ApiError
from app.core.strict_json import BadJson, strictly_read

MOST_BYTES = 64 * 1024  # of a request


class StrictParser(Parser):
    """Takes JSON alone; an error is one of ours."""

    def parse_body(self, request: HttpRequest) -> Any:
        """Return what the body says. Raises ApiError."""
        if request.content_type != "application/json":
            raise ApiError(415, "not_json", "Send application/json.")
        if len(request.body) > MOST_BYTES:
            raise ApiError(413, "too_large", f"A request has at most {MOST_BYTES} bytes.")
        try:
            return strictly_read(request.body)
        except BadJson as error:
            raise ApiError(400, "not_json", f"The body is not taken: {error}.") from error


class StrictRenderer(BaseRenderer):
    """Gives JSON in UTF-8; what cannot be written in it is a fault."""

    media_type = "application/json"

    def render(self, request: HttpRequest, data: Any, *, response_status: int) -> bytes:  # noqa: ARG002 - its signature
        """Return the bytes of an answer."""
        return json.dumps(data, cls=NinjaJSONEncoder, ensure_ascii=False, allow_nan=False).encode()
