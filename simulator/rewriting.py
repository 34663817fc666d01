"""Message-IDs as some providers rewrite them on the way out."""

import random
import re

from simulator.mail import Mail, read_mail

_FIELD = re.compile(rb"^message-id:(?P<value>[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)", re.IGNORECASE | re.MULTILINE)


def with_message_id(mail: Mail, chance: random.Random, *, keep_original: bool) -> Mail:
    """Give the mail a new Message-ID; the original is kept in a field of its own, or dropped."""
    return stamped(mail, f"CA{chance.getrandbits(96):024x}@mail.provider.example", keep_original=keep_original)


def stamped(mail: Mail, name: str, *, keep_original: bool = False) -> Mail:
    """Give the mail this Message-ID."""
    fresh = f"Message-ID: <{name}>".encode()
    head, rest = mail.raw[: mail.body_at], mail.raw[mail.body_at :]
    found = _FIELD.search(head)
    if not found:
        return read_mail(fresh + b"\r\n" + mail.raw)
    original = b"\r\nX-Google-Original-Message-ID:" + found["value"] if keep_original else b""
    return read_mail(head[: found.start()] + fresh + original + head[found.end() :] + rest)
