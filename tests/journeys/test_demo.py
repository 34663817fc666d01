"""`make run` from the first word to the last: real processes, a hurried clock, and an audit that finds nothing."""

import json
import signal
import time
from collections.abc import Iterator

import psycopg
import pytest

from app.launch import home, manage
from app.launch.plan import Options
from tests.app.launch.running import Launcher, still_running, stopped, throw_away_folder

LIMIT = 90.0  # seconds from the URL until everything was seen; on an idle machine half of it
POLL = 0.5
A_DAY = 24 * 60 * 60  # seconds; it lasts ten here, half as long as for people who watch
EVERY_KIND = frozenset(
    {"delivery.accepted", "replied", "away", "bounced", "unsubscribed", "ended:finished", "task.done", "one_click"}
)
SEEN = """
SELECT DISTINCT kind FROM app_event WHERE kind IN ('delivery.accepted', 'task.done')
UNION SELECT DISTINCT kind FROM bounces_outcome
UNION SELECT DISTINCT 'ended:' || state FROM sequences_enrollment WHERE state <> 'active'
UNION SELECT DISTINCT 'one_click' FROM bounces_unsubscriberequest WHERE done_at IS NOT NULL
"""
THREADED = "SELECT 1 FROM sequences_touch WHERE position = 2 AND state = 'sent'"
PEOPLE = """
SELECT count(*), count(DISTINCT c.id), count(DISTINCT e.campaign_id)
FROM sequences_enrollment e JOIN sequences_contact c ON c.id = e.contact_id
"""

pytestmark = pytest.mark.slow


@pytest.fixture
def demo() -> Iterator[Launcher]:
    with throw_away_folder() as folder:
        started = Launcher(folder, "rehearsal", "--speed", str(A_DAY / 10))
        yield started
        if started.process.poll() is None:
            started.end(signal.SIGTERM)


def database_of(demo: Launcher) -> str:
    return home.read_values(demo.home / "environment.env")["DATABASE_URL"]


def wait_for_every_kind(demo: Launcher) -> None:
    deadline = time.monotonic() + LIMIT
    with psycopg.connect(database_of(demo), autocommit=True) as connection:
        while missing := EVERY_KIND - {kind for (kind,) in connection.execute(SEEN)}:
            assert demo.process.poll() is None, demo.words.read_text()
            assert time.monotonic() < deadline, f"not seen within {LIMIT:g} s: {missing}"
            time.sleep(POLL)
        assert connection.execute(PEOPLE).fetchone() == (300, 300, 2)
        assert connection.execute(THREADED).fetchone()


def audit(demo: Launcher, capfd: pytest.CaptureFixture[str]) -> dict[str, list[dict[str, object]]]:
    """The rows that break a promise; the journal of the people is the second witness."""
    journal = demo.home / "journal.jsonl"
    manage.run(Options("rehearsal", demo.home, 0, 1.0, 0), ["audit", "--json", "--journal", str(journal)])
    found: dict[str, list[dict[str, object]]] = json.loads(capfd.readouterr().out)
    assert len(found) > 15
    return {name: rows for name, rows in found.items() if rows}


def test_the_demo_shows_every_kind_stops_cleanly_and_leaves_a_clean_ledger(
    demo: Launcher, capfd: pytest.CaptureFixture[str]
) -> None:
    demo.said("Ctrl-C stops everything.")
    wait_for_every_kind(demo)
    assert audit(demo, capfd) == {}, "while it runs"
    words = demo.end(signal.SIGINT)
    assert demo.process.returncode == 0, words
    assert stopped(words) == ["clock", "worker", "web", "simulator", "database"]
    assert not still_running(demo.home)
    assert audit(demo, capfd) == {}, "after the stop"
