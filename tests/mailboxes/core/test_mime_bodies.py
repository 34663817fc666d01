import re
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from mailboxes.core.mime import build_message
from tests.mailboxes.core.outgoing import a_mail
from tests.mailboxes.core.second_reader import read

HARD = Path("tests/data/imports/body-transport.txt")


def over_the_wire(raw: bytes) -> bytes:
    """Dot-stuffed and unstuffed, as a client and a server do it."""
    stuffed = re.sub(rb"(?m)^\.", b"..", raw)
    assert b"\r\n.\r\n" not in stuffed
    return re.sub(rb"(?m)^\.\.", b".", stuffed)


@pytest.fixture(name="hard")
def read_hard_text() -> str:
    return HARD.read_text(encoding="utf-8")


def test_the_hard_body_survives_transport_character_by_character(hard: str) -> None:
    raw = over_the_wire(build_message(a_mail(text=hard)))
    assert read(raw).text() == hard + "\n"
    parsed = message_from_bytes(raw, policy=policy.default)
    assert parsed.get_content().replace("\r\n", "\n") == hard + "\n"
    assert parsed.get_content_charset() == "utf-8"


def test_the_hard_body_survives_as_html_too(hard: str) -> None:
    html = f"<pre>{hard}</pre>"
    text, shown = read(over_the_wire(build_message(a_mail(text=hard, html=html)))).parts()
    assert (text.text(), shown.text()) == (hard + "\n", html + "\n")


def test_the_hard_body_has_only_crlf_and_short_lines(hard: str) -> None:
    raw = build_message(a_mail(text=hard, html=hard))
    assert not re.search(rb"(?<!\r)\n|\r(?!\n)", raw)
    assert max(map(len, raw.split(b"\r\n"))) <= 78
    assert not re.search(rb"(?m)^From ", raw)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("short\n", "7bit"),
        ("x" * 78 + "\n", "7bit"),
        ("x" * 79 + "\n", "quoted-printable"),
        ("-- \nJane\n", "quoted-printable"),
        ("tab\t\n", "quoted-printable"),
        ("From here on\n", "quoted-printable"),
        ("a\nFrom here on\n", "quoted-printable"),
        ("Grüße\n" + "a plain line\n" * 9, "quoted-printable"),
        ("Привет, как дела?\n", "base64"),
        ("こんにちは\n", "base64"),
    ],
)
def test_the_transfer_encoding_is_the_plainest_that_is_safe(text: str, encoding: str) -> None:
    part = read(build_message(a_mail(text=text)))
    assert part.header("Content-Transfer-Encoding").decode() == encoding
    assert part.text() == text


def test_bare_line_ends_of_any_system_become_crlf() -> None:
    raw = build_message(a_mail(text="a\rb\nc\r\nd\r.\r\n"))
    assert read(raw).body == b"a\r\nb\r\nc\r\nd\r\n.\r\n"
    assert b"\r\n\r\na\r\nb" in raw


def test_a_smuggled_end_of_data_stays_inside_the_body() -> None:
    hostile = "x\n.\nMAIL FROM:<a@example.com>\n\r.\rRCPT TO:<b@example.com>\n"
    raw = over_the_wire(build_message(a_mail(text=hostile)))
    assert read(raw).text() == hostile.replace("\r", "\n")
