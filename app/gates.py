"""Gates: transaction-level advisory locks for a workspace, a campaign and a recipient domain.

A permit takes its gates shared. Whoever takes permission from more than one known person takes the gate
exclusively before any row, sets one flag or inserts its rows, and commits within milliseconds.
"""

import hashlib
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache

from django.db import connection

STOP_PATIENCE = timedelta(seconds=10)  # a stop waits this long for a lock
PERMIT_PATIENCE = timedelta(milliseconds=500)  # a permit answers Wait instead


@dataclass(frozen=True, slots=True)
class Gates:
    """The gates one transition passes, always in the order workspace, campaign, domain."""

    workspace_id: int
    campaign_id: int | None = None
    domains: tuple[str, ...] = ()  # the recipient's domain as every entry of the suppression list could name it

    def numbers(self) -> list[int]:
        """Return the lock numbers in locking order."""
        found = [number(f"workspace:{self.workspace_id}")]
        if self.campaign_id is not None:
            found.append(number(f"campaign:{self.campaign_id}"))
        return found + [number(f"domain:{self.workspace_id}:{domain}") for domain in sorted(self.domains)]


@lru_cache(maxsize=4096)
def number(name: str) -> int:
    """Return the signed 64-bit lock number of a gate's name."""
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), signed=True)


def milliseconds(patience: timedelta) -> str:
    """Return PostgreSQL's text for a lock timeout."""
    return f"{int(patience.total_seconds() * 1000)}ms"


def close(name: str, *, patience: timedelta = STOP_PATIENCE) -> None:
    """Take one gate exclusively: `workspace:7`, `campaign:3` or `domain:7:acme.example`. Before any row."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('lock_timeout', %s, true), pg_advisory_xact_lock(%s)",
            [milliseconds(patience), number(name)],
        )
