"""What the reader reaches on the labelled mails of tests/data, as figures from 0 to 1; for tests and benches."""

import json
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from time import process_time

from tests.scoring import bounce, reply

DATA = Path(__file__).parent / "data"
UNDATED = datetime(2026, 6, 1, 12, tzinfo=UTC)
PEOPLE = frozenset({"human_reply", "unsubscribe_request", "complaint"})
AUTOMATIC = frozenset({"out_of_office", "auto_reply", "bounce", "list_or_bulk"})


@dataclass(frozen=True, slots=True)
class Answer:
    """A label beside what the reader said."""

    label: dict[str, object]
    said: dict[str, object]

    @property
    def file(self) -> str:
        """The name of the message."""
        return str(self.label["file"])

    def wanted(self, *names: str) -> set[object]:
        """All values that count as right, taken from fields that hold one or a list."""
        found: set[object] = set()
        for name in names:
            value = self.label.get(name)
            found |= set(value) if isinstance(value, list) else {value} - {None}
        return found

    def texts(self, name: str) -> list[str]:
        """The entries of a list of the label."""
        value = self.label.get(name) or []
        assert isinstance(value, list)
        return [str(one) for one in value]


def labels(folder: str) -> list[dict[str, object]]:
    """The labels of a set that are not in doubt."""
    lines = (DATA / folder / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    return [label for line in lines if line.strip() and not (label := json.loads(line)).get("ambiguous")]


@cache
def mails(folder: str) -> tuple[bytes, ...]:
    """The messages of a set, in the order of their labels."""
    return tuple((DATA / folder / str(label["file"])).read_bytes() for label in labels(folder))


@cache
def bounces() -> list[Answer]:
    """The bounces and what resembles them, read."""
    return [Answer(label, bounce(raw)) for label, raw in zip(labels("bounces"), mails("bounces"), strict=True)]


@cache
def replies() -> list[Answer]:
    """The replies, read."""
    return [
        Answer(label, dict(reply(raw, _arrival(label))))
        for label, raw in zip(labels("replies"), mails("replies"), strict=True)
    ]


def a_second(folder: str) -> float:
    """Messages that are read in one second of processor time; the best of three rounds."""
    received = [_arrival(label) for label in labels(folder)]
    best = 0.0
    for _ in range(3):
        began = process_time()
        for raw, when in zip(mails(folder), received, strict=True):
            if folder == "bounces":
                bounce(raw)
            else:
                reply(raw, when)
        best = max(best, len(received) / (process_time() - began))
    return best


def _arrival(label: dict[str, object]) -> datetime:
    if not label.get("sent_date"):
        return UNDATED
    sent = datetime.fromisoformat(str(label["sent_date"]))
    return sent if sent.tzinfo else sent.replace(tzinfo=UTC)


def bounce_figures() -> dict[str, float]:
    """Precision and recall of the bounces and of what is told about them."""
    real = [one for one in bounces() if one.label["is_bounce"]]
    told = [one for one in bounces() if one.said["is_bounce"]]
    caught = sum(bool(one.said["is_bounce"]) for one in real)
    hits, wrong, expected = (sum(counts) for counts in zip(*map(_recipients, real), strict=True))
    known = [one for one in real if one.label["original_message_id"]]
    given = [one for one in real if one.said.get("original_message_id")]
    exact = sum(_folded(one.said.get("original_message_id")) in _ids(one) for one in known)
    waiting = [one for one in real if one.label["action"] == "delayed"]
    put_off = [one for one in real if one.said.get("action") == "delayed"]
    both = sum(one in waiting for one in put_off)
    return {
        "precision": caught / len(told),
        "recall": caught / len(real),
        "recipients_precision": hits / (hits + wrong),
        "recipients_recall": hits / expected,
        "category": _share(one.said.get("category") in one.wanted("category", "also_accept") for one in real),
        "delayed_precision": both / len(put_off),
        "delayed_recall": both / len(waiting),
        "message_id_precision": exact / len(given),
        "message_id_recall": exact / len(known),
    }


def reply_figures() -> dict[str, float]:
    """Classes, return dates and new text of the replies."""
    stated = [one for one in replies() if one.label["return_date"]]
    people = [one for one in replies() if one.label["class"] in PEOPLE]
    written = [one for one in replies() if one.label["class"] != "bounce"]
    return {
        "people_kept": _share(one.said["class"] not in AUTOMATIC for one in people),
        "class": _share(one.said["class"] in one.wanted("class", "class_ok") for one in replies()),
        "dates_exact": _share(_day(one) in one.wanted("return_date", "return_date_ok") for one in stated),
        "dates_not_early": _share(not early(one) for one in stated),
        "text_clean": _share(not lost(one) and not leaked(one) for one in written),
    }


def early(one: Answer) -> bool:
    """Whether the return date lies before every one that would be right."""
    day = _day(one)
    return day is not None and day < min(str(right) for right in one.wanted("return_date", "return_date_ok"))


def lost(one: Answer) -> bool:
    """Whether words of the writer are missing from the new text."""
    text = _squash(one.said["new_text"])
    return any(_squash(words) not in text for words in one.texts("new_text_contains"))


def leaked(one: Answer) -> bool:
    """Whether words of the quote are left in the new text."""
    text = _squash(one.said["new_text"])
    return any(_squash(words) in text for words in one.texts("new_text_excludes"))


def _day(one: Answer) -> str | None:
    said = one.said["return_date"]
    return said.isoformat() if isinstance(said, date) else None


def _recipients(one: Answer) -> tuple[int, int, int]:
    """Recipients found, invented and expected; an alias counts as its recipient."""
    aliases, said = one.label.get("recipient_aliases") or {}, one.said.get("recipients") or []
    assert isinstance(aliases, dict)
    assert isinstance(said, list)
    left, expected, hits = {_folded(name) for name in said}, one.texts("recipients"), 0
    for wanted in expected:
        names = {_folded(wanted), *(_folded(other) for other in aliases.get(wanted, []))}
        hits += bool(names & left)
        left -= names
    return hits, len(left - {_folded(other) for other in one.texts("recipients_optional")}), len(expected)


def _ids(one: Answer) -> set[str]:
    return {_folded(value) for value in one.wanted("original_message_id", "original_message_id_alt")}


def _folded(value: object) -> str:
    return str(value).strip().strip("<>").lower()


def _squash(text: object) -> str:
    return re.sub(r"[\s\u00a0\u200b\u202f\ufeff]+", "", unicodedata.normalize("NFC", str(text)))


def _share(hits: Iterable[bool]) -> float:
    found = list(hits)
    return sum(found) / len(found)
