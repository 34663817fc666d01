import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.brokers.lanes import Lane, alone
from tests.brokers.servers import STARTERS, installed

BROKERS = [
    "postgres",
    pytest.param("rabbitmq", marks=pytest.mark.broker("TEST_RABBITMQ_URL")),
    pytest.param("redis", marks=pytest.mark.broker("TEST_REDIS_URL")),
]


@pytest.fixture(scope="session", params=BROKERS)
def broker_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The embedded default; the servers that CI started; else servers of our own, where they are installed."""
    if request.param == "postgres":
        yield "postgres://"
        return
    variable, program, start = STARTERS[request.param]
    if url := os.environ.get(variable):
        yield url
        return
    if os.environ.get("CI"):
        pytest.fail(f"{variable} is not set: in CI every broker is tested")
    if not installed(program):
        pytest.skip(f"{program} is not installed here and {variable} is not set")
    server = start(tmp_path_factory.mktemp(request.param))
    yield server.url
    server.end()


@pytest.fixture
def lane(
    broker_url: str, transactional_db: None, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Lane]:
    """An empty broker that nobody else uses during this test."""
    scheme = broker_url.partition(":")[0]
    with alone(tmp_path_factory.getbasetemp().parent / f"{scheme}.lock"):
        opened = Lane(broker_url, tmp_path)
        opened.lose_everything()
        yield opened
        opened.lose_everything()
        opened.close()
