"""Tag lists (RFC 6376, 3.2): `name=value; name=value`, as DKIM's keys and signatures and DMARC's policies are."""

import re

LONGEST = 16_384  # characters
MOST = 60
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,31}")


def read_tags(text: str) -> dict[str, str] | None:
    """Return the tags in their order, white space at the edges of values gone. None: it is no tag list."""
    if len(text) > LONGEST:
        return None
    found: dict[str, str] = {}
    parts = text.split(";")
    if len(parts) > MOST:
        return None
    for number, part in enumerate(parts):
        name, sign, value = part.partition("=")
        if not part.strip() and number == len(parts) - 1:
            break
        name = name.strip()
        if not sign or not NAME.fullmatch(name) or name in found:
            return None
        found[name] = value.strip()
    return found
