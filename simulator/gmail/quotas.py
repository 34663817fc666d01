"""Units a minute, of a user and of the project, as Google's table counts them."""

from collections import deque
from dataclasses import dataclass, field

from simulator.gmail.errors import GmailError

COSTS = {"send": 100, "get": 5, "list": 5, "history": 2, "profile": 1, "threads": 10}  # threads.get; list is 10 too
USER_TABLES = {"new": 6_000, "before-2026-05": 15_000}
PROJECT = 1_200_000


@dataclass(slots=True)
class Spent:
    """What was spent within the last window."""

    calls: deque[tuple[float, int]] = field(default_factory=deque)
    units: int = 0

    def at(self, now: float, window: float) -> int:
        """Give the units of the window that ends now."""
        while self.calls and self.calls[0][0] <= now - window:
            self.units -= self.calls.popleft()[1]
        return self.units

    def add(self, now: float, units: int) -> None:
        """Count a call."""
        self.calls.append((now, units))
        self.units += units


@dataclass(slots=True)
class Quotas:
    """Both limits over any 60 seconds of machine time; 0 is no limit. `highest` is the most ever spent in a window."""

    user: int = 0
    project: int = 0
    window: float = 60.0
    users: dict[str, Spent] = field(default_factory=dict)
    all: Spent = field(default_factory=Spent)
    highest: dict[str, int] = field(default_factory=dict)

    def set(self, *, user: int, project: int) -> None:
        """Begin anew with these limits."""
        self.user, self.project = user, project
        self.users, self.all, self.highest = {}, Spent(), {}

    def spend(self, address: str, operation: str, now: float) -> None:
        """Count a call. Raises GmailError 403 (user) or 429 (project) for one too many, which costs nothing."""
        if not self.user and not self.project:
            return
        units = COSTS[operation]
        mine = self.users.setdefault(address, Spent())
        if self.user and mine.at(now, self.window) + units > self.user:
            raise GmailError(403, reason="userRateLimitExceeded", message="User-rate limit exceeded.")
        if self.project and self.all.at(now, self.window) + units > self.project:
            raise GmailError(429, reason="rateLimitExceeded", message="Quota exceeded for the project.")
        for spent in (mine, self.all):
            spent.add(now, units)
        self.highest[address] = max(self.highest.get(address, 0), mine.units)
        self.highest[""] = max(self.highest.get("", 0), self.all.units)
