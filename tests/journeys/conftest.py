"""Connections that a test's sends left in the pool are closed with it."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from mailboxes.actions import pool


@pytest.fixture(autouse=True)
def closed_pool() -> Iterator[None]:
    yield
    pool.close_idle(older_than=timedelta(0))
