from email import message_from_bytes, policy
from email.headerregistry import AddressHeader

import pytest

from mailboxes.core.mime import HeaderInjection, MessageError, build_message
from tests.mailboxes.core.outgoing import a_mail
from tests.mailboxes.core.second_reader import mailbox, read, words

LONG = ("Müller, Ünal & Söhne Gesellschaft für Öffentlichkeitsarbeit, " * 3)[:90].strip()
NAMES = [
    'Doe, Jane "JD" (Sales)',
    "Žofie Nováková, s.r.o.",
    "O'Neil @ Work",
    LONG,
    "",
    "Müller, Ünal",
    "🚀 Rocket 👩‍👩‍👧 Crew",
    "محمد بن سلمان",
    "שָׁלוֹם עֲלֵיכֶם",
    "株式会社サンプル",
    'back\\slash and "quote"',
    "=?utf-8?q?Not_an_encoded_word?=",
    "Two  spaces",
    "jane@example.com",
    "Acme Inc.",
    "x" * 300,
    "ä" * 300,
    "a; b: c <d@example.net>",
]


def as_the_library_reads(name: str) -> str:
    """It shows a space between two encoded-words, where one word is too long for one of them."""
    parts = {"x": ["x" * 52] * 5 + ["x" * 40], "ä": ["ä" * 19] * 15 + ["ä" * 15]}
    return " ".join(parts[name[0]]) if len(name) == 300 else name


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("side", ["from", "to"])
def test_a_display_name_arrives_as_configured_beside_its_one_address(name: str, side: str) -> None:
    mail = a_mail(**{f"{side}_name": name})
    expected = getattr(mail, f"{side}_address")
    raw = build_message(mail)
    assert mailbox(read(raw).header(side)) == (name, expected)
    parsed = message_from_bytes(raw, policy=policy.default)[side]
    assert isinstance(parsed, AddressHeader)
    (one,) = parsed.addresses
    assert (one.display_name, one.addr_spec) == (as_the_library_reads(name), expected)
    assert max(map(len, raw.split(b"\r\n"))) <= 78


def test_an_empty_name_gives_a_bare_address_without_empty_quotes() -> None:
    assert b"From: jane@example.com\r\n" in build_message(a_mail(from_name="  "))


@pytest.mark.parametrize(
    "subject",
    [
        "Idea for Alpha Ltd",
        "Idée für Žofie — 株式会社 🚀" * 8,
        "word " * 60 + "end",
        "x" * 300,
        "two  spaces  inside",
        "=?utf-8?q?literal?=",
        "{{email}} {% now %} {0.__class__} %(x)s \\1 $&",
        "",
    ],
)
def test_a_subject_arrives_as_written(subject: str) -> None:
    raw = build_message(a_mail(subject=subject))
    assert words(read(raw).header("Subject")) == subject
    assert message_from_bytes(raw, policy=policy.default)["Subject"] == subject
    assert max(map(len, raw.split(b"\r\n"))) <= 78


CONTROLS = [*map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0)), "\u2028", "\u2029", "\ud800"]
TURNING = ["\u061c", "\u200e", "\u200f", *map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))]
FORBIDDEN = [*CONTROLS, *TURNING]


@pytest.mark.parametrize("field", ["from_name", "to_name", "subject"])
def test_every_control_character_is_refused_and_the_field_named_not_its_value(field: str) -> None:
    for char in FORBIDDEN:
        with pytest.raises(HeaderInjection) as refused:
            build_message(a_mail(**{field: f"secret{char}Bcc: x@example.net"}))
        assert refused.value.field == field
        assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    "field",
    [
        "from_address",
        "to_address",
        "message_id",
        "in_reply_to",
        "unsubscribe_url",
        "unsubscribe_mailto",
        "delivery_token",
    ],
)
def test_no_id_or_address_can_open_a_header_of_its_own(field: str) -> None:
    for char in FORBIDDEN:
        value = f"{getattr(a_mail(in_reply_to='a@example.com'), field)}{char}Bcc:x@example.net"
        with pytest.raises(HeaderInjection) as refused:
            build_message(a_mail(**{field: value}))
        assert refused.value.field == field


@pytest.mark.parametrize("field", ["text", "html"])
def test_control_characters_in_a_body_are_refused(field: str) -> None:
    for char in CONTROLS:
        if char not in "\t\n\r":
            with pytest.raises(MessageError) as refused:
                build_message(a_mail(**{field: f"a{char}b"}))
            assert refused.value.field == field


@pytest.mark.parametrize(
    "trick",
    [
        "alice@example.org)bob@example.com",
        "a@x.test, b@y.test",
        '"a b"@y.test',
        "a@b@c.test",
        "(comment)a@x.test",
        "a@[127.0.0.1]",
        "-oX@x.test",
        "x" * 300 + "@x.test",
        "x" * 65 + "@x.test",
        "a@x.test.",
        "a@localhost",
        "jörg@example.com",
        "a@exämple.test",
        "а@example.com",
        " a@example.com",
        "a@EXAMPLE.com",
        "a@127.0.0.1",
        '"<a>"@y.test',
        "a.@x.test",
        "a\u200b@x.test",
        "",
    ],
)
@pytest.mark.parametrize("field", ["from_address", "to_address"])
def test_every_address_trick_is_refused_again_before_the_bytes(trick: str, field: str) -> None:
    with pytest.raises(MessageError) as refused:
        build_message(a_mail(**{field: trick}))
    assert refused.value.field == field
