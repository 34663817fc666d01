"""One call of a Gmail method: what was asked, by whom, in which mailbox."""

from dataclasses import dataclass
from typing import Any

from simulator.accounts import Account, StoredMessage
from simulator.gmail.errors import GmailError
from simulator.world import World

LARGEST_PAGE = 500


@dataclass(frozen=True, slots=True)
class Call:
    """Parameters as strings, each a list since some repeat; `body` is JSON or None, `media` an uploaded mail."""

    world: World
    account: Account
    path: dict[str, str]
    query: dict[str, list[str]]
    body: Any = None
    media: bytes | None = None

    def one(self, name: str, default: str = "") -> str:
        """Give a parameter's first value."""
        return self.query.get(name, [default])[0]

    def flag(self, name: str) -> bool:
        """Give a boolean parameter, false when absent."""
        return self.one(name) == "true"

    def page_size(self) -> int:
        """Give maxResults, 100 when absent, never above 500."""
        return min(int(self.one("maxResults", "100")) or 100, LARGEST_PAGE)

    def message(self) -> StoredMessage:
        """Give the message named in the path; raises GmailError 404."""
        found = self.account.messages.get(self.path["id"])
        if found is None:
            raise GmailError(404)
        return found
