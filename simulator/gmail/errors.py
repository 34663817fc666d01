"""Error answers in Google's shape."""

from simulator.journal import JSON

_STATUS = {
    400: ("INVALID_ARGUMENT", "invalidArgument", "The request has an invalid argument."),
    401: ("UNAUTHENTICATED", "authError", "The credentials of the request are not valid."),
    403: ("PERMISSION_DENIED", "forbidden", "The caller has no permission for this."),
    404: ("NOT_FOUND", "notFound", "The requested entity was not found."),
    429: ("RESOURCE_EXHAUSTED", "rateLimitExceeded", "User-rate limit exceeded."),
    500: ("INTERNAL", "backendError", "An internal error occurred."),
    502: ("UNAVAILABLE", "backendError", "The back end gave a bad answer."),
    503: ("UNAVAILABLE", "backendError", "The service is not available at present."),
    504: ("DEADLINE_EXCEEDED", "backendError", "The deadline ended before the operation did."),
}


class GmailError(Exception):
    """A refusal the client is meant to understand; `code` is the HTTP status."""

    def __init__(self, code: int, *, reason: str | None = None, message: str | None = None) -> None:
        """Take Google's usual reason and message where none is given."""
        status, usual_reason, usual_message = _STATUS.get(code, ("UNKNOWN", "unknown", "Unknown error."))
        super().__init__(message or usual_message)
        self.code = code
        self.status = status
        self.reason = reason or usual_reason

    def body(self) -> dict[str, JSON]:
        """Give the JSON body."""
        detail: dict[str, JSON] = {"message": str(self), "domain": "global", "reason": self.reason}
        if self.code == 401:
            detail |= {"location": "Authorization", "locationType": "header"}
        return {"error": {"code": self.code, "message": str(self), "errors": [detail], "status": self.status}}


class Violation(Exception):
    """A request or answer the discovery document does not allow: a defect of somebody's program."""
