"""Which workspace a request is about."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from app.models import Member


class CurrentWorkspace:
    """Set `request.member`: the signed-in user's seat, chosen by the session, else the first one; or None."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Keep the next handler."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Find the seat only for those who signed in."""
        request.member = self._seat(request)  # type: ignore[attr-defined]
        return self.get_response(request)

    def _seat(self, request: HttpRequest) -> Member | None:
        if not request.user.is_authenticated:
            return None
        seats = Member.objects.filter(user_id=request.user.pk).select_related("workspace").order_by("id")
        chosen = request.session.get("workspace_id")
        return (seats.filter(workspace_id=chosen).first() if chosen else None) or seats.first()
