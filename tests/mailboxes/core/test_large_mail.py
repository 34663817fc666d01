"""Of a message too large to keep remain its words, in a form that the reader of all mail reads."""

from base64 import b64encode, urlsafe_b64encode
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bounces.core.mail.parsing import parse
from mailboxes.core.large_mail import NOTE, PARTS, beginning, written_out

HEAD = b"From: bob@prospect.example\r\nSubject: Re: large\r\nMIME-Version: 1.0\r\n"
MIXED = HEAD + b'Content-Type: multipart/mixed; boundary="cut"\r\n\r\n'
WORDS = b"--cut\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nSee the files.\r\n"
FILE = b'--cut\r\nContent-Type: application/pdf; name="offer.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n'


def words_of(raw: bytes) -> str:
    return "".join(part.text() for part in parse(raw).leaves() if part.content_type.startswith("text/")).strip()


def test_the_beginning_ends_where_the_first_attachment_begins() -> None:
    kept = beginning(MIXED + WORDS + FILE + b"JVBERi0x" * 1_000)
    assert words_of(kept) == "See the files."
    assert b"offer.pdf" in kept
    assert b"JVBERi" not in kept
    assert kept.count(NOTE) == 1
    assert parse(kept).headers.get("x-body-cut") == "yes"


def test_what_follows_an_attachment_is_kept_too() -> None:
    """Google's reports have a picture before what they report."""
    status = b"--cut\r\nContent-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; a@b.example\r\n"
    kept = beginning(MIXED + WORDS + FILE + b"JVBERi0x\r\n" * 1_000 + status + FILE + b"JVBERi0x" * 1_000)
    words, _, report, _ = parse(kept).leaves()
    assert words.text().strip() == "See the files."
    assert b"a@b.example" in report.body
    assert b"JVBERi" not in kept


def test_a_message_that_is_an_attachment_alone_is_its_headers() -> None:
    kept = beginning(HEAD + b"Content-Type: application/pdf\r\n\r\nJVBERi0x")
    assert kept == HEAD + b"Content-Type: application/pdf\r\n" + NOTE + b"\r\n"


def test_bait_for_the_search_ends() -> None:
    assert NOTE in beginning(b"\n--a\nContent-Type: image/x\n\n" * 40_000)
    assert NOTE in beginning(b"\nContent-Type: image/" * 50_000)


def test_a_long_text_is_kept_as_far_as_it_came() -> None:
    prefix = HEAD + b"Content-Type: text/plain\r\n\r\n" + b"interested " * 1_000
    assert beginning(prefix).replace(NOTE, b"") == prefix


@pytest.mark.parametrize("prefix", [b"", b"From: a@b.example", b"\n\n", b"\r\n\r\nx", b"A: b\n\nbody", HEAD[:-1]])
def test_the_beginning_of_anything_is_something(prefix: bytes) -> None:
    assert beginning(prefix).count(NOTE) == 1


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from([b"\r\n", b"\n", b"\nContent-Type: image/", b"--cut", b"x"]), max_size=12))
def test_no_bytes_make_it_raise(pieces: list[bytes]) -> None:
    assert NOTE in beginning(b"".join(pieces))


def a_part(kind: str, text: str = "", *fields: tuple[str, str], parts: list[Any] | None = None) -> dict[str, Any]:
    headers = [("Content-Type", kind), *fields]
    return {
        "mimeType": kind.partition(";")[0],
        "headers": [{"name": name, "value": value} for name, value in headers],
        "body": {"data": urlsafe_b64encode(text.encode()).decode()},
        **({"parts": parts} if parts is not None else {}),
    }


def test_a_tree_is_written_out_without_what_is_attached() -> None:
    words = a_part("text/plain; charset=utf-8", "Grüße, bob", ("Content-Transfer-Encoding", "8bit"))
    file = a_part("application/pdf; name=offer.pdf", "secret", ("Content-Disposition", "attachment"))
    tree = a_part('multipart/mixed; boundary="b 1"', "", ("From", "bob@prospect.example"), parts=[words, file])
    raw = written_out(tree)
    assert words_of(raw) == "Grüße, bob"
    assert b"offer.pdf" in raw
    assert b64encode(b"secret") not in raw
    assert parse(raw).headers.get("x-body-cut") == "yes"


def test_a_returned_message_stays_inside_its_report() -> None:
    inner = a_part("text/plain", "What we wrote", ("Message-ID", "<step-1@seller.example>"))
    returned = a_part("message/rfc822", parts=[inner])
    status = a_part(
        "message/delivery-status", "Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; a@b.example\n"
    )
    kind = 'multipart/report; report-type=delivery-status; boundary="cut"'
    part = parse(written_out(a_part(kind, parts=[a_part("text/plain", "Not delivered"), status, returned])))
    notice, told, back = part.leaves()
    assert (notice.text().strip(), told.content_type) == ("Not delivered", "message/delivery-status")
    assert b"Final-Recipient" in told.content()
    opened = back.inner()
    assert opened is not None
    assert opened.headers.get("message-id") == "<step-1@seller.example>"


def test_a_tree_that_is_a_bomb_ends() -> None:
    deep = a_part("text/plain", "innermost")
    for _ in range(200):
        deep = a_part("multipart/mixed; boundary=b", parts=[deep])
    wide = a_part("multipart/mixed; boundary=b", parts=[a_part("text/plain", "x")] * 5_000)
    assert len(written_out(deep)) < 5_000
    assert len(written_out(wide)) < PARTS * 200


@pytest.mark.parametrize("tree", [None, [], {"headers": [1]}, {"headers": [{}]}, {"parts": [1]}])
def test_what_is_no_tree_is_refused(tree: Any) -> None:
    with pytest.raises(ValueError, match="tree"):
        written_out(tree)
