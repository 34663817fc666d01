"""The bombs that are known to stop mail readers, ten times as large: each is answered, and the next message is read.

The child's own timer and address space are the limits of a real installation; nothing here is measured by a clock.
"""

import base64
import gzip
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

from bounces.core.concern import read_traits
from bounces.core.reading import Kind, Ours
from bounces.reader.frames import Known
from bounces.reader.pool import Readers
from bounces.reader.process import Child, Limits
from tests.bounces.core.mails import mail

LIMITS = Limits(memory=256 * 1024 * 1024, cpu=1.5, within=60)
KNOWN = Known(datetime(2027, 3, 9, tzinfo=UTC), Ours("nora@seller.example"))
HEAD = b"From: pat@birch.example\nIn-Reply-To: <step-1@seller.example>\nSubject: x\n"
NOTICE = HEAD.replace(b"pat@birch", b"mailer-daemon@birch") + b"Return-Path: <>\n\n"
MEGABYTE = 1024 * 1024


def nested(depth: int) -> bytes:
    levels = (b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (one, one) for one in range(depth))
    return HEAD + b"".join(levels)


def nested_messages(depth: int) -> bytes:
    """A message in a message in a message, each in base64."""
    inner = HEAD + b"\ninnermost"
    for _ in range(depth):
        packed = base64.encodebytes(inner)[: MEGABYTE // 4]
        inner = HEAD + b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" + packed
    return inner


def gzipped() -> bytes:
    zeros = base64.encodebytes(gzip.compress(bytes(64 * MEGABYTE)))
    return HEAD + b"Content-Type: text/plain\nContent-Encoding: gzip\nContent-Transfer-Encoding: base64\n\n" + zeros


def parts(number: int) -> bytes:
    return HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * number


SET_ASIDE: dict[str, Callable[[], bytes]] = {
    "5,000 nested brackets": lambda: HEAD + b"To: " + b"(" * 5_000 + b"x@y.example\n\nhi",
    "500 nested multiparts": lambda: nested(500),
    "2,000 nested multiparts": lambda: nested(2_000),
    "20,000 nested multiparts": lambda: nested(20_000),
    "a subject of 10 MB": lambda: b"Subject: " + b"a" * 10 * MEGABYTE + b"\n" + HEAD + b"\nhi",
    "200,000 parameter segments": lambda: (
        HEAD + b"Content-Type: a/b; " + b"; ".join(b"a*%d=x" % one for one in range(200_000)) + b"\n\nhi"
    ),
    "6,000 parameter segments": lambda: (
        HEAD + b"Content-Type: a/b; " + b"; ".join(b"a*%d=x" % one for one in range(6_000)) + b"\n\nhi"
    ),
    "200,000 addresses": lambda: HEAD + b"To: " + b", ".join(b"a%d@b.example" % n for n in range(200_000)) + b"\n\nhi",
    "200,000 encoded words": lambda: HEAD + b"Subject: " + b"=?utf-8?q?a?= " * 200_000 + b"\n\nhi",
    "100,000 fields": lambda: HEAD + b"A: b\n" * 100_000 + b"\nhi",
    "10,000 parts": lambda: parts(10_000),
    "50,000 parts": lambda: parts(50_000),
    "500,000 parts": lambda: parts(500_000),
    "200 MB": lambda: HEAD + b"\n" + bytes(200 * MEGABYTE),
}
READ: dict[str, Callable[[], bytes]] = {
    "an empty Message-ID": lambda: HEAD + b"Message-ID: <>\n\nhi",
    "an unknown charset": lambda: HEAD + b"Content-Type: text/plain; charset=klingon-8\n\nhi",
    "a charset that makes markup": lambda: HEAD + b"Content-Type: text/plain; charset=utf-7\n\n+ADw-script+AD4-",
    "zeros in gzip": gzipped,
    "100 messages in each other": lambda: nested_messages(100),
    "nested messages of a notice": lambda: NOTICE[:-1] + nested_messages(100)[len(HEAD) :],
    "50 MB in one line": lambda: HEAD + b"\n" + b"a" * 50 * MEGABYTE,
    "a notice of one word": lambda: NOTICE + b"a" * MEGABYTE + b"!",
    "a notice of brackets": lambda: NOTICE + b"<a@" * MEGABYTE,
    "a notice of codes": lambda: NOTICE + b"550 5.1.1 " * 400_000,
    "a notice of failures": lambda: NOTICE + b"user unknown <a@b.example>\n" * 100_000,
    "a notice of dots": lambda: NOTICE + b"a." * MEGABYTE + b"@",
    "10 MB of markup": lambda: HEAD + b"Content-Type: text/html\n\n" + b"<div class='" * (MEGABYTE - 1),
    "10 MB of style": lambda: (
        HEAD + b"Content-Type: text/html\n\n<style>" + b"a{b:c}" * 2 * MEGABYTE + b"</style><p>hi</p>"
    ),
}


@pytest.fixture(scope="module")
def readers() -> Iterator[Readers]:
    made = Readers(lambda: Child(LIMITS), most=1)
    yield made
    made.close()


def assert_reads_on(readers: Readers) -> None:
    assert readers.read(mail("Yes, gladly."), KNOWN).text == "Yes, gladly."


@pytest.mark.parametrize("bomb", SET_ASIDE)
def test_a_bomb_is_set_aside_with_its_reason_and_its_person(readers: Readers, bomb: str) -> None:
    found = readers.read(SET_ASIDE[bomb](), KNOWN)
    assert (found.kind, bool(found.evidence)) == (Kind.UNREADABLE, True)
    assert found.rule in {"limit", "reader"}
    if bomb != "a subject of 10 MB":  # nobody looks that far
        assert found.in_reply_to == "step-1@seller.example"
    assert_reads_on(readers)


@pytest.mark.parametrize("bomb", READ)
def test_bait_is_read_within_the_limits(readers: Readers, bomb: str) -> None:
    found = readers.read(READ[bomb](), KNOWN)
    assert (found.rule, found.evidence) not in {("reader", "time"), ("reader", "memory"), ("reader", "crashed")}
    assert found.in_reply_to == "step-1@seller.example"
    assert "<script" not in found.text
    assert_reads_on(readers)


HEADS = {
    "brackets": b"From: " + b"(" * 90_000,
    "halves of addresses": b"From: " + b"a" * 90_000,
    "words and signs": b"From: " + b"a@" * 45_000,
    "addresses": b"Reply-To: " + b"a@b.example, " * 7_000,
    "ids": b"References: " + b"<a@b> " * 15_000,
    "openings of ids": b"References: " + b"<a@b" * 22_000,
    "encoded words": b"Subject: " + b"=?utf-8?q?a?= " * 7_000,
    "openings of encoded words": b"Subject: " + b"=?utf-8?q?" * 10_000,
    "answer prefixes": b"Subject: " + b"Re: " * 25_000,
    "words of notices": b"Subject: " + b"undeliverable mail returned delivery " * 2_500,
    "blanks": b"Subject: Re:" + b" \t" * 45_000,
    "folded lines": b"Subject: a\n" + b" b\n" * 30_000,
    "one field of 4 MB": b"Subject: " + b"a" * 4 * MEGABYTE,
    "1,000,000 fields": b"A: b\n" * 800_000,
}


@pytest.mark.parametrize("head", HEADS)
def test_hostile_headers_are_judged_by_what_can_be_read_of_them(head: str) -> None:
    """In the worker itself, so each step must be linear: a quadratic one would take minutes here."""
    traits = read_traits(HEAD.replace(b"From", b"Sender").replace(b"Subject: x\n", b"") + HEADS[head] + b"\n\n")
    assert traits.names[:1] == ("step-1@seller.example",)
