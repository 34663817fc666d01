"""What a relay called a mail when it took it: some (Amazon SES and its kin) put that into the Message-ID as well.

The prospect's copy then says `<that id@the relay's domain>`, and answers name it. The domain is told by nobody; it is
learned from the first answer or report whose id has that part before the @.
"""

import re
from collections.abc import Collection

LONG_ENOUGH = 12
"""Characters from which a relay's id is believed to be no chance, whatever domain follows it."""

_TOKEN = r"<?([A-Za-z0-9._=+-]{6,120})(?=[@>\s\],;)]|$)"  # noqa: S105 - no secret
_SHAPES = (
    re.compile(rf"\b(?:queued as|queued with id|message[- ]?id|id)[ :=]{{1,2}}{_TOKEN}", re.IGNORECASE),
    re.compile(rf"^ok[:,]? {_TOKEN}", re.IGNORECASE),
    re.compile(rf"^{_TOKEN}@"),
)
_DOMAIN = re.compile(r"[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,10}")


def relay_id(words: str, known: Collection[str]) -> str:
    """Return the id in a server's answer to a mail, without domain; "" where there is none that could be one.

    words: as read_text() gives them. known: the ids and addresses of the mail itself, which an answer may only repeat.
    """
    repeated = {one.partition("@")[0].lower() for one in known}
    for shape in _SHAPES:
        for found in shape.finditer(words):
            token = found[1].rstrip(".")
            if len(token) >= 6 and _is_made_up(token) and token.lower() not in repeated:
                return token
    return ""


def _is_made_up(token: str) -> bool:
    """Tell whether it has digits and letters: no word, no time."""
    return any(sign.isdigit() for sign in token) and any(sign.isalpha() for sign in token)


def stamp_in(name: str, domain: str) -> str:
    """Return the part of a Message-ID that may be a relay's id; "" where it is too short to be believed.

    domain: the one that the mailbox's relay stamps with, "" while it is not known; shorter ids are believed there.
    """
    token, _, rest = name.partition("@")
    known = bool(domain) and rest.lower() == domain
    return token if LONG_ENOUGH <= len(token) <= 120 or (known and 6 <= len(token) <= 120) else ""


def domain_in(name: str) -> str:
    """Return the domain of a Message-ID in lower case; "" for what is none."""
    domain = name.partition("@")[2].lower()
    return domain if len(domain) <= 253 and _DOMAIN.fullmatch(domain) else ""
