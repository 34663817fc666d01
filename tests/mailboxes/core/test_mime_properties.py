"""Whatever people type: both readers get it back, no line is too long, no header is written twice."""

import re
from email import message_from_bytes, policy

from hypothesis import given, settings
from hypothesis import strategies as st

from mailboxes.core.mime import build_message
from tests.mailboxes.core.outgoing import a_mail
from tests.mailboxes.core.rust_reader import seen
from tests.mailboxes.core.second_reader import mailbox, read, words

HEADER_FORBIDDEN = "\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
headline = st.text(st.characters(exclude_categories=("Cc", "Cs"), exclude_characters=HEADER_FORBIDDEN), max_size=200)
character = st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="\u2028\u2029", include_characters="\n\t")
trouble = st.sampled_from(["\n", " ", "\t", ".", "=", "From ", "é", "\n.", "\nFrom ", "x" * 70, "word "])
body = st.lists(character | trouble, max_size=200).map("".join)
SINGLE = {
    *("from", "to", "subject", "date", "message-id", "list-unsubscribe", "list-unsubscribe-post"),
    *("mime-version", "content-type", "x-entity-ref"),
}


@settings(max_examples=300, deadline=None)
@given(from_name=headline, to_name=headline, subject=headline, text=body, html=st.none() | body)
def test_any_merge_data_is_read_back_equal(
    from_name: str, to_name: str, subject: str, text: str, html: str | None
) -> None:
    raw = build_message(a_mail(from_name=from_name, to_name=to_name, subject=subject, text=text, html=html))
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert not re.search(rb"(?<!\r)\n|\r(?!\n)", raw)
    part = read(raw)
    names = [name.lower() for name in part.names()]
    assert set(names) - {"content-transfer-encoding"} == SINGLE
    assert len(names) == len(set(names))
    assert mailbox(part.header("From")) == (from_name.strip(), "jane@example.com")
    assert mailbox(part.header("To")) == (to_name.strip(), "ruth@example.org")
    assert words(part.header("Subject")) == subject.strip()
    expected = [one if one.endswith("\n") else one + "\n" for one in (text, html) if one is not None]
    assert [one.text() for one in (part.parts() if html is not None else [part])] == expected


@settings(max_examples=200, deadline=None)
@given(name=headline, subject=headline, text=body, html=st.none() | body)
def test_any_merge_data_is_read_back_equal_by_the_standard_library(
    name: str, subject: str, text: str, html: str | None
) -> None:
    parsed = message_from_bytes(
        build_message(a_mail(to_name=name, subject=subject, text=text, html=html)), policy=policy.default
    )
    assert not parsed.defects
    (to,) = parsed["To"].addresses
    # The library's parser of names adds a space between two encoded-words and merges spaces in a row.
    assert ("".join(to.display_name.split()), to.addr_spec) == ("".join(name.split()), "ruth@example.org")
    assert parsed["Subject"] == subject.strip()
    expected = [one if one.endswith("\n") else one + "\n" for one in (text, html) if one is not None]
    parts = list(parsed.iter_parts()) if html is not None else [parsed]
    assert [one.get_content().replace("\r\n", "\n") for one in parts] == expected


@settings(max_examples=200, deadline=None)
@given(from_name=headline, to_name=headline, subject=headline, text=body, html=st.none() | body)
def test_any_merge_data_is_read_back_equal_by_a_parser_in_rust(
    from_name: str, to_name: str, subject: str, text: str, html: str | None
) -> None:
    mail = seen(build_message(a_mail(from_name=from_name, to_name=to_name, subject=subject, text=text, html=html)))
    assert set(mail.counts) - {"content-transfer-encoding"} == SINGLE
    assert set(mail.counts.values()) == {1}
    assert mail.sender == (from_name.strip(), "jane@example.com")
    assert mail.recipients == [(to_name.strip(), "ruth@example.org")]
    assert mail.subject == subject.strip()
    kinds = ["text/plain"] if html is None else ["text/plain", "text/html"]
    expected = [one if one.endswith("\n") else one + "\n" for one in (text, html) if one is not None]
    assert mail.parts == list(zip(kinds, expected, strict=True))
