"""How long the server takes for each page of a big workspace: the slowest of 20 looks at each, against 150 ms."""

import os
import re
import sys
import time
from collections.abc import Callable, Iterator

from django.db import connection
from django.db.models import Max
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver

from app.core.permissions import LEAST_ROLE
from bounces.models import Suppression
from sequences.models import Task
from tests.bench.estate import MAILS, PEOPLE, Estate, an_estate
from tests.bench.report import Figure, figure

LIMIT = 150.0  # ms of server time, at p95
LOOKS, WARM = 20, 3
NUMBER = re.compile(r"<int:([a-z_]+)>")
SEARCHES = ("/contacts/?q=ada99", "/contacts/?q=Firm+1999", "/contacts/?q=nobody-has-this-name")
GOES_OUT = ("check/", "google/", "export")  # calls a provider, or streams a whole list


def page_p95() -> list[Figure]:
    """Return the slowest page's p95; all of them, with their statements, go to standard error."""
    people = int(os.environ.get("BENCH_PEOPLE", PEOPLE))
    estate = an_estate(people, people * MAILS // PEOPLE)
    client = Client(headers={"Host": "localhost"})
    client.force_login(estate.owner)
    found = {path: _looked(client, path, estate) for path in [*_paths(estate), *SEARCHES]}
    ordered = sorted(found.items(), key=lambda one: -one[1][0])
    for path, (milliseconds, queries) in ordered:
        if queries:
            sys.stderr.write(f"{milliseconds:8.0f} ms {queries:4} statements  {path}\n")
    _, (milliseconds, _) = ordered[0]
    return [figure("page_p95", LIMIT, "ms allowed", milliseconds, 1.0)]


def _paths(estate: Estate) -> Iterator[str]:
    """Yield every page that is looked at: each GET route of ours whose ids we have rows for."""
    for pattern, one in _patterns(get_resolver()):
        words = set(re.findall(r"<[a-z]+:([a-z_]+)>", pattern))
        if getattr(one.callback, "least", "") in LEAST_ROLE and words <= set(IDS) and not pattern.endswith(GOES_OUT):
            yield "/" + pattern


def _looked(client: Client, pattern: str, estate: Estate) -> tuple[float, int]:
    """Return the p95 in ms of looks at different rows, and the statements of the last one; 405 counts for nothing."""
    taken = []
    for look in range(LOOKS + WARM):
        path = _filled(pattern, estate, look)
        began = time.perf_counter()
        answer = client.get(path)
        taken.append((time.perf_counter() - began) * 1000)
        if answer.status_code in {302, 404, 405}:
            return 0.0, 0
        assert answer.status_code == 200, f"{path} answered {answer.status_code}"
    with CaptureQueriesContext(connection) as queries:
        client.get(path)
    return sorted(taken[WARM:])[int(LOOKS * 0.95) - 1], len(queries)


def _filled(pattern: str, estate: Estate, look: int) -> str:
    return NUMBER.sub(lambda found: str(IDS[found[1]](estate, look)), pattern)


def _patterns(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for one in resolver.url_patterns:
        here = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _patterns(one, here)
        else:
            yield here, one


def _newest(model: type[Task] | type[Suppression]) -> int:
    return model.objects.aggregate(newest=Max("id"))["newest"] or 0


IDS: dict[str, Callable[[Estate, int], int]] = {
    "campaign_id": lambda estate, look: estate.campaigns[look * 7 % len(estate.campaigns)],
    "mailbox_id": lambda estate, look: estate.mailboxes[look * 31 % len(estate.mailboxes)],
    "contact_id": lambda estate, look: 1 + look * 49_999 % estate.people,
    "task_id": lambda _, __: _newest(Task),
    "suppression_id": lambda _, __: _newest(Suppression),
    "conversation_id": lambda estate, look: 1 + look * 50_000 % estate.people,
}
