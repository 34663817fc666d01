"""What every mail must look like on the wire; each rule is journalled as kept or broken."""

import re
from collections.abc import Callable

from simulator.mail import Mail

LINE_LIMIT = 998  # octets without CRLF, RFC 5322 section 2.1.1
_BARE = re.compile(rb"\r(?!\n)|(?<!\r)\n")
_LONG = re.compile(rb"[^\r\n]{%d,}" % (LINE_LIMIT + 1))
_SINGLE = ("from", "to", "cc", "subject", "date", "message-id", "in-reply-to", "references", "mime-version")
_SINGLE_TOO = ("reply-to", "sender", "content-type", "list-unsubscribe", "list-unsubscribe-post", "x-entity-ref")
_MACHINE_READ = ("List-Unsubscribe", "List-Unsubscribe-Post", "Message-ID", "In-Reply-To", "References")
_LEAKS = ("x-mailer", "user-agent", "x-originating-ip", "x-php-originating-script")


def _single(mail: Mail) -> bool:
    names = [name.lower() for name, _ in mail.headers]
    return all(names.count(name) <= 1 for name in _SINGLE + _SINGLE_TOO)


def _complete(mail: Mail) -> bool:
    return all(mail.first(name) for name in ("From", "To", "Date", "Message-ID", "Subject"))


def _one_click(mail: Mail) -> bool:
    listed = mail.first("List-Unsubscribe") or ""
    post = mail.first("List-Unsubscribe-Post") or ""
    return "<http" in listed and post.strip() == "List-Unsubscribe=One-Click"


def _unencoded(mail: Mail) -> bool:
    return not any("=?" in value for name in _MACHINE_READ for value in mail.every(name))


def _ascii_addresses(mail: Mail) -> bool:
    found = mail.addresses("From", "To", "Cc", "Reply-To")
    return all(address.isascii() and "=?" not in address for _, address in found)


RULES: dict[str, Callable[[Mail], bool]] = {
    "crlf_only": lambda mail: not _BARE.search(mail.raw),
    "line_length": lambda mail: not _LONG.search(mail.raw),
    "no_nul": lambda mail: b"\0" not in mail.raw,
    "ascii_headers": lambda mail: mail.head.isascii(),
    "single_headers": _single,
    "required_headers": _complete,
    "one_click_unsubscribe": _one_click,
    "no_encoded_words_in_ids": _unencoded,
    "plain_addresses": _ascii_addresses,
    "entity_ref": lambda mail: bool(mail.token),
    "nothing_leaks": lambda mail: not any(name.lower() in _LEAKS for name, _ in mail.headers),
}


def check_mail(mail: Mail) -> dict[str, bool]:
    """Apply every rule; True means kept."""
    return {name: rule(mail) for name, rule in RULES.items()}
