import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bounces.core.reading import Kind
from tests.bounces.core.mails import mail, read

SECONDS = 0.5
HEAD = "From: a@b.example\nSubject: x\n"
NOTICE = "From: mailer-daemon@b.example\nSubject: Undeliverable mail\nReturn-Path: <>\n\n"


def nested(depth: int) -> str:
    return HEAD + "".join(f"Content-Type: multipart/mixed; boundary=b{i}\n\n--b{i}\n" for i in range(depth))


BOMBS = {
    "500 brackets": "To: " + "(" * 500 + "x@y.example\n\nhi",
    "500 multiparts": nested(500),
    "2,000 multiparts": nested(2_000),
    "a subject of 1 MB": "Subject: " + "a" * 1_000_000 + "\n\nhi",
    "20,000 parameter segments": HEAD + "Content-Type: a/b; " + "; ".join(f"a*{i}=x" for i in range(20_000)),
    "6,000 parameter segments": HEAD + "Content-Type: a/b; " + "; ".join(f"a*{i}=x" for i in range(6_000)) + "\n\n",
    "20,000 addresses": "To: " + ", ".join(f"a{i}@b.example" for i in range(20_000)) + "\n\n",
    "4,000 addresses": "To: " + ", ".join(f"a{i}@b.example" for i in range(4_000)) + "\n\n",
    "20,000 encoded words": "Subject: " + " ".join(["=?utf-8?q?a?="] * 20_000) + "\n\n",
    "50,000 parts": HEAD + "Content-Type: multipart/mixed; boundary=b\n\n" + "--b\n\nx\n" * 50_000,
    "20,000 fields": "A: b\n" * 15_000 + "\n\n",
}

BAIT = {
    "7,000 encoded words": "Subject: " + " ".join(["=?utf-8?q?a?="] * 7_000) + "\n\nhi",
    "an empty Message-ID": HEAD + "Message-ID: <>\nReferences: <> <\n\nhi",
    "blanks in a field of machines": HEAD + "X-Autoreply-By: " + "\x1c" * 32_000 + "x\n\nhi",
    "one line of 5 MB": HEAD + "\n" + "a" * 5_000_000,
    "a notice of one long word": NOTICE + "a" * 1_000_000 + "!",
    "a notice of half addresses": NOTICE + "<a@" * 300_000,
    "a notice of failure words": NOTICE + "user unknown " * 100_000,
    "a notice of codes": NOTICE + "550 5.1.1 " * 100_000,
    "a notice of header lines": NOTICE + "Received: x\n" * 50_000,
    "attribution bait": HEAD + "\n" + "On " * 400_000,
    "attribution lines": HEAD + "\n" + "On \n" * 100_000,
    "header block bait": HEAD + "\n" + "From: a\n" * 5_000,
    "quote marks": HEAD + "\n" + "> " * 300_000,
    "rules": HEAD + "\n" + ("-" * 990 + "\n") * 1_000,
    "empty lines": HEAD + "\n" * 500_000,
    "a notice of summaries": NOTICE + "Message-ID: a\nFrom: b\nTo: c\n\nnot be delivered\n" * 5_000,
    "a notice of subjects": NOTICE + "Subject: a\n" * 20_000,
    "a notice of dots": NOTICE + "a.b@c." * 40_000,
    "a notice of named lines": NOTICE + "x a@b.example y\n" * 15_000,
    "a notice of empty lines": NOTICE + "x" + "\n" * 250_000 + "x",
    "a notice of blank lines": NOTICE + "x\n" + " \n" * 120_000 + "x",
    "a notice of stars": NOTICE + "x\n" + "*" * 250_000,
    "a notice of quoted nothing": NOTICE + "x\n" + "> \n" * 100_000,
    "tag bait": HEAD + "Content-Type: text/html\n\n" + "<" * 300_000,
    "attribute bait": HEAD + "Content-Type: text/html\n\n" + '<div class="' * 30_000,
    "comment bait": HEAD + "Content-Type: text/html\n\n" + "<!-- " * 60_000,
    "date bait": HEAD + "Auto-Submitted: auto-replied\n\nI am away until " + "12 january 2026 - " * 20_000,
    "absence bait": HEAD + "\n" + "i am " * 100_000,
    "opt-out bait": HEAD + "\n" + "do not please not remove " * 50_000,
    "calendar bait": HEAD + "Content-Type: text/calendar; method=REPLY\n\nBEGIN:VCALENDAR\nATTENDEE" + ';A=";' * 50_000,
    "base64 of nothing": HEAD + "Content-Transfer-Encoding: base64\n\n" + "!" * 1_000_000,
    "quoted nothing": HEAD + "Content-Transfer-Encoding: quoted-printable\n\n" + "=" * 1_000_000,
}


@pytest.mark.parametrize("raw", BOMBS.values(), ids=BOMBS.keys())
def test_a_bomb_is_set_aside_with_its_reason_in_half_a_second(raw: str) -> None:
    started = time.process_time()
    reading = read(raw.encode())
    assert time.process_time() - started < SECONDS
    assert (reading.kind, reading.rule) == (Kind.UNREADABLE, "limit")
    assert reading.evidence


def test_what_cannot_be_read_still_names_its_sender_and_its_thread() -> None:
    raw = mail("hi", "To: " + "(" * 500).replace(b"Subject: Re: Fewer returns at Birch", b"Subject: " + b"a" * 5_000)
    reading = read(raw)
    assert (reading.kind, reading.from_address) == (Kind.UNREADABLE, "pat@birch.example")
    assert (reading.in_reply_to, reading.message_id) == ("step-1@seller.example", "answer-1@birch.example")


@pytest.mark.parametrize("raw", BAIT.values(), ids=BAIT.keys())
def test_bait_for_patterns_is_read_in_half_a_second(raw: str) -> None:
    started = time.process_time()
    reading = read(raw.encode())
    assert time.process_time() - started < SECONDS
    assert reading.kind is not Kind.UNREADABLE


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=2_000))
def test_no_bytes_at_all_make_the_reader_raise(raw: bytes) -> None:
    assert read(raw).rule != "damage"


PIECES = st.sampled_from(
    [
        b"--cut\n",
        b"--cut--\n",
        b"\n",
        b"Content-Type: ",
        b"multipart/report; boundary=cut",
        b"message/delivery-status\n",
        b"text/html\n",
        b"message/rfc822\n",
        b"text/calendar; method=REPLY\n",
        b"BEGIN:VCALENDAR\nMETHOD:REPLY\n",
        b"Final-Recipient: rfc822; ",
        b"a@b.example",
        b"<",
        b">",
        b"Action: failed\n",
        b"Status: 5.1.1\n",
        b"Date: Fri, 99\n",
        b"From: mailer-daemon@x.example\n",
        b"Auto-Submitted: auto-replied\n",
        b"until 31.02.2026\n",
        b"=?utf-8?b?",
        b"?=\n",
        b"Content-Transfer-Encoding: base64\n",
        b"\xff\xfe",
        b"\0",
        b"back on friday ",
        b"unsubscribe",
        b"Disposition: x; deleted\n",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=40).map(b"".join))
def test_no_mixture_of_mail_pieces_makes_the_reader_raise(raw: bytes) -> None:
    assert read(raw).rule != "damage"


def test_nothing_unstorable_leaves_the_reader() -> None:
    reading = read(mail("y\0es \ud83d".encode("utf-8", "surrogatepass").decode("utf-8", "replace"), "Subject: a\0b"))
    shown = reading.text + reading.subject + reading.from_name + reading.evidence
    assert "\0" not in shown
    shown.encode()
