"""Our bytes as a parser in Rust reads them: fast-mail-parser shares no code with Python's email package."""

from dataclasses import dataclass

from fast_mail_parser import PyAddress, PyMimePart, parse_email, parse_email_tree, walk


@dataclass(frozen=True)
class Seen:
    """Names and addresses, the subject, the parts in order as (type, text), and how often each header occurs."""

    sender: tuple[str, str]
    recipients: list[tuple[str, str]]
    subject: str
    parts: list[tuple[str, str]]
    counts: dict[str, int]
    headers: dict[str, list[str]]


def seen(raw: bytes) -> Seen:
    """Read the mail; a repair that the parser had to make is a failure."""
    mail = parse_email(raw, strict=True)
    assert mail.from_ is not None
    tree = parse_email_tree(raw)
    return Seen(
        sender=_pair(mail.from_),
        recipients=[_pair(one) for one in mail.to],
        subject=mail.subject,
        parts=[(one.content_type, _text(one)) for one in walk(tree) if not one.children],
        counts={name.lower(): len(values) for name, values in mail.headers.items()},
        headers={name.lower(): values for name, values in mail.headers.items()},
    )


def _pair(address: PyAddress) -> tuple[str, str]:
    return address.display_name or "", address.address


def _text(part: PyMimePart) -> str:
    assert part.content is not None
    return part.content.decode().replace("\r\n", "\n")
