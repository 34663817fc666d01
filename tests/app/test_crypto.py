from base64 import b64encode, urlsafe_b64decode, urlsafe_b64encode

import pytest
from pytest_django import Settings

from app import crypto
from app.crypto import CryptoError, KeyRing, KeyUnknown, NotGenuine

OLD = ("old", b64encode(b"o" * 32).decode())
NEW = ("new", b64encode(b"n" * 32).decode())
SECRET = b"canary-refresh-token"
ROW = "credential:1"


def test_what_was_sealed_opens_for_its_row() -> None:
    ring = KeyRing([NEW])
    assert ring.open_sealed(ring.seal(SECRET, context=ROW), context=ROW) == SECRET


def test_a_token_moved_to_another_row_does_not_open() -> None:
    ring = KeyRing([NEW])
    token = ring.seal(SECRET, context=ROW)
    with pytest.raises(NotGenuine):
        ring.open_sealed(token, context="credential:2")


def test_the_same_secret_never_looks_the_same_and_never_shows() -> None:
    ring = KeyRing([NEW])
    tokens = {ring.seal(SECRET, context=ROW) for _ in range(20)}
    assert len(tokens) == 20
    assert not any("canary" in token or b"canary" in urlsafe_b64decode(token.split(".")[2]) for token in tokens)


def test_every_flipped_byte_is_noticed() -> None:
    ring = KeyRing([NEW])
    head, blob = ring.seal(SECRET, context=ROW).rsplit(".", 1)
    plain = urlsafe_b64decode(blob)
    for place in range(len(plain)):
        flipped = plain[:place] + bytes([plain[place] ^ 1]) + plain[place + 1 :]
        with pytest.raises(NotGenuine):
            ring.open_sealed(f"{head}.{urlsafe_b64encode(flipped).decode()}", context=ROW)


@pytest.mark.parametrize("token", ["", "v1", "v1.new", "v1.new.", "v1.new.AAAA", "v1.new.!", "v2.new.AAAA", "x" * 500])
def test_what_is_no_token_is_refused_without_being_quoted(token: str) -> None:
    with pytest.raises(CryptoError) as caught:
        KeyRing([NEW]).open_sealed(token, context=ROW)
    assert not token or token not in str(caught.value)


def test_an_old_key_opens_and_the_first_key_seals() -> None:
    token = KeyRing([OLD]).seal(SECRET, context=ROW)
    both = KeyRing([NEW, OLD])
    assert both.open_sealed(token, context=ROW) == SECRET
    assert not both.is_current(token)
    moved = both.reseal(token, context=ROW)
    assert both.is_current(moved)
    assert KeyRing([NEW]).open_sealed(moved, context=ROW) == SECRET


def test_a_key_that_is_gone_is_named_as_such() -> None:
    token = KeyRing([OLD]).seal(SECRET, context=ROW)
    with pytest.raises(KeyUnknown):
        KeyRing([NEW]).open_sealed(token, context=ROW)


def test_another_key_under_the_same_id_does_not_open() -> None:
    token = KeyRing([OLD]).seal(SECRET, context=ROW)
    with pytest.raises(NotGenuine):
        KeyRing([("old", NEW[1])]).open_sealed(token, context=ROW)


@pytest.mark.parametrize(
    "keys", [[], [("a", "not base64!")], [("a", b64encode(b"short").decode())], [("a b", NEW[1])], [NEW, NEW]]
)
def test_a_bad_key_is_refused_by_its_id_and_not_shown(keys: list[tuple[str, str]]) -> None:
    with pytest.raises(CryptoError) as caught:
        KeyRing(keys)
    assert not any(encoded in str(caught.value) for _, encoded in keys)


def test_neither_ring_nor_errors_show_a_key() -> None:
    assert repr(KeyRing([NEW, OLD])) == "KeyRing(new, old)"


def test_the_keys_of_the_settings_rotate(settings: Settings) -> None:
    settings.CREDENTIAL_KEYS = (OLD,)
    token = crypto.seal(SECRET, context=ROW)
    settings.CREDENTIAL_KEYS = (NEW, OLD)
    assert crypto.open_sealed(token, context=ROW) == SECRET
    assert crypto.keyring().primary == "new"
