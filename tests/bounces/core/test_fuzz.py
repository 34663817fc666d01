"""Whatever a message looks like, reading it raises nothing and comes to an end: damaged true mail, and mail by grammar.

The bound on time finds readers that hang, with much room for a busy machine; the speed itself is a bench's business.
"""

import time
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bounces.core.concern import read_traits
from bounces.core.mail.salvage import unreadable
from bounces.core.read import read_message
from bounces.core.reading import Kind, Ours
from bounces.reader.forms import packed, unpacked

DATA = Path(__file__).parents[2] / "data"
AT = datetime(2027, 3, 9, tzinfo=UTC)
OURS = Ours("nora@seller.example", "Nora", subjects=("Fewer returns",), sent_texts=("Hello Pat,\nhave you met us?",))
ROOM = 5.0  # seconds of CPU for 100 KB: five times what is promised

TOKENS = (
    b"\r\n", b"\n", b"\r", b"\r\n\r\n", b"\0", b"\xff", b"(", b")", b"<", b">", b"@", b"=", b"=?utf-8?b?", b"?=",
    b"--", b"\n--b\n", b"\n--b--\n", b"Content-Type: multipart/mixed; boundary=b\n",
    b"Content-Type: message/rfc822\n", b"Content-Type: text/html\n", b"Content-Transfer-Encoding: base64\n",
    b"charset=utf-7", b"; a*0*=x", b"> ", b"<div>", b"<!--", b"On ", b" wrote:\n", b"-----Original Message-----\n",
    b"550 5.1.1 ", b"Final-Recipient: rfc822; ", b"Action: failed\n", b"Auto-Submitted: auto-replied\n",
    b"back on 31.02.2027 ", b"until ", b"unsubscribe", b"BEGIN:VCALENDAR\n", "Ärger ".encode(),
    "返信 ".encode("iso2022_jp"), "вернусь ".encode("koi8-r"), b"\xed\xa0\x80", b"a" * 500, b"\n" * 200,
)  # fmt: skip


@cache
def samples() -> list[bytes]:
    """The messages of our own tests, the short ones: damage is what they are here for."""
    files = sorted(path for folder in ("bounces", "replies", "imports") for path in (DATA / folder).rglob("*.eml"))
    return [raw for path in files if len(raw := path.read_bytes()) < 20_000]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A true message of which pieces were lost, doubled, exchanged, or put where others were."""
    raw = draw(st.sampled_from(samples()))
    for _ in range(draw(st.integers(1, 6))):
        first, second = sorted((draw(st.integers(0, len(raw))), draw(st.integers(0, len(raw)))))
        piece = raw[first : min(second, first + 2_000)]
        raw = draw(
            st.sampled_from(
                [
                    raw[:first] + raw[first + len(piece) :],
                    raw[:first] + piece + raw[first:],
                    raw[:first] + draw(st.sampled_from(TOKENS)) + raw[first:],
                    raw[:second],
                    raw[second:] + raw[:second],
                    raw[:first] + draw(st.sampled_from(samples()))[-2_000:],
                    raw.replace(piece[:3] or b"\n", draw(st.sampled_from(TOKENS))),
                ]
            )
        )
    return raw[:200_000]


FIELDS = """From To Cc Subject Date Message-ID In-Reply-To References Reply-To Return-Path Received Content-Type Status
    Content-Disposition Content-Transfer-Encoding Auto-Submitted Precedence List-Unsubscribe X-Failed-Recipients
    Final-Recipient X-Auto-Response-Suppress Disposition Feedback-Type"""
NAMES = st.sampled_from(sorted(set(FIELDS.split())))
WORDS = st.sampled_from([
    "a@b.example", "<x@y.example>", "Pat (a (b)) <pat@birch.example>", "=?utf-8?q?=C3=A9?=", "=?x?b?!!?=",
    "auto-replied", "bulk", "text/plain; charset=", "multipart/report; report-type=delivery-status; boundary=b",
    "message/delivery-status", "message/rfc822", "text/html; charset=iso-2022-jp", "text/calendar; method=REPLY",
    "base64", "quoted-printable", "8bit", "rfc822; a@b.example", "5.1.1", "failed", "Mon, 31 Feb 2027 99:99 +9999",
    "abuse", "displayed", '"', "\\", ";;", "\t", "Undelivered Mail", "Automatic reply: Fewer returns", "Re: ",
    "attachment", 'a="b; c*0*=d', "müde",
])  # fmt: skip
HEADERS = st.lists(st.tuples(NAMES, st.lists(WORDS, max_size=4).map(" ".join)), max_size=8).map(
    lambda fields: "".join(f"{name}: {value}\n" for name, value in fields).encode("utf-8", "replace")
)
TEXTS = st.lists(
    st.sampled_from([*TOKENS, b"Thank you. ", b"Please remove me. ", b"I am out of office. "]), max_size=12
)
LEAVES = st.tuples(HEADERS, TEXTS.map(b"".join)).map(lambda both: both[0] + b"\n" + both[1])


def in_one(parts: tuple[bytes, list[bytes], bytes]) -> bytes:
    headers, inside, mark = parts
    kind = b'Content-Type: multipart/mixed; boundary="' + mark + b'"\n'
    return (
        headers + kind + b"\n" + b"".join(b"--" + mark + b"\n" + one + b"\n" for one in inside) + b"--" + mark + b"--\n"
    )


MARKS = st.sampled_from([b"b", b"c", b"", b"-"])


def inside(depth: int) -> st.SearchStrategy[bytes]:
    """Parts of so many levels at most."""
    if depth == 0:
        return LEAVES
    return LEAVES | st.tuples(HEADERS, st.lists(inside(depth - 1), max_size=3), MARKS).map(in_one)


MIME = inside(4)


def assert_read(raw: bytes) -> None:
    started = time.process_time()
    reading = read_message(raw, received_at=AT, ours=OURS)
    read_traits(raw)
    salvaged = unreadable(raw, "reader", "time", AT)
    assert time.process_time() - started < ROOM * max(1.0, len(raw) / 100_000)
    assert reading.rule != "damage", reading.evidence
    assert salvaged.kind is Kind.UNREADABLE
    for one in (reading, salvaged):
        assert unpacked(type(one), packed(one)) == one


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(damaged())
def test_no_damage_makes_the_reader_raise_or_hang(raw: bytes) -> None:
    assert_read(raw)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(MIME)
def test_no_mail_by_grammar_makes_the_reader_raise_or_hang(raw: bytes) -> None:
    assert_read(raw)
