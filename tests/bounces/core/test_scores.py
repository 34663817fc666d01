"""What the reader reaches on the labelled mails. The floors lie just below what was measured: they only rise."""

import json
import re
import time
import unicodedata
from collections import Counter
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path

import pytest

from tests.bounces.core.scoring import bounce, reply

DATA = Path(__file__).parents[2] / "data"
UNDATED = datetime(2026, 6, 1, 12, tzinfo=UTC)
PEOPLE = {"human_reply", "unsubscribe_request", "complaint"}
AUTOMATIC = {"out_of_office", "auto_reply", "bounce", "list_or_bulk"}
Answers = list[tuple[dict[str, object], dict[str, object]]]


def labels(folder: str) -> list[dict[str, object]]:
    lines = (DATA / folder / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


@cache
def bounces() -> Answers:
    used = [label for label in labels("bounces") if not label.get("ambiguous")]
    return [(label, bounce((DATA / "bounces" / str(label["file"])).read_bytes())) for label in used]


@cache
def replies() -> Answers:
    found: Answers = []
    for label in labels("replies"):
        sent = datetime.fromisoformat(str(label["sent_date"])) if label["sent_date"] else UNDATED
        sent = sent if sent.tzinfo else sent.replace(tzinfo=UTC)
        raw = (DATA / "replies" / str(label["file"])).read_bytes()
        found.append((label, dict(reply(raw, sent))))
    return found


def failing(answers: Answers) -> Answers:
    return [(label, answer) for label, answer in answers if label["is_bounce"]]


def folded(value: object) -> str:
    return str(value).strip().strip("<>").lower()


def many(label: dict[str, object], name: str) -> list[str]:
    value = label.get(name) or []
    assert isinstance(value, list | dict)
    return [str(one) for one in value]


def share(hits: list[bool]) -> float:
    return sum(hits) / len(hits)


def test_bounces_are_told_from_what_only_looks_like_one() -> None:
    told = Counter((bool(label["is_bounce"]), bool(answer["is_bounce"])) for label, answer in bounces())
    assert told[True, False] <= 1
    assert told[False, True] == 0


def test_the_failed_addresses_are_found_and_no_others() -> None:
    hit = missed = wrong = 0
    for label, answer in failing(bounces()):
        aliases = label.get("recipient_aliases") or {}
        assert isinstance(aliases, dict)
        left = {folded(one) for one in many(answer, "recipients")}
        for wanted in many(label, "recipients"):
            names = {folded(wanted), *(folded(one) for one in aliases.get(wanted, []))}
            hit, missed = hit + bool(names & left), missed + (not names & left)
            left -= names
        wrong += len(left - {folded(one) for one in many(label, "recipients_optional")})
    assert hit / (hit + missed) >= 0.99
    assert hit / (hit + wrong) >= 0.99


def test_the_category_is_one_that_can_be_defended() -> None:
    right = [
        answer.get("category") in {label["category"], *many(label, "also_accept")}
        for label, answer in failing(bounces())
    ]
    assert share(right) >= 0.975


def test_delays_are_told_from_failures() -> None:
    assert share([answer.get("action") == label["action"] for label, answer in failing(bounces())]) >= 0.99


def test_the_returned_message_id_is_exact_or_missing() -> None:
    known = [(label, answer) for label, answer in failing(bounces()) if label["original_message_id"]]
    right = [
        folded(answer.get("original_message_id"))
        in {folded(one) for one in (label["original_message_id"], *many(label, "original_message_id_alt"))}
        for label, answer in known
    ]
    given = [answer.get("original_message_id") is not None for _, answer in known]
    assert share(right) >= 0.99
    assert sum(right) / sum(given) >= 0.99


def test_no_person_is_taken_for_a_machine() -> None:
    assert not [
        label["file"] for label, answer in replies() if label["class"] in PEOPLE and answer["class"] in AUTOMATIC
    ]


def test_replies_end_in_their_class() -> None:
    right = [answer["class"] in {label["class"], *many(label, "class_ok")} for label, answer in replies()]
    assert share(right) >= 0.98


def test_return_dates_are_exact_and_never_early() -> None:
    stated = [(label, answer["return_date"]) for label, answer in replies() if label["return_date"]]
    days = [(str(label["return_date"]), many(label, "return_date_ok"), said) for label, said in stated]
    right = [str(said) in {day, *others} for day, others, said in days]
    early = [day for day, others, said in days if isinstance(said, date) and said.isoformat() < min([day, *others])]
    assert share(right) >= 0.97
    assert early == []


def squash(text: object) -> str:
    return re.sub(r"[\s\u00a0\u200b\u202f\ufeff]+", "", unicodedata.normalize("NFC", str(text)))


@pytest.mark.parametrize("about", ["lost", "leaked"])
def test_new_text_loses_nothing_and_keeps_no_quote(about: str) -> None:
    bad = []
    for label, answer in replies():
        text = squash(answer["new_text"])
        lost = any(squash(one) not in text for one in many(label, "new_text_contains"))
        leaked = any(squash(one) in text for one in many(label, "new_text_excludes"))
        if label["class"] != "bounce" and (lost if about == "lost" else leaked):
            bad.append(label["file"])
    assert len(bad) <= 2


def test_nothing_handed_to_the_reader_damages_it() -> None:
    """And it is fast enough that no mailbox ever waits for it: two milliseconds a mail are the bar, ten the alarm."""
    started = time.process_time()
    files = [*(DATA / "bounces").glob("*.eml"), *(DATA / "replies").glob("*.eml")]
    assert all("is_bounce" in bounce(file.read_bytes()) for file in files)
    assert (time.process_time() - started) / len(files) < 0.010
