import pytest

from mailboxes.core.addressed import Named, read_named, require_addressed
from mailboxes.core.errors import TransportError
from mailboxes.core.message import Envelope
from tests.mailboxes.accounts import ADA, BOB, a_mail


def mail(*headers: str) -> bytes:
    return "\r\n".join([*headers, "", "To: carol@prospect.example in the body", ""]).encode()


def test_our_own_mail_names_its_one_recipient_and_its_id() -> None:
    assert read_named(a_mail()) == Named(frozenset({BOB}), "token-1@acme.example")


def test_the_body_is_not_read() -> None:
    assert read_named(mail(f"To: {BOB}")).recipients == {BOB}


@pytest.mark.parametrize(
    "headers",
    [
        [],
        ["To: carol@prospect.example"],
        [f"To: {BOB}, carol@prospect.example"],
        [f"To: {BOB}", "Cc: carol@prospect.example"],
        [f"To: {BOB}", "Bcc: carol@prospect.example"],
        [f"To: {BOB}", f"To: {BOB}", "To: carol@prospect.example"],
        [f"To: {BOB})carol@prospect.example"],
    ],
)
def test_anybody_beside_the_recipient_is_refused(headers: list[str]) -> None:
    with pytest.raises(TransportError):
        require_addressed(read_named(mail(*headers)), Envelope(ADA, BOB))


@pytest.mark.parametrize(
    "to", [BOB, "Bob@Prospect.Example", f'"Bob, the <boss>" <{BOB}>', f"=?utf-8?q?B=C3=B6b?= <{BOB}>"]
)
def test_the_recipient_alone_passes_in_any_dress(to: str) -> None:
    require_addressed(read_named(mail(f"To: {to}")), Envelope(ADA, BOB))
