from collections.abc import Iterator

import pytest

from tests.faults.senders import Senders


@pytest.fixture(scope="session")
def senders(django_db_setup: None) -> Iterator[Senders]:
    """Workers on demand, each a process of its own."""
    running = Senders()
    yield running
    running.close()
