from collections.abc import Iterator

import pytest

from tests.faults.senders import Senders


@pytest.fixture(scope="session")
def senders_process(django_db_setup: None) -> Iterator[Senders]:
    running = Senders()
    yield running
    running.close()


@pytest.fixture
def senders(senders_process: Senders, transactional_db: None) -> Iterator[Senders]:
    """Workers on demand, each a process of its own; what a failed test left stopped is gone before its tables are."""
    yield senders_process
    senders_process.forget()
