from datetime import UTC, datetime
from pathlib import Path

import pytest

from bounces.core.concern import NAMES_LIMIT, Facts, Reason, judge, read_traits
from bounces.core.mail.parsing import READ_LIMIT
from bounces.core.read import read_message
from bounces.core.reading import Kind, Ours

CORPUS = Path(__file__).parents[2] / "data" / "bounces"
MACHINES = frozenset({Kind.BOUNCE, Kind.DELAYED, Kind.DELIVERED, Kind.READ_RECEIPT})
OURS = "token1@nordlicht.example"
FACTS = Facts(
    names=frozenset({OURS}),
    threads=frozenset({"thread-1"}),
    people=frozenset({"ada@acme.example"}),
    domains=frozenset({"acme.example"}),
    subjects=frozenset({"A question"}),
)


def head(*lines: str, sender: str = "aunt@family.example", subject: str = "Sunday") -> bytes:
    given = {line.partition(":")[0].lower() for line in lines}
    usual = [f"From: {sender}", f"Subject: {subject}", "Message-ID: <one@family.example>"]
    kept = [line for line in usual if line.partition(":")[0].lower() not in given]
    return "\r\n".join([*kept, *lines, "", ""]).encode()


def reason(block: bytes, thread: str = "", facts: Facts = FACTS) -> Reason | None:
    return judge(read_traits(block), thread, facts)


@pytest.mark.parametrize(
    "block",
    [
        head(),
        head(subject="A question"),  # our subject, and no answer to it
        head(subject="Re: Sunday"),
        head("In-Reply-To: <two@family.example>", "References: <one@family.example> <two@family.example>"),
        head("List-Unsubscribe: <mailto:off@shop.example>", subject="Delivery problems of the bounce castle"),
        head("List-Id: <news.shop.example>", subject="Delivery failed us all"),
        head(sender="ada@gmail.com"),
        head(sender="Postal Museum <museum@town.example>"),
        head("X-Note: mailer-daemon@family.example"),
        b"",
        b"no header at all",
        b"\xff\xfe\x00: nothing\r\n\r\n",
    ],
)
def test_other_peoples_mail_is_left_alone(block: bytes) -> None:
    assert reason(block) is None


@pytest.mark.parametrize(
    "block",
    [
        head(f"In-Reply-To: <{OURS}>"),
        head(f"In-Reply-To: {OURS}"),
        head(f"References: <x@y.example> <{OURS}>"),
        head(f"References: <x@y.example>\r\n\t<{OURS}>\r\n <z@y.example>"),
    ],
)
def test_what_names_a_mail_of_ours_answers_us(block: bytes) -> None:
    assert reason(block) is Reason.ANSWER


def test_the_providers_thread_is_as_good_as_an_id() -> None:
    assert reason(head(), "thread-1") is Reason.THREAD
    assert reason(head(), "thread-2") is None
    assert reason(head(), "", Facts()) is None


@pytest.mark.parametrize(
    "block",
    [
        head(sender="ada@acme.example"),
        head(sender='"Ada, of Acme" <ADA@ACME.example>'),
        head(sender="=?utf-8?q?Ada?= <ada@acme.example>"),
        head("Reply-To: Ada <ada@acme.example>"),
        head("Sender: ada@acme.example"),
        head("Return-Path: <ada@acme.example>"),
    ],
)
def test_a_contact_is_known_by_any_address_the_mail_is_from(block: bytes) -> None:
    assert reason(block) is Reason.PERSON


def test_a_colleague_is_known_by_the_companys_domain() -> None:
    assert reason(head(sender="boss@acme.example")) is Reason.COMPANY
    assert reason(head(sender="boss@notacme.example")) is None


def test_free_mail_is_nobodys_company() -> None:
    facts = Facts(domains=frozenset({"gmail.com"}))
    assert reason(head(sender="stranger@gmail.com"), facts=facts) is None


@pytest.mark.parametrize(
    "block",
    [
        head(subject="Re: A question"),
        head(subject="AW: WG: A question"),
        head("In-Reply-To: <x@y.example>", subject="A question"),
    ],
)
def test_an_answer_under_our_subject_is_to_us(block: bytes) -> None:
    assert reason(block) is Reason.SUBJECT


@pytest.mark.parametrize(
    "block",
    [
        head('Content-Type: multipart/report; report-type=delivery-status; boundary="x"'),
        head("Content-Type: Multipart/Report; report-type=feedback-report; boundary=x"),
        head("Return-Path: <>"),
        head("X-Failed-Recipients: somebody@acme.example"),
        head(sender="MAILER-DAEMON@mx.family.example"),
        head(sender="Postmaster <postmaster@family.example>"),
        head(sender="Mail Delivery Subsystem <robot@family.example>"),
        head(sender="fbl@bigmail.example"),
        head(subject="Undeliverable: A question"),
        head(subject="Nicht zugestellt: Unzustellbar"),
        head(subject="Delivery Status Notification (Failure)"),
    ],
)
def test_every_form_of_a_report_is_read(block: bytes) -> None:
    assert reason(block, facts=Facts()) is Reason.REPORT


@pytest.mark.parametrize("subject", ["unsubscribe", "STOP", "Re: Please unsubscribe"])
def test_a_wish_in_the_subject_is_read_whoever_it_is_from(subject: str) -> None:
    assert reason(head(subject=subject), facts=Facts()) is Reason.WISH


def test_the_surest_reason_is_the_one_that_is_kept() -> None:
    block = head(f"In-Reply-To: <{OURS}>", "Return-Path: <>", sender="ada@acme.example", subject="Re: A question")
    assert reason(block, "thread-1") is Reason.ANSWER


def test_hostile_headers_are_judged_by_what_can_still_be_read() -> None:
    bomb = "To: " + "(" * 600 + ("x@y.example, " * 20_000)
    assert reason(head(f"In-Reply-To: <{OURS}>", bomb)) is Reason.ANSWER
    assert reason(head("X-Big: " + "a" * 200_000, sender="ada@acme.example")) is Reason.PERSON
    assert reason(head("From: " + "(" * 600 + "ada@acme.example")) is None


def test_a_chain_of_references_is_cut_and_keeps_its_newest() -> None:
    chain = " ".join(f"<{number}@y.example>" for number in range(500))
    traits = read_traits(head(f"References: {chain}"))
    assert len(traits.names) == NAMES_LIMIT
    assert traits.names[0] == "499@y.example"


def test_only_the_domain_of_a_stranger_is_told() -> None:
    traits = read_traits(head(sender="Aunt <Aunt@Family.Example>"))
    assert traits.from_domain == "family.example"


def test_no_report_of_the_collection_is_passed_over_by_its_headers() -> None:
    missed, seen = [], 0
    for path in sorted(CORPUS.glob("*.eml")):
        raw = path.read_bytes()
        reading = read_message(raw, received_at=datetime(2026, 11, 30, tzinfo=UTC), ours=Ours("nora@nordlicht.example"))
        if reading.kind in MACHINES or reading.rule == "feedback-report":
            seen += 1
            block = raw[:READ_LIMIT].replace(b"\r\n", b"\n").partition(b"\n\n")[0]
            missed += [path.name] if reason(block + b"\n\n", facts=Facts()) is not Reason.REPORT else []
    assert (missed, seen > 150) == ([], True)
