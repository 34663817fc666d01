"""Which hosts are answered, and which workspace a request is about."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host

from app.models import Member

OPT_OUT = "/u/"  # bounces.urls


class OwnHosts:
    """Answer under our own hosts only, but opt-out links under any: a link in a mail outlives the host it names.

    Links are built from configured addresses, so a strange Host header changes none. On a host that is there for links
    alone no other page is found, only the style sheets of this one.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Keep the next handler, and a host that Django knows as ours."""
        self.get_response = get_response
        plain = (host for host in settings.ALLOWED_HOSTS if not host.startswith((".", "*")))
        self._own = next(plain, "localhost")

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on what is ours; 404 for the rest."""
        host, _ = split_domain_port(request.META.get("HTTP_HOST", request.META.get("SERVER_NAME", "")))
        if validate_host(host, settings.ALLOWED_HOSTS):
            return self.get_response(request)
        if not request.path_info.startswith((OPT_OUT, settings.STATIC_URL)):
            return HttpResponse("There is nothing here.\n", status=404, content_type="text/plain")
        request.META["HTTP_HOST"] = self._own
        return self.get_response(request)


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
