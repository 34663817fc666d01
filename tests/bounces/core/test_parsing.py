import pytest

from bounces.core.mail.charsets import decoded, known_charset, transfer_decoded
from bounces.core.mail.headers import Unreadable, addresses, mailbox, message_id, message_ids, parameters, readable
from bounces.core.mail.parsing import parse


def texts(raw: bytes) -> list[str]:
    return [part.text().strip() for part in parse(raw).leaves()]


def multipart(*parts: str, boundary: str = "cut", end: str = "--cut--") -> bytes:
    body = "".join(f"--cut\nContent-Type: text/plain\n\n{part}\n" for part in parts)
    return f"From: a@b.example\nContent-Type: multipart/mixed; boundary={boundary}\n\n{body}{end}\n".encode()


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"])
def test_all_three_line_ends_are_one(line_end: bytes) -> None:
    assert texts(multipart("one", "two").replace(b"\n", line_end)) == ["one", "two"]


def test_a_missing_end_boundary_loses_nothing() -> None:
    assert texts(multipart("one", "two", end="")) == ["one", "two"]


@pytest.mark.parametrize("boundary", ['""', "other"])
def test_a_wrong_boundary_is_guessed_from_the_body(boundary: str) -> None:
    assert texts(multipart("one", "two", boundary=boundary)) == ["one", "two"]


def test_a_child_cannot_run_over_its_parents_boundary() -> None:
    raw = (
        b"Content-Type: multipart/mixed; boundary=out\n\n--out\nContent-Type: multipart/alternative; boundary=in\n\n"
        b"--in\n\ninner\n--out\n\nouter\n--out--\n"
    )
    assert texts(raw) == ["inner", "outer"]


def test_a_message_without_anything_is_an_empty_text() -> None:
    assert texts(b"") == [""]


@pytest.mark.parametrize("label", ["x-made-up", "utf-7", "idna", "unicode_escape", "base64", "../../etc", "utf\0"])
def test_a_charset_that_is_none_or_is_dangerous_is_not_used(label: str) -> None:
    assert known_charset(label) is None
    assert decoded("café".encode("latin-1"), label) == "café"


def test_utf_7_never_becomes_markup() -> None:
    assert decoded(b"+ADw-script+AD4-", "utf-7") == "+ADw-script+AD4-"


@pytest.mark.parametrize(
    ("data", "label", "text"),
    [
        ("日本".encode("iso2022_jp"), "us-ascii", "日本"),
        ("会議は来週です".encode("euc_jp"), "", "会議は来週です"),
        ("Grüße".encode(), "iso-8859-1", "Grüße"),
        (b"a\0b", "utf-8", "ab"),
        ("привет".encode("koi8-r"), "koi8-r", "привет"),
    ],
)
def test_text_is_read_by_its_label_unless_the_bytes_know_better(data: bytes, label: str, text: str) -> None:
    assert decoded(data, label) == text


def test_damaged_base64_keeps_its_sound_lines() -> None:
    assert transfer_decoded(b"aGVsbG8g\n!!rubbish!!\nd29ybGQ\n", "BASE64") == b"hello world"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("=?utf-8?q?Gr=C3?= =?utf-8?q?=BC=C3=9Fe?=", "Grüße"),
        ("=?utf-8?b?SGk=?= there", "Hi there"),
        ("=?x-none?b?!!?= kept", "\ufffd kept"),
        ("=?utf-8?b?aQBp?=", "ii"),
        ("plain = ? text", "plain = ? text"),
    ],
)
def test_encoded_words_are_read_even_when_cut_inside_a_character(value: str, text: str) -> None:
    assert readable(value) == text


def test_parameters_are_read_in_pieces_and_in_quotes() -> None:
    value = 'Text/Plain; charset="utf-8"; name*0="long "; name*1="name"; title*=utf-8\'\'x'
    assert parameters(value) == ("text/plain", {"charset": "utf-8", "name": "long name", "title": "x"})


def test_addresses_and_ids_are_found_in_what_people_write() -> None:
    assert addresses('"Doe, J." <j@d.example>, k@e.example (k)') == ["j@d.example", "k@e.example"]
    assert mailbox("=?utf-8?q?J=C3=BCrgen?= <j@d.example>") == ("Jürgen", "j@d.example")
    assert message_ids("<a@b>\n <c@d> junk <>") == ("a@b", "c@d")
    assert message_id("a@b.example") == "a@b.example"
    assert message_id("<>") is None


def test_raw_8_bit_headers_are_readable() -> None:
    headers = parse("From: Jürgen Größe <j@d.example>\nSubject: Grüße\n\n".encode("latin-1")).headers
    assert (headers.words("subject"), mailbox(headers.get("from"))[0]) == ("Grüße", "Jürgen Größe")


@pytest.mark.parametrize("size", [102_401, 1_000_000])
def test_a_header_block_beyond_the_limit_is_unreadable(size: int) -> None:
    with pytest.raises(Unreadable, match="header-bytes"):
        parse(b"Subject: " + b"a" * size)


UNDECLARED = {
    "koi8_u": "Такого пользователя не существует, письмо возвращено",
    "cp1251": "Почтовый ящик получателя переполнен, письмо не доставлено",
    "iso8859_5": "Такого пользователя не существует, письмо возвращено",
    "gb18030": "您的邮件无法送达，该用户不存在，请核对地址",
    "big5": "您的郵件無法送達，找不到該收件人，請核對地址",
    "cp949": "메일을 전송하지 못했습니다. 존재하지 않는 사용자입니다.",
    "cp932": "メールを配信できませんでした。宛先が存在しません。",
    "euc_jp": "メールを配信できませんでした。宛先が存在しません。",
    "cp1252": "Schöne Grüße, das Postfach für Übungen gibt es nicht. Où êtes-vous, déjà là ?",
}


@pytest.mark.parametrize("codec", UNDECLARED)
def test_a_charset_that_nobody_declared_is_guessed_by_its_bytes(codec: str) -> None:
    text = UNDECLARED[codec]
    assert decoded(text.encode(codec)) == decoded(text.encode(codec), "us-ascii") == text


@pytest.mark.parametrize(
    ("codec", "text"), [("cp1255", "שלום רב, תודה על המכתב"), ("cp1253", "Καλημέρα σας, ευχαριστώ πολύ")]
)
def test_what_no_statistics_know_is_not_guessed(codec: str, text: str) -> None:
    assert decoded(text.encode(codec)) == text.encode(codec).decode("cp1252")
