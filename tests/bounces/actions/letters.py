"""What people and machines write back, all texts our own."""

from email.utils import format_datetime
from itertools import count

from app.actions import clock
from tests.journeys.office import Mailed

NUMBERS = count(1)
WORDS = "Thank you, that sounds useful. Call me on Thursday. The canarylark sings."


def letter(sender: str, text: str, *fields: str, subject: str = "Re: A question", about: Mailed | None = None) -> bytes:
    """A plain message; `about` is the mail it answers. `fields` are whole header lines and win over the defaults."""
    given = {field.partition(":")[0].lower() for field in fields}
    lines = [
        f"From: {sender}",
        "To: nora@nordlicht.example",
        f"Subject: {subject}",
        f"Message-ID: <answer-{next(NUMBERS)}@acme.example>",
        f"Date: {format_datetime(clock.world_now())}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
    ]
    if about is not None:
        lines.append(f"In-Reply-To: <{about.delivery.message_id}>")
    kept = [line for line in lines if line.partition(":")[0].lower() not in given]
    return "\r\n".join([*fields, *kept, "", text]).encode()


def reply(about: Mailed, text: str = WORDS, *fields: str, subject: str = "Re: A question") -> bytes:
    """The person's own answer in the thread."""
    return letter(about.contact.email, text, *fields, subject=subject, about=about)


def away(about: Mailed, text: str = "I am out of the office.") -> bytes:
    """An absence notice of a mail program."""
    return reply(about, text, "Auto-Submitted: auto-replied", subject="Automatic reply: A question")


def block(address: str, *, action: str = "failed", status: str = "5.1.1", words: str = "", original: str = "") -> str:
    """The fields of one recipient in a delivery report."""
    first = f"Original-Recipient: rfc822; {original}\r\n" if original else ""
    code = words or f"550 {status} no such person here"
    fields = [f"Final-Recipient: rfc822; {address}", f"Action: {action}", f"Status: {status}"]
    return first + "\r\n".join([*fields, f"Diagnostic-Code: smtp; {code}"])


def report(*blocks: str, returned: str = "Subject: Something else") -> bytes:
    """A delivery report with these recipients, and the returned mail's fields."""
    kind = 'Content-Type: multipart/report; report-type=delivery-status; boundary="cut"'
    parts = [
        "Content-Type: text/plain\r\n\r\nYour mail did not arrive.",
        "Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.acme.example\r\n\r\n"
        + "\r\n\r\n".join(blocks),
        f"Content-Type: text/rfc822-headers\r\n\r\n{returned}",
    ]
    body = "".join(f"--cut\r\n{part}\r\n\r\n" for part in parts) + "--cut--\r\n"
    sender = "Mail Delivery System <mailer-daemon@mx.acme.example>"
    return letter(sender, body, kind, "Return-Path: <>", "Auto-Submitted: auto-replied", subject="Undelivered mail")


def returned(about: Mailed) -> str:
    """The header fields of the mail itself, as an honest report returns them."""
    return f"Message-ID: <{about.delivery.message_id}>\r\nX-Entity-Ref: {about.delivery.token}\r\nSubject: A question"


def complaint(about: Mailed) -> bytes:
    """A feedback report of the person's provider."""
    kind = 'Content-Type: multipart/report; report-type=feedback-report; boundary="cut"'
    parts = [
        "Content-Type: text/plain\r\n\r\nThis is an abuse report.",
        "Content-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nUser-Agent: Loop/1.0\r\nVersion: 1",
        f"Content-Type: message/rfc822\r\n\r\nTo: {about.contact.email}\r\n{returned(about)}\r\n\r\nHello",
    ]
    body = "".join(f"--cut\r\n{part}\r\n\r\n" for part in parts) + "--cut--\r\n"
    return letter("staff@feedback.example", body, kind, subject="Abuse report")


def calendar(about: Mailed, *, answer: str = "ACCEPTED") -> bytes:
    """An answer to an invitation, without a word of text and without naming the mail."""
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "METHOD:REPLY", "BEGIN:VEVENT", "UID:meeting-1", "SUMMARY:Talk",
        "DTSTART:20270316T090000Z", "DTSTAMP:20270309T090000Z", "ORGANIZER:mailto:nora@nordlicht.example",
        f"ATTENDEE;PARTSTAT={answer}:mailto:{about.contact.email}", "END:VEVENT", "END:VCALENDAR",
    ]  # fmt: skip
    kind = "Content-Type: text/calendar; method=REPLY; charset=utf-8"
    return letter(about.contact.email, "\r\n".join(lines), kind, subject=f"{answer.title()}: Talk")
