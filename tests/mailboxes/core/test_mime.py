import re
from email import message_from_bytes, policy
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from mailboxes.core.mime import MessageError, build_message, opt_out_mailto
from tests.mailboxes.core.outgoing import a_mail
from tests.mailboxes.core.second_reader import read

EXPECTED = [
    "From",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
    "X-Entity-Ref",
    "MIME-Version",
    "Content-Type",
]


def test_a_plain_step_is_a_single_plain_part_with_just_the_headers_it_needs() -> None:
    part = read(build_message(a_mail()))
    assert part.names() == [*EXPECTED, "Content-Transfer-Encoding"]
    assert part.header("Content-Type") == b"text/plain; charset=utf-8"
    assert part.header("Content-Transfer-Encoding") == b"7bit"
    assert part.header("Date") == b"Mon, 05 Jan 2026 09:00:00 +0000"
    assert part.header("Message-ID") == b"<0f8a61c2d4@example.com>"
    assert part.header("X-Entity-Ref") == b"0f8a61c2d4"
    assert part.body == b"Hi Ruth,\r\n\r\nan idea.\r\n"


def test_an_html_step_has_the_text_first_and_the_html_last_both_utf_8() -> None:
    raw = build_message(a_mail(text="Grüße\n", html="<p>Grüße</p>\n"))
    part = read(raw)
    assert part.names() == EXPECTED
    text, html = part.parts()
    assert text.header("Content-Type") == b"text/plain; charset=utf-8"
    assert html.header("Content-Type") == b"text/html; charset=utf-8"
    assert (text.text(), html.text()) == ("Grüße\n", "<p>Grüße</p>\n")
    parsed = message_from_bytes(raw, policy=policy.default)
    assert [one.get_content() for one in parsed.iter_parts()] == ["Grüße\r\n", "<p>Grüße</p>\r\n"]


def test_one_click_needs_the_url_first_and_the_exact_post_line() -> None:
    part = read(build_message(a_mail()))
    expected = b"<https://out.example.com/u/abc>, <mailto:unsubscribe@example.com>"
    assert part.header("List-Unsubscribe") == expected
    assert part.header("List-Unsubscribe-Post") == b"List-Unsubscribe=One-Click"


@pytest.mark.parametrize(
    ("sender", "uri"),
    [
        ("nora@example.com", "mailto:nora@example.com?subject=unsubscribe"),
        ("o'neil+x@example.com", "mailto:o'neil+x@example.com?subject=unsubscribe"),
        ("a?b&c=d#e%f/g{h}@example.com", "mailto:a%3Fb%26c%3Dd%23e%25f%2Fg%7Bh%7D@example.com?subject=unsubscribe"),
    ],
)
def test_the_opt_out_address_is_a_uri_that_opens_a_mail_to_the_sender(sender: str, uri: str) -> None:
    raw = build_message(a_mail(from_address=sender, unsubscribe_mailto=opt_out_mailto(sender)))
    assert read(raw).header("List-Unsubscribe").endswith(f", <{uri}>".encode())
    assert unquote(urlsplit(uri).path) == sender
    assert urlsplit(uri).query == "subject=unsubscribe"


def test_without_a_url_nothing_claims_one_click() -> None:
    part = read(build_message(a_mail(unsubscribe_url=None)))
    assert part.header("List-Unsubscribe") == b"<mailto:unsubscribe@example.com>"
    assert "List-Unsubscribe-Post" not in part.names()
    assert "List-Unsubscribe" not in read(build_message(a_mail(unsubscribe_url=None, unsubscribe_mailto=None))).names()


def test_long_urls_and_ids_are_never_turned_into_encoded_words_or_broken() -> None:
    ids = tuple(f"{'AM0PR04MB' * 9}{n}@mail.eurprd04.prod.example.com" for n in range(8))
    url = "https://out.example.com/u/" + "x" * 400
    raw = build_message(a_mail(in_reply_to=ids[-1], references=ids, unsubscribe_url=url, text="hi\n"))
    assert b"=?" not in raw
    part = read(raw)
    assert part.header("In-Reply-To").decode() == f"<{ids[-1]}>"
    assert part.header("References").decode() == " ".join(f"<{one}>" for one in ids)
    assert part.header("List-Unsubscribe").decode().startswith(f"<{url}>, <mailto:")
    for one in ids:
        assert f"<{one}>".encode() in raw
    assert max(map(len, raw.split(b"\r\n"))) <= 998


def test_the_same_mail_gives_the_same_bytes_and_another_token_another_boundary() -> None:
    assert build_message(a_mail(html="<p>a</p>")) == build_message(a_mail(html="<p>a</p>"))
    boundaries = {
        re.search(rb'boundary="([^"]+)"', build_message(a_mail(html="<p>a</p>", delivery_token=token)))[1]  # type: ignore[index]
        for token in ("a1", "a2")
    }
    assert len(boundaries) == 2


def test_a_body_that_quotes_the_boundary_cannot_end_the_part() -> None:
    raw = build_message(a_mail(html="<p>a</p>"))
    boundary = re.search(rb'boundary="([^"]+)"', raw)[1].decode()  # type: ignore[index]
    hostile = f"before\n--{boundary}--\nafter\n"
    text, html = read(build_message(a_mail(html="<p>a</p>", text=hostile))).parts()
    assert (text.text(), html.text()) == (hostile, "<p>a</p>\n")


def test_nothing_of_this_machine_or_program_is_on_the_wire() -> None:
    import getpass  # noqa: PLC0415
    import socket  # noqa: PLC0415

    raw = build_message(a_mail(html="<p>an idea</p>")).decode().lower()
    for word in ("python", "django", "forbear", "x-mailer", "user-agent", "localhost", socket.gethostname().lower()):
        assert word not in raw
    assert f"{getpass.getuser()}@" not in raw


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"date": a_mail().date.replace(tzinfo=None)}, "date"),
        ({"message_id": "abc"}, "message_id"),
        ({"message_id": "<a@example.com>"}, "message_id"),
        ({"message_id": "a b@example.com"}, "message_id"),
        ({"in_reply_to": "x" * 901 + "@example.com"}, "in_reply_to"),
        ({"references": ("a@example.com", "b@exa mple.com")}, "references"),
        ({"unsubscribe_url": "javascript:alert(1)"}, "unsubscribe_url"),
        ({"unsubscribe_url": "https://a.example/,https://b.example/"}, "unsubscribe_url"),
        ({"unsubscribe_mailto": "a@b.example, c@d.example"}, "unsubscribe_mailto"),
        ({"delivery_token": "a b"}, "delivery_token"),
        ({"subject": "x" * 1001}, "subject"),
    ],
)
def test_what_cannot_be_written_is_refused_by_the_name_of_its_field(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(MessageError) as refused:
        build_message(a_mail(**changes))
    assert refused.value.field == field
    for value in changes.values():
        assert str(value) not in str(refused.value)
