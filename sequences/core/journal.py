"""What the world says of itself: the simulator's journal, read as evidence that owes nothing to our own rows."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

type Record = dict[str, Any]

ANSWERS = frozenset({"human_reply", "unsubscribe", "complaint"})  # kinds of inbound mail that stop a person


def parse(lines: Iterable[str]) -> tuple[Record, ...]:
    """Return the records since the last reset; a last line that is still being written is left out."""
    found: list[Record] = []
    for line in lines:
        if not line.endswith("\n"):
            break
        record = json.loads(line)
        if record["type"] == "reset":
            found.clear()
        found.append(record)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Journal:
    """The records of one world, oldest first."""

    records: tuple[Record, ...]

    def of(self, kind: str) -> list[Record]:
        """Return the records of one type."""
        return [record for record in self.records if record["type"] == kind]

    @property
    def began(self) -> datetime | None:
        """Return true time of the first record: what happened earlier it cannot know."""
        return datetime.fromisoformat(self.records[0]["at"]) if self.records else None


def token_of(record: Record) -> str:
    """Return the delivery a record is about; a mail without our header belongs to no delivery."""
    return record["token"] or ""


def evidence(journal: Journal, key_of: Callable[[str], str]) -> dict[str, Any]:
    """Return the journal as columns for the statements; `key_of` makes an address's keyed hash, "" of no address."""
    accepts = journal.of("accept")
    copies = Counter(map(token_of, accepts))
    posts = Counter(map(token_of, journal.of("post")))
    return {
        "accepted": list(copies),
        "copies": list(copies.values()),
        "posted": list(posts),
        "posts": list(posts.values()),
        "accept_tokens": [token_of(record) for record in accepts],
        "accept_keys": [key_of(record["rcpt"]) for record in accepts],
        "accept_senders": [record["mailbox"] for record in accepts],
        "journal_began": journal.began,
        **_inbound(journal.of("inbound")),
        **_faulty(accepts, journal.of("mailcheck")),
    }


def _inbound(arrived: list[Record]) -> dict[str, Any]:
    answers = [record for record in arrived if record["kind"] in ANSWERS and record["about_token"]]
    return {
        "inbound_mailboxes": [record["mailbox"].lower() for record in arrived],
        "inbound_ids": [record["provider_id"] for record in arrived],
        "inbound_at": [datetime.fromisoformat(record["delivered_at"]) for record in arrived],
        "answered": [record["about_token"] for record in answers],
        "answered_at": [datetime.fromisoformat(record["delivered_at"]) for record in answers],
    }


def _faulty(accepts: list[Record], checks: list[Record]) -> dict[str, Any]:
    tokens = {record["sim_id"]: token_of(record) for record in accepts}
    faults = [(tokens.get(check["sim_id"], ""), check["rule"]) for check in checks if not check["ok"]]
    return {"faulty": [token for token, _ in faults], "faulty_rules": [rule for _, rule in faults]}
