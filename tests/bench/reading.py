"""bounces and replies: how much of the labelled mail is read rightly, and how fast on one core."""

from datetime import UTC, datetime
from time import process_time

from tests import scores
from tests.bench.report import Figure, figure
from tests.scoring import bounce, reply

BARS = {
    "bounces": {
        "precision": 0.997,
        "recall": 0.985,
        "recipients_precision": 0.985,
        "recipients_recall": 0.98,
        "category": 0.95,
        "delayed_precision": 0.97,
        "delayed_recall": 0.97,
        "message_id_precision": 0.99,
        "message_id_recall": 0.97,
    },
    "replies": {"people_kept": 1.0, "class": 0.96, "dates_exact": 0.92, "dates_not_early": 1.0, "text_clean": 0.97},
}
SPEED = 1_000  # messages a second of processor time
HEAD = b"From: pat@birch.example\nTo: sam@seller.example\nSubject: Re: hello\n\n"
NOTICE = b"From: mailer-daemon@birch.example\nReturn-Path: <>\nSubject: Undeliverable mail\n\n"
BAIT = (b"On " * 4_000, b"From: a\n" * 5_000, b"\n" * 5_000, b"> " * 20_000, b"user unknown " * 8_000, b"<a@" * 30_000)
PATIENCE = 0.2  # seconds of processor time a hostile text may cost


def read_bounces() -> list[Figure]:
    """The figures of the labelled bounces, in percent beside their bars."""
    return _figures("bounces", scores.bounce_figures())


def read_replies() -> list[Figure]:
    """The figures of the labelled replies, and what the worst hostile text costs."""
    worst = max(_seconds(head + text) for head in (HEAD, NOTICE) for text in BAIT)
    return [
        *_figures("replies", scores.reply_figures()),
        figure("replies/hostile_text", 1 / worst, "texts/s", 1 / PATIENCE, 1.0),
    ]


def _figures(folder: str, reached: dict[str, float]) -> list[Figure]:
    found = [figure(f"{folder}/{name}", 100 * reached[name], "%", 100 * bar, 1.0) for name, bar in BARS[folder].items()]
    return [*found, figure(f"{folder}/speed", scores.a_second(folder), "messages/s", SPEED, 1.0)]


def _seconds(raw: bytes) -> float:
    began = process_time()
    bounce(raw)
    reply(raw, datetime(2026, 6, 1, tzinfo=UTC))
    return process_time() - began
