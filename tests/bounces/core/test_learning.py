"""Whose address an answer came from, told from the addresses and the header fields alone."""

import pytest

from bounces.core.replies.learning import Writer, is_shared, writer_of

ADA = "ada@acme.example"


@pytest.mark.parametrize(
    "sender", ["ada.private@mailhost.example", "ada1985@gmail.com", "12345678@qq.com", "a.finch@other.example"]
)
def test_another_place_is_another_address_of_the_same_person(sender: str) -> None:
    assert writer_of(sender, ADA) is Writer.THEMSELVES


def test_somebody_else_at_the_same_company_is_a_colleague() -> None:
    assert writer_of("bob@acme.example", ADA) is Writer.COLLEAGUE


def test_two_addresses_at_free_mail_may_well_be_one_persons() -> None:
    assert writer_of("ada.finch@gmail.com", "ada@gmail.com") is Writer.THEMSELVES


def test_whose_own_address_nobody_knows_any_more_gets_no_other_one() -> None:
    assert writer_of("ada@mailhost.example", "") is Writer.COLLEAGUE


@pytest.mark.parametrize(
    "local",
    [
        "info", "sales", "Support", "office", "kontakt", "no-reply", "noreply", "do-not-reply", "tickets", "desk2",
        "support+t48213", "reply+9f3a", "news.de", "bounces-ada=acme.example", "friends-request", "owner-list",
        "notifications", "buchhaltung", "info-de",
    ],
)  # fmt: skip
@pytest.mark.parametrize("domain", ["acme.example", "helpdesk.example"])
def test_a_desk_a_list_and_a_machine_are_nobodys_own(local: str, domain: str) -> None:
    assert writer_of(f"{local}@{domain}", ADA) is Writer.NOBODY


@pytest.mark.parametrize(
    "field",
    [
        "List-Id: <friends.example>",
        "List-Post: <mailto:friends@friends.example>",
        "Precedence: list",
        "Auto-Submitted: auto-generated",
        "X-Mailer: Zendesk Mailer",
        "Reply-To: support+t1@helpdesk.example",
        "Sender: friends-bounces@friends.example",
        "X-Original-From: Ada <ada@acme.example>",
    ],
)
def test_header_fields_of_a_list_or_a_desk_say_that_many_write_from_there(field: str) -> None:
    plain = b"From: ada@mailhost.example\r\nSubject: Re: A question\r\n"
    assert not is_shared(plain + b"\r\nHello", "ada@mailhost.example")
    assert is_shared(plain + field.encode() + b"\r\n\r\nHello", "ada@mailhost.example")


def test_headers_that_break_a_limit_teach_nothing() -> None:
    assert is_shared(b"X-Bomb: 1\r\n" * 50_000 + b"\r\nHello", "ada@mailhost.example")
