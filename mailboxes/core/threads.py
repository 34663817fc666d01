"""What makes a follow-up land in its conversation: ids, their chain, and the subject as it was sent."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mailboxes.core.errors import MessageError

LONGEST_CHAIN = 1_800
"""Characters of all References together. Far above eight steps; some servers cut headers beyond 2,000."""

_REPLY = re.compile(r"\s*re(?:\[\d{1,4}\])?\s*:", re.IGNORECASE)
_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,64}")
_DOMAIN = re.compile(r"[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")


@dataclass(frozen=True, slots=True)
class ThreadHeaders:
    """Both headers of a follow-up, ids without angle brackets; None and () for a first mail."""

    in_reply_to: str | None
    references: tuple[str, ...]  # oldest first


def message_id_for(token: str, from_domain: str) -> str:
    """token@from_domain, without angle brackets: the same for every retry of one delivery.

    MessageError when the domain is not in A-labels (`localhost` and other bare host names included).
    """
    if not _TOKEN.fullmatch(token):
        raise MessageError("delivery_token", "is not made of 1 to 64 letters, digits, - and _")
    if len(from_domain) > 253 or not _DOMAIN.fullmatch(from_domain):
        raise MessageError("from_address", "has no domain in its ASCII form")
    return f"{token}@{from_domain.lower()}"


def reply_subject(original: str) -> str:
    """The original with `Re: ` before it exactly once, whatever replies it already carried."""
    return f"Re: {bare_subject(original)}".rstrip()


def bare_subject(subject: str) -> str:
    """The subject without any `Re:` before it: what a conversation begins with."""
    start = 0
    while found := _REPLY.match(subject, start):
        start = found.end()
    return subject[start:].strip()


def thread_headers(previous: Sequence[str]) -> ThreadHeaders:
    """The headers that answer the mails before, given as their real ids, oldest first, brackets or not.

    A chain over LONGEST_CHAIN keeps its first id and as many of the last as fit, at least two.
    """
    ids = list(dict.fromkeys(one.strip().removeprefix("<").removesuffix(">") for one in previous))
    if not ids:
        return ThreadHeaders(None, ())
    while len(ids) > 3 and sum(len(one) + 3 for one in ids) > LONGEST_CHAIN:
        del ids[1]
    return ThreadHeaders(ids[-1], tuple(ids))
