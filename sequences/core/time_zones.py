"""Reads a time zone as people and other tools write it.

The one rule: a zone is an IANA name of the form Area/City (any letter case, spaces for underscores) or UTC. Everything
else is unknown: abbreviations (`CET`, `EST`, `IST`) mean several places or a fixed offset without summer time, and
`GMT+2` would be west of Greenwich if it were read as `Etc/GMT+2`.
"""

import re

import pytz

AROUND_SLASH = re.compile(r"\s*/\s*")
WHITE_SPACE = re.compile(r"\s+")

NAMES = {name.casefold(): name for name in pytz.all_timezones if "/" in name} | {"utc": "UTC"}


def zone_named(text: str) -> str | None:
    """Return the IANA name, or None when the text names no zone by the rule above."""
    folded = WHITE_SPACE.sub("_", AROUND_SLASH.sub("/", text.strip())).casefold()
    return NAMES.get(folded)
