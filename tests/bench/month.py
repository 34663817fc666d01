"""month: 100 mailboxes, 20 campaigns and some 10,000 mails with what comes back, in a process of its own.

Every rule is on, and the audit at its end, with the people's own record as second witness, must find nothing.
"""

import json
import os
import subprocess
import sys
from typing import Any

from app.launch import ports
from tests.bench.queues import empty_database
from tests.bench.report import Figure, figure

MAILBOXES, CAMPAIGNS, PEOPLE, DAYS = 100, 20, 3660, 30
LONGEST = 180.0  # seconds


def month() -> list[Figure]:
    """Let a month pass; its seconds against three minutes, and its mails a second against 10,000 in as long."""
    found = passed()
    sys.stderr.write(json.dumps(found, indent=1, default=str) + "\n")
    assert not found["broken"], f"the audit found {found['broken']}"
    assert not found["violations"], f"the provider was misused: {found['violations']}"
    sends = found["done"]["accepted"]  # without probes
    return [
        figure("month/speed", LONGEST, "seconds allowed", found["seconds"], 1.0),
        figure("month/sends", sends, "mails", 10_000, 0.95),
    ]


def passed() -> dict[str, Any]:
    """Return the figures of a month that a fresh process went through."""
    environment = os.environ | {
        "DATABASE_URL": empty_database("a_month"),
        "BASE_URL": f"http://127.0.0.1:{ports.first_free(18_000)}",
        "BROKER_URL": "stub://",
        "POOL_SIZE": "16",
    }
    command = [sys.executable, "-m", "tests.months", *map(str, (MAILBOXES, CAMPAIGNS, PEOPLE, DAYS))]
    run = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return found
