"""Two verifiers agree on every signature: dkimpy, and one of ours that shares no code with it (S1, S30)."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import dkim
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from mailboxes.core.dkim import DkimError, SigningKey, load_key, public_record, sign, txt_strings
from mailboxes.core.mime import build_message
from tests.mailboxes.core.dkim_reader import verified
from tests.mailboxes.core.outgoing import a_mail

NOW = datetime(2025, 3, 9, 10, tzinfo=UTC)  # verifiers refuse what was signed in the future


def pem(key: Any, lock: KeySerializationEncryption | None = None) -> bytes:
    octets: bytes = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, lock or NoEncryption())
    return octets


RSA = load_key("example.com", "s1", pem(rsa.generate_private_key(65_537, 2_048)))
ED = load_key("example.com", "s1e", pem(ed25519.Ed25519PrivateKey.generate()))
BOTH = (RSA, ED)
RECORDS = {key.record_name: public_record(key) for key in BOTH}
MAIL = build_message(a_mail(text="Grüße\nan idea  with   spaces.\n\n\n", html="<p>Grüße</p>\n"))
SIGNED = sign(MAIL, BOTH, NOW)


def by_dkimpy(raw: bytes) -> list[bool]:
    """What dkimpy says of each signature, from the top."""
    reader = dkim.DKIM(raw)
    count = len(re.findall(rb"(?m)^DKIM-Signature:", raw.partition(b"\r\n\r\n")[0]))
    return [holds(reader, place) for place in range(count)]


def holds(reader: dkim.DKIM, place: int) -> bool:
    try:
        return bool(reader.verify(place, dnsfunc=lambda name, timeout=5: RECORDS[name.decode().rstrip(".")].encode()))  # noqa: ARG005
    except dkim.ValidationError:
        return False


def test_both_signatures_hold_for_both_verifiers_and_stand_on_top_of_the_same_octets() -> None:
    assert by_dkimpy(SIGNED) == verified(SIGNED, RECORDS) == [True, True]
    assert SIGNED.endswith(MAIL)
    assert max(map(len, SIGNED.split(b"\r\n"))) <= 78
    assert SIGNED.isascii()
    assert not re.search(rb"(?<!\r)\n|\r(?!\n)", SIGNED)


def test_the_signature_covers_both_headers_of_one_click_and_each_header_once_more_than_it_occurs() -> None:
    (first, _) = re.findall(rb"DKIM-Signature:((?:.|\r\n )*?)\r\n(?! )", SIGNED)
    covered = re.search(rb"h=([^;]*);", first.replace(b"\r\n", b""))
    assert covered is not None
    names = [name.strip().decode() for name in covered[1].split(b":")]
    for once in ("from", "to", "subject", "date", "message-id", "list-unsubscribe", "list-unsubscribe-post"):
        assert names.count(once) == 2
    for absent in ("reply-to", "cc", "sender", "in-reply-to", "references"):
        assert names.count(absent) == 1
    for tag in (b"a=rsa-sha256;", b"c=relaxed/relaxed;", b"d=example.com;", b"s=s1;", b"t=1741514400;"):
        assert tag in first.replace(b"\r\n", b"")


def changed(old: bytes, new: bytes) -> bytes:
    assert SIGNED.count(old) >= 1
    head, _, tail = SIGNED.rpartition(old)
    return head + new + tail


BROKEN = {
    "a byte of List-Unsubscribe-Post": changed(b"List-Unsubscribe=One-Click", b"List-Unsubscribe=One-Clicl"),
    "a byte of List-Unsubscribe": changed(b"/u/abc>", b"/u/abd>"),
    "an added List-Unsubscribe": b"List-Unsubscribe: <https://evil.example/>\r\n" + SIGNED,
    "an added List-Unsubscribe-Post": b"List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" + SIGNED,
    "an added Reply-To": b"Reply-To: evil@example.net\r\n" + SIGNED,
    "an added From": b"From: evil@example.net\r\n" + SIGNED,
    "an added Subject": b"Subject: other\r\n" + SIGNED,
    "an added References below": changed(b"\r\nMIME-Version", b"\r\nReferences: <x@example.com>\r\nMIME-Version"),
    "a changed subject": changed(b"Subject: Idea", b"Subject: Ideal"),
    "a changed body": changed(b"an idea", b"no idea"),
    "a longer body": SIGNED + b"more\r\n",
}


@pytest.mark.parametrize("raw", BROKEN.values(), ids=BROKEN)
def test_nothing_that_is_covered_can_be_changed_or_added(raw: bytes) -> None:
    assert by_dkimpy(raw) == verified(raw, RECORDS) == [False, False]


@pytest.mark.parametrize(
    "raw",
    [
        b"Received: from a by b; Tue, 9 Mar 2027 10:00:00 +0000\r\n" + SIGNED,
        changed(b"Subject: Idea for", b"Subject:   Idea\r\n for"),
        SIGNED + b"\r\n\r\n",
    ],
    ids=["trace", "folding", "empty lines"],
)
def test_what_relays_may_do_to_a_mail_breaks_nothing(raw: bytes) -> None:
    assert by_dkimpy(raw) == verified(raw, RECORDS) == [True, True]


piece = st.sampled_from(["\n", " ", "\t", "  ", ".", "é", "🚀", "word", "\n\n\n", "=", "From ", "x" * 90])
texts = st.lists(piece, max_size=60).map("".join)


@settings(max_examples=100, deadline=None)
@given(text=texts, html=st.none() | texts, subject=texts.map(lambda text: " ".join(text.split())[:200]))
def test_any_mail_of_ours_is_verified_by_both(text: str, html: str | None, subject: str) -> None:
    raw = sign(build_message(a_mail(text=text, html=html, subject=subject)), BOTH, NOW)
    assert by_dkimpy(raw) == verified(raw, RECORDS) == [True, True]


REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "weak": (lambda: pem(rsa.generate_private_key(65_537, 1_024)), "1024 bits; at least 2048"),  # noqa: S505
    "other kind": (lambda: pem(ec.generate_private_key(ec.SECP256R1())), "neither RSA nor Ed25519"),
    "locked": (lambda: pem(RSA.private, BestAvailableEncryption(b"secret")), "password"),
    "broken": (lambda: pem(RSA.private)[:300], "not a private key"),
    "public": (lambda: b"-----BEGIN PUBLIC KEY-----\n", "not a private key"),
    "empty": (lambda: b"", "not a private key"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_a_weak_or_broken_key_is_refused_with_its_reason(kind: str) -> None:
    made, reason = REFUSED[kind]
    with pytest.raises(DkimError, match=reason):
        load_key("example.com", "s1", made())


DOMAINS = ["Example.com", "localhost", "bücher.example", "a b.example", "example.com.", ""]
SELECTORS = ["", "a;b", "S", "-a", "x" * 64, "a b"]


@pytest.mark.parametrize(
    ("domain", "selector"), [*((one, "s") for one in DOMAINS), *(("example.com", one) for one in SELECTORS)]
)
def test_a_name_that_would_break_the_header_is_refused(domain: str, selector: str) -> None:
    with pytest.raises(DkimError):
        load_key(domain, selector, pem(RSA.private))


@pytest.mark.parametrize("sender", ["jane@example.net", "jane@notexample.com", "jane@com"])
def test_a_key_signs_for_its_own_domain_only(sender: str) -> None:
    raw = build_message(a_mail()).replace(b"jane@example.com", sender.encode())
    with pytest.raises(DkimError, match="not that of From"):
        sign(raw, [RSA], NOW)


def test_a_key_signs_for_a_subdomain_of_its_domain() -> None:
    raw = sign(build_message(a_mail(from_address="jane@mail.example.com")), [RSA], NOW)
    assert by_dkimpy(raw) == verified(raw, RECORDS) == [True]


@pytest.mark.parametrize("raw", [b"From: a@example.com\r\n\r\na\rb\r\n", b"From: a@example.com\n\na\n", b"From: x"])
def test_octets_that_a_relay_would_mend_are_not_signed(raw: bytes) -> None:
    with pytest.raises(DkimError, match="CRLF"):
        sign(raw, [RSA], NOW)


@pytest.mark.parametrize("key", BOTH, ids=lambda key: key.algorithm)
def test_the_record_is_split_into_strings_of_at_most_255_octets(key: SigningKey) -> None:
    record = public_record(key)
    strings = txt_strings(record)
    assert all(0 < len(one) <= 255 for one in strings)
    assert "".join(strings) == record
    assert (len(strings) > 1) is (key is RSA)


def test_a_key_shows_nothing_of_itself() -> None:
    assert "private" not in repr(RSA)
    assert "RSAPrivateKey" not in repr(RSA)
