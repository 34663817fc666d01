"""Fixture `realmail`: a Postfix and a Dovecot of the worker's own, and a process that trusts their certificate.

Where the servers or root are absent such tests are skipped with that reason, except in CI, where that is a failure.
"""

import os
from collections.abc import Iterator

import pytest

from mailboxes.wire import http_client
from tests.realmail.servers import RealMail, missing


@pytest.fixture(scope="session")
def realmail_servers() -> Iterator[RealMail]:
    """One house a worker, started by the first test that needs it."""
    if why := missing():
        if os.environ.get("CI") == "true":
            pytest.fail(f"real mail servers are part of CI, but: {why}")
        pytest.skip(why)
    house = RealMail()
    try:
        house.start()
        yield house
    finally:
        house.close()


@pytest.fixture
def realmail(realmail_servers: RealMail, monkeypatch: pytest.MonkeyPatch) -> Iterator[RealMail]:
    """Both servers running and nothing in the queue; whatever a test stopped runs again afterwards."""
    monkeypatch.setenv("SSL_CERT_FILE", str(realmail_servers.ca))
    http_client.trust.cache_clear()
    yield realmail_servers
    http_client.trust.cache_clear()
    if not realmail_servers.postfix.queue_is_empty():
        realmail_servers.postfix.kill()
        realmail_servers.postfix.drop_queue()
    realmail_servers.postfix.start()
