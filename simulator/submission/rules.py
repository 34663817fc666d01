"""What a submission server allows: mails on a connection, connections at a time, and strangers only at the second try.

All of it is off until the control endpoint asks for it. Times are world seconds.
"""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime, timedelta


@dataclass(slots=True)
class Rules:
    """The rules and what they have to remember; 0 means that a rule is off."""

    mails_per_connection: int = 0
    connections: int = 0
    greylist_seconds: float = 0.0
    open: set[asyncio.BaseTransport] = field(default_factory=set)
    most_open: int = 0
    _first_seen: dict[tuple[str, str], datetime] = field(default_factory=dict)

    def too_many(self) -> bool:
        """Tell whether one more connection is one too many."""
        return bool(self.connections) and len(self.open) >= self.connections

    def opened(self, transport: asyncio.BaseTransport) -> None:
        """Count a connection that may stay."""
        self.open.add(transport)
        self.most_open = max(self.most_open, len(self.open))

    def worn(self, mails: int) -> bool:
        """Tell whether a connection that began so many mails may begin no more."""
        return 0 < self.mails_per_connection <= mails

    def greyed(self, sender: str, recipient: str, now: datetime) -> bool:
        """Tell whether this pair has to come back later; its time begins with the first try."""
        if not self.greylist_seconds:
            return False
        first = self._first_seen.setdefault((sender.lower(), recipient.lower()), now)
        return now - first < timedelta(seconds=self.greylist_seconds)
