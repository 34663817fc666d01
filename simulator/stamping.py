"""What a receiving server writes above a mail: who handed it over, and what it found of its authentication."""

from dataclasses import dataclass, field
from datetime import datetime
from email.utils import format_datetime

from simulator.journal import JSON, Record
from simulator.mail import Mail
from simulator.names.zone import RECEIVER, SELECTOR

METHODS = ("spf", "dkim", "dmarc")


@dataclass(slots=True)
class Judged:
    """What the world's receivers find of a domain's mail; `silent`: they write nothing. Labels: where it is put."""

    results: dict[str, str] = field(default_factory=dict)
    silent: bool = False
    labels: tuple[str, ...] = ("INBOX", "UNREAD")


def judged(wish: Record) -> Judged:
    """Read a wish: a result for each of METHODS, `silent`, `labels`. Raises ValueError."""
    if unknown := set(wish) - {"domain", "silent", "labels", *METHODS}:
        msg = f"unknown members: {', '.join(sorted(unknown))}"
        raise ValueError(msg)
    labels: JSON = wish.get("labels", ["INBOX", "UNREAD"])
    if not isinstance(labels, list):
        msg = "labels is a list"
        raise ValueError(msg)  # noqa: TRY004 - answered as a bad value
    results = {method: str(wish[method]) for method in METHODS if method in wish}
    return Judged(results, bool(wish.get("silent")), tuple(str(label) for label in labels))


def stamped(mail: Mail, mail_from: str, found: Judged, at: datetime) -> bytes:
    """Give the mail's octets as they arrive."""
    received = f"Received: from out.provider.example by {RECEIVER} with ESMTPS;\r\n {format_datetime(at)}\r\n"
    if found.silent:
        return received.encode() + mail.raw
    results = {method: found.results.get(method, "pass") for method in METHODS}
    domain, selector = _signer(mail)
    sender = mail_from.rpartition("@")[2]
    said = (
        f"{RECEIVER};\r\n dkim={results['dkim']} header.d={domain} header.s={selector};\r\n"
        f" spf={results['spf']} (the world says so) smtp.mailfrom={sender};\r\n"
        f" dmarc={results['dmarc']} header.from={domain}"
    )
    return f"{received}Authentication-Results: {said}\r\n".encode() + mail.raw


def _signer(mail: Mail) -> tuple[str, str]:
    """Give domain and selector of the client's own signature; where it made none, the provider signs."""
    tags = dict(tag.strip().partition("=")[::2] for tag in (mail.first("DKIM-Signature") or "").split(";"))
    author = next((address for _, address in mail.addresses("From")), "").rpartition("@")[2].lower()
    return tags.get("d", "").strip() or author, tags.get("s", "").strip() or SELECTOR
