"""The API itself: version 1, mounted under /api/v1/. Packages' routes are named, for they stand higher."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import URLPattern, path
from django.utils.cache import add_never_cache_headers
from ninja import NinjaAPI
from ninja.openapi.docs import Swagger

from app.api import errors
from app.api.bodies import StrictParser, StrictRenderer
from app.api.errors import ApiError
from app.api.seats import SEATS, for_members

ROUTERS = {
    "/inbox": "bounces.api.router",
    "/health": "admission.api.router",
    "/stop": "sequences.api.stop.router",
    "/not-mailed": "sequences.api.not_mailed.router",
    "/explain": "sequences.api.explain.router",
    "/forecast": "sequences.api.forecast.router",
}
ABOUT = """
Asked by programs with a key (Settings, API keys) as `Authorization: Bearer …`, and by whoever is signed in on the
pages: with the cookie of the session and, for everything but GET, the token of the cookie `csrftoken` in the header
`X-CSRFToken`. A role that may not do something gets 403; what another workspace has is not there (404).

Every refusal is `{"error": {"code", "message", "fields"}}`: 400 for a wrong request, 401 without a sign-in, 409 for
what cannot be done now. Lists go on with `cursor`, the `next` of the page before; null ends them.
"""


def _made() -> NinjaAPI:
    api = NinjaAPI(
        title="Forbear",
        version="1",
        description=ABOUT.strip(),
        urls_namespace="api",
        auth=SEATS,
        parser=StrictParser(),
        renderer=StrictRenderer(),
        docs=Swagger(),
        docs_url=None,  # it would load scripts from elsewhere
        docs_decorator=for_members,
    )
    errors.set_up(api)
    for prefix, router in ROUTERS.items():
        api.add_router(prefix, router)
    return api


def _in_shape(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Let what the library answers before any operation have the one shape too, and no cache keep anything."""

    @wraps(view, assigned=())
    def shaped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            response = view(request, *args, **kwargs)
        except Http404 as error:
            response = errors.answer(errors.shaped(error))
        if response.status_code == 405:
            allowed = response["Allow"]
            response = errors.answer(ApiError(405, "not_allowed", f"Allowed here: {allowed}."))
            response["Allow"] = allowed
        add_never_cache_headers(response)
        return response

    return shaped


def nothing(_: HttpRequest, anything: str) -> HttpResponseBase:
    """Whatever else is asked for under the API's path is not there."""
    raise Http404(anything)


def _urls() -> list[URLPattern]:
    patterns, *_ = _made().urls
    known = [
        URLPattern(one.pattern, _in_shape(one.callback), one.default_args, one.name)
        for one in patterns
        if isinstance(one, URLPattern) and one.callback is not None
    ]
    return [*known, path("<path:anything>", _in_shape(nothing))]


urlpatterns = _urls()
