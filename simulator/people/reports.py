"""Reports machines send: delivery status (RFC 3464) and complaints (RFC 5965)."""

from collections.abc import Iterable
from datetime import timedelta
from email.utils import format_datetime

from simulator.people.scene import Scene

_GONE = (  # status, what the receiving server said
    ("5.1.1", "550 5.1.1 <{rcpt}>: there is no mailbox of this name here"),
    ("5.1.1", "550 5.1.1 user unknown: {rcpt}"),
    ("5.1.10", "550 5.1.10 recipient {rcpt} not found in the directory of {domain}"),
)
_LATE = (
    ("4.4.1", "connect to mx1.{domain}[192.0.2.25]:25: no answer"),
    ("4.2.2", "452 4.2.2 the mailbox of {rcpt} is over its quota for now"),
)
_RETRIED_FOR = timedelta(days=5)
_FAILED_WORDS = (
    "Your message to {rcpt} could not be delivered, and no further attempt will be made.\n\n"
    "The other server answered:\n    {diagnostic}\n"
)
_LATE_WORDS = (
    "Your message to {rcpt} has not been delivered yet. Delivery will be tried for some more days;\n"
    "there is nothing you need to do.\n\nThe last attempt ended with:\n    {diagnostic}\n"
)


def write_delivery_report(scene: Scene, action: str) -> bytes:
    """Write a multipart/report; `action` is failed or delayed. Headers, or all, of the mail come back."""
    rcpt, domain = scene.person.address, scene.person.address.partition("@")[2]
    status, diagnostic = scene.chance.choice(_GONE if action == "failed" else _LATE)
    diagnostic = diagnostic.format(rcpt=rcpt, domain=domain)
    words = _FAILED_WORDS if action == "failed" else _LATE_WORDS
    host = f"mx1.{domain}" if scene.letter.lane == "smtp" else "mail.provider.example"
    fields = [
        f"Final-Recipient: rfc822; {rcpt}",
        f"Original-Recipient: rfc822;{rcpt}",
        f"Action: {action}",
        f"Status: {status}",
        f"Remote-MTA: dns; mx1.{domain}",
        f"Diagnostic-Code: smtp; {diagnostic}",
        f"Last-Attempt-Date: {format_datetime(scene.now)}",
    ]
    if action == "delayed":
        fields.append(f"Will-Retry-Until: {format_datetime(scene.now + _RETRIED_FOR)}")
    status_part = [f"Reporting-MTA: dns; {host}", f"Arrival-Date: {format_datetime(scene.now)}", "", *fields]
    subject = "Undeliverable: " if action == "failed" else "Delayed: "
    return _report(
        scene,
        sender=f"Mail Delivery Subsystem <mailer-daemon@{host}>",
        subject=subject + scene.letter.mail.subject,
        words=words.format(rcpt=rcpt, diagnostic=diagnostic),
        machine=("message/delivery-status", "delivery-status", status_part),
    )


def write_complaint(scene: Scene) -> bytes:
    """Write the report a provider sends when a person says "this is spam"."""
    domain = scene.person.address.partition("@")[2]
    fields = [
        "Feedback-Type: abuse",
        "User-Agent: FeedbackLoop/1.0",
        "Version: 1",
        f"Original-Mail-From: <{scene.letter.mail_from}>",
        f"Original-Rcpt-To: <{scene.person.address}>",
        f"Arrival-Date: {format_datetime(scene.now)}",
        f"Reported-Domain: {scene.letter.mail_from.partition('@')[2]}",
    ]
    return _report(
        scene,
        sender=f"Abuse desk <feedback@{domain}>",
        subject=f"Complaint about: {scene.letter.mail.subject}",
        words="One of our users marked the attached message as unwanted.\n",
        machine=("message/feedback-report", "feedback-report", fields),
    )


def _report(scene: Scene, *, sender: str, subject: str, words: str, machine: tuple[str, str, list[str]]) -> bytes:
    content_type, report_type, fields = machine
    boundary = f"=_{scene.chance.getrandbits(64):016x}"
    head = scene.in_answer(scene.envelope(scene.letter.mail_from, subject))
    head.replace_header("From", sender)
    head["Return-Path"] = "<>"
    head["Auto-Submitted"] = "auto-replied"
    head["MIME-Version"] = "1.0"
    whole = scene.chance.random() < 0.5
    returned = scene.letter.mail.raw if whole else scene.letter.mail.head
    parts = (
        ("text/plain; charset=utf-8", words.encode().replace(b"\n", b"\r\n")),
        (content_type, _lines(fields)),
        ("message/rfc822" if whole else "text/rfc822-headers", returned),
    )
    opening = f'Content-Type: multipart/report; report-type={report_type}; boundary="{boundary}"\r\n\r\n'
    body = b"".join(_part(boundary, kind, content) for kind, content in parts)
    return head.as_bytes().rstrip(b"\r\n") + b"\r\n" + opening.encode() + body + f"--{boundary}--\r\n".encode()


def _part(boundary: str, content_type: str, content: bytes) -> bytes:
    return f"--{boundary}\r\nContent-Type: {content_type}\r\n\r\n".encode() + content + b"\r\n"


def _lines(fields: Iterable[str]) -> bytes:
    return "".join(f"{line}\r\n" for line in fields).encode()
