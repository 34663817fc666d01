"""Builds small mails for the reader's tests, all texts our own."""

from datetime import UTC, date, datetime

from bounces.core.read import read_message
from bounces.core.reading import Ours, Reading

ARRIVED = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)  # a Tuesday
US = Ours(
    address="sam@seller.example",
    display_name="Sam Seller",
    unsubscribe_address="leave@seller.example",
    subjects=("Fewer returns at Birch",),
    sent_texts=(
        "Hi Pat,\nwe help shops like yours to cut their returns.\nNot for you? Reply stop or unsubscribe here.",
    ),
)


def mail(text: str, *fields: str, subject: str = "Re: Fewer returns at Birch", answers: bool = True) -> bytes:
    """A message from a prospect. `fields` are whole header lines and win over the defaults."""
    given = {field.partition(":")[0].lower() for field in fields}
    defaults = [
        "From: Pat Prospect <pat@birch.example>",
        "To: Sam Seller <sam@seller.example>",
        f"Subject: {subject}",
        "Message-ID: <answer-1@birch.example>",
        "Date: Tue, 10 Mar 2026 10:00:00 +0100",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
    ]
    if answers:
        defaults.append("In-Reply-To: <step-1@seller.example>")
    kept = [line for line in defaults if line.partition(":")[0].lower() not in given]
    return ("\n".join([*fields, *kept]) + "\n\n" + text).encode()


def read(raw: bytes, ours: Ours = US) -> Reading:
    return read_message(raw, received_at=ARRIVED, ours=ours)


def away(text: str, *fields: str, subject: str = "Automatic reply: Fewer returns at Birch") -> date | None:
    """The return date of an automatic notice."""
    return read(mail(text, "Auto-Submitted: auto-replied", *fields, subject=subject)).return_date


def report(*recipients: str, text: str = "Your mail did not arrive.", returned: str = "") -> bytes:
    """A delivery report with one block of fields a recipient."""
    blocks = "\n\n".join(recipients)
    returned = returned or "From: sam@seller.example\nMessage-ID: <step-1@seller.example>\nSubject: Fewer returns"
    body = (
        f"--cut\nContent-Type: text/plain\n\n{text}\n\n"
        f"--cut\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.relay.example\n\n{blocks}\n\n"
        f"--cut\nContent-Type: text/rfc822-headers\n\n{returned}\n\n--cut--\n"
    )
    return mail(
        body,
        "From: Mail Delivery System <mailer-daemon@relay.example>",
        "Return-Path: <>",
        'Content-Type: multipart/report; report-type=delivery-status; boundary="cut"',
        "Auto-Submitted: auto-replied",
        subject="Undelivered Mail Returned to Sender",
        answers=False,
    )
