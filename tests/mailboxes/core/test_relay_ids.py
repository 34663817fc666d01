"""What a server called a mail is taken from its answer, and from nothing that only looks like it."""

import pytest

from mailboxes.core.relay_ids import domain_in, relay_id, stamp_in

OURS = ("token1234567@nordlicht.example", "nora@nordlicht.example", "pat.2000@acme.example")


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("Ok 0102abcd-000000", "0102abcd-000000"),
        ("Ok: queued as 4XYZ7Q2k19z", "4XYZ7Q2k19z"),
        ("OK id=1abcDE-0004Yz-7K", "1abcDE-0004Yz-7K"),
        ("<AM0PR01MB1234@AM0PR01.prod.example> [InternalId=9] Queued mail for delivery", "AM0PR01MB1234"),
        ("Message accepted, message-id: <a1b2c3d4e5f6@relay.example>", "a1b2c3d4e5f6"),
        ("Ok: queued as a1b2c3d4e5f6.", "a1b2c3d4e5f6"),
    ],
)
def test_the_known_forms_are_read(words: str, kept: str) -> None:
    assert relay_id(words, OURS) == kept


@pytest.mark.parametrize(
    "words",
    [
        "",
        "queued",
        "kept nowhere",
        "OK 1700000000 a1b2c3 - relay",  # a time
        "ok 1182362995 qp 21894",
        "Ok queued as token1234567@nordlicht.example",  # our own
        "<pat.2000@acme.example> accepted",  # an address
        "Ok dirdel 1/0",
        "Ok ab1",
        "Ok " + "a1" * 100,
        "Ok a1b2c3/../../etc",
        "idle123456 connections",
    ],
)
def test_what_could_be_anything_is_not_kept(words: str) -> None:
    assert relay_id(words, OURS) == ""


def test_a_short_id_is_believed_only_before_the_known_domain() -> None:
    assert stamp_in("0102abcd-000000@anything.example", "") == "0102abcd-000000"
    assert stamp_in("4XYZ7Q2@relay.example", "") == stamp_in("4XYZ7Q2@other.example", "relay.example") == ""
    assert stamp_in("4XYZ7Q2@Relay.Example", "relay.example") == "4XYZ7Q2"
    assert stamp_in("a1@relay.example", "relay.example") == stamp_in("a" * 121 + "@relay.example", "") == ""


@pytest.mark.parametrize(
    ("name", "domain"),
    [
        ("a@Relay.example", "relay.example"),
        ("a@relay", ""),
        ("a@b@c.example", ""),
        ("a", ""),
        ("a@b.example>\r\nX: y", ""),
    ],
)
def test_a_domain_is_plain_or_none(name: str, domain: str) -> None:
    assert domain_in(name) == domain
