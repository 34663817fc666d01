"""In which language a stranger reads: what their browser asks for (RFC 9110 12.5.4), among those that we have."""

import re

SPOKEN = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "zh-hans", "ja")
"""The languages of the pages for prospects, by Django's names."""

LONGEST = 500  # characters of the header that are looked at
WISH = re.compile(r"\s*([A-Za-z]{1,8})(?:-[A-Za-z0-9]{1,8}){0,4}\s*(?:;\s*q=([01](?:\.[0-9]{0,3})?))?\s*")


def language_for(accepted: str) -> str:
    """Return the spoken language that the header likes most; English where it likes none."""
    wishes: list[tuple[float, int, str]] = []
    for place, part in enumerate(accepted[:LONGEST].split(",")):
        found = WISH.fullmatch(part)
        if found is None:
            continue
        weight = float(found[2]) if found[2] else 1.0
        language = _spoken(found[1].lower())
        if weight > 0 and language:
            wishes.append((-weight, place, language))
    return min(wishes)[2] if wishes else "en"


def _spoken(primary: str) -> str | None:
    return next((one for one in SPOKEN if one.partition("-")[0] == primary), None)
