"""Each worker process closes its own idle connections: no other could."""

from datetime import timedelta
from queue import SimpleQueue

import dramatiq
import pytest
from dramatiq.brokers.stub import StubBroker

from app.broker import broker
from mailboxes import actors
from mailboxes.actions import pool


def test_a_worker_closes_what_idles_in_it_and_everything_when_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: SimpleQueue[timedelta | None] = SimpleQueue()
    monkeypatch.setattr(actors, "LOOK_EVERY", 0.001)
    monkeypatch.setattr(pool, "close_idle", lambda older_than=None: looked.put(older_than))
    stub = StubBroker(middleware=[actors.IdleConnections()])
    worker = dramatiq.Worker(stub, worker_threads=1)
    worker.start()
    assert looked.get(timeout=10) is None
    worker.stop()
    found = None
    while found is None:
        found = looked.get(timeout=10)
    assert found == timedelta(0)


def test_every_worker_does_so() -> None:
    assert any(isinstance(each, actors.IdleConnections) for each in broker.middleware)
