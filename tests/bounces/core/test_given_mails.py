"""The given cases of the area INB that the reader alone decides. Effects in the database are proved elsewhere."""

import base64
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bounces.core.outcomes import Outcome, consequences
from bounces.core.read import read_message
from bounces.core.reading import Action, CalendarAnswer, Category, Kind, Ours, Reading
from tests.bounces.core.mails import mail, read

FOLDER = Path(__file__).parents[2] / "data" / "bounces" / "given"
NOW = datetime(2027, 3, 10, 9, 0, tzinfo=UTC)
FILLED = {
    "MAILBOX": "sam@seller.example", "PROSPECT": "pat@birch.example", "STEP1_MSGID": "step-1@seller.example",
    "STEP1_SUBJECT": "A short idea", "NOW_RFC5322": "Wed, 10 Mar 2027 10:00:00 +0100",
    "ANN": "ann@birch.example", "BEN": "ben@birch.example", "CAT": "cat@birch.example", "DEE": "dee@birch.example",
}  # fmt: skip
US = Ours("sam@seller.example", "Sam Seller", subjects=("A short idea",))


def given(name: str) -> bytes:
    raw = (FOLDER / name).read_bytes()
    for placeholder, value in FILLED.items():
        raw = raw.replace(f"@@{placeholder}@@".encode(), value.encode())
    return raw


def reading_of(name: str) -> Reading:
    return read_message(given(name), received_at=NOW, ours=US)


def test_g_inb_02_absences_hold_and_a_person_who_says_auto_submitted_no_stops() -> None:
    outlook = reading_of("ooo-outlook.eml")
    assert (outlook.kind, outlook.return_date and outlook.return_date.day) == (Kind.OUT_OF_OFFICE, 24)
    assert reading_of("ooo-no-header.eml").kind is Kind.OUT_OF_OFFICE
    assert reading_of("human-auto-submitted-no.eml").kind is Kind.HUMAN_REPLY


def test_g_inb_02_a_reply_that_only_quotes_an_absence_is_a_reply() -> None:
    quoted = (
        "On Mon, Mar 8, 2027 at 9:00 Sam Seller <sam@seller.example> wrote:\n> I am out of the office until Friday."
    )
    text = f"Noted.\n\n{quoted}"
    assert read(mail(text)).kind is Kind.HUMAN_REPLY


def test_g_inb_03_a_ticket_acknowledgement_is_automatic() -> None:
    assert reading_of("ticket-ack.eml").kind is Kind.AUTO_REPLY


@pytest.mark.parametrize(
    ("stated", "answer"),
    [
        (b"ACCEPTED", CalendarAnswer.ACCEPTED),
        (b"DECLINED", CalendarAnswer.DECLINED),
        (b"TENTATIVE", CalendarAnswer.TENTATIVE),
    ],
)
@pytest.mark.parametrize("encoded", [False, True])
def test_g_inb_04_a_calendar_answer_without_any_text_is_shown(
    stated: bytes, answer: CalendarAnswer, encoded: bool
) -> None:
    raw = given("calendar-accept.eml").replace(b"PARTSTAT=ACCEPTED", b"PARTSTAT=" + stated)
    if encoded:
        head, _, body = raw.partition(b"\r\n\r\n")
        raw = head.replace(b"8bit", b"base64") + b"\r\n\r\n" + base64.encodebytes(body)
    reading = read_message(raw, received_at=NOW, ours=US)
    assert reading.kind is Kind.CALENDAR_RESPONSE
    assert reading.calendar is not None
    assert (reading.calendar.answer, reading.calendar.summary) == (answer, "Intro call")
    assert reading.calendar.starts == "2027-03-16 10:00 Europe/Berlin"


@pytest.mark.parametrize("name", ["bounce-no-original-id.eml", "bounce-text-only.eml"])
def test_g_inb_05_a_bounce_without_the_original_id_still_names_its_recipient(name: str) -> None:
    reading = reading_of(name)
    (line,) = reading.reports
    assert (reading.kind, reading.original_ids) == (Kind.BOUNCE, ())
    assert (line.recipient, line.status, line.category) == ("pat@birch.example", "5.1.1", Category.INVALID_RECIPIENT)


def test_g_inb_06_each_recipient_of_one_report_keeps_its_own_result() -> None:
    reading = reading_of("dsn-multi-recipient.eml")
    told = [(line.addresses[0], line.action, line.status) for line in reading.reports]
    assert told == [
        ("ann@birch.example", Action.FAILED, "5.1.1"),
        ("ben@birch.example", Action.DELAYED, "4.2.2"),
        ("cat@birch.example", Action.DELIVERED, "2.0.0"),
        ("dee@birch.example", Action.FAILED, "5.1.1"),
    ]
    assert reading.reports[3].recipient == "box17@elsewhere.example.net"
    outcomes = [one.outcome for one in consequences(reading)]
    assert outcomes == [Outcome.BOUNCED, Outcome.DELAYED, Outcome.DELIVERED, Outcome.BOUNCED]


def test_g_inb_07_a_report_that_blames_our_own_set_up_bounces_nobody() -> None:
    reading = reading_of("dsn-sender-side-fault.eml")
    (consequence,) = consequences(reading)
    assert reading.original_ids == ("step-1@seller.example",)
    assert (consequence.outcome, consequence.effect.suppress) == (Outcome.FAILED, False)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("bad-charset.eml", "Yes please, caf"),
        ("bad-date.eml", "My clock is broken, but I am interested."),
        ("bad-encoded-word.eml", "The subject of this one is damaged."),
        ("unclosed-boundary.eml", "Sounds good, send me the details."),
        ("bad-base64.eml", "Please call me on Friday!"),
    ],
)
def test_g_inb_09_a_malformed_reply_is_a_reply_and_shown_as_well_as_possible(name: str, shown: str) -> None:
    reading = reading_of(name)
    assert (reading.kind, reading.in_reply_to) == (Kind.HUMAN_REPLY, "step-1@seller.example")
    assert reading.from_address == "pat@birch.example"
    assert shown in reading.text
    assert reading.date is not None


def test_g_inb_09_an_impossible_date_gives_way_to_the_arrival() -> None:
    assert reading_of("bad-date.eml").date == NOW


def test_g_inb_10_nul_and_raw_bytes_become_readable_text() -> None:
    nul, raw = reading_of("nul-in-body.eml"), reading_of("raw-8bit-headers.eml")
    assert (nul.kind, nul.subject, nul.text) == (Kind.HUMAN_REPLY, "Re: ideaidea", "Yes, we are interested.")
    assert (raw.kind, raw.subject, raw.from_name) == (Kind.HUMAN_REPLY, "Re: Grüße", "Jürgen Größe")
    assert raw.text == "Schön, bitte melden."


def test_g_inb_13_a_wish_in_the_new_text_counts_and_a_quoted_footer_does_not() -> None:
    assert reading_of("reply-please-remove.eml").kind is Kind.UNSUBSCRIBE
    footer = reading_of("reply-quoted-footer.eml")
    assert (footer.kind, "remove me" in footer.text) == (Kind.HUMAN_REPLY, False)
    assert read(mail("Bitte keine weiteren E-Mails.")).kind is Kind.UNSUBSCRIBE


def test_g_inb_01_a_reply_from_another_address_keeps_its_thread() -> None:
    reading = reading_of("reply-from-alias.eml")
    assert (reading.kind, reading.references) == (Kind.HUMAN_REPLY, ("step-1@seller.example",))
    assert reading.from_address == "petra.private@example.org"
