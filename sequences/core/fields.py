"""Merge fields: which names they may have, and which values count as missing."""

import re
from collections.abc import Mapping

from sequences.core.compose_errors import ComposeError
from sequences.core.liquid import LONGEST_VALUE

_LIQUID_WORDS = """
and as blank cols contains continue else empty false for forloop if in limit nil not null offset or required reversed
true with
"""
_FOOTER_WORDS = ("opt_out", "postal_address", "unsubscribe_link", "unsubscribe_url")  # what the program itself says
RESERVED = frozenset((*_LIQUID_WORDS.split(), *_FOOTER_WORDS))

OF_THE_CONTACT = frozenset(["email", "first_name", "last_name", "company", "title", "phone", "linkedin_url", "country"])
OF_THE_SENDER = frozenset(["sender_name", "sender_address"])
"""What every template may name, beside the custom fields of the workspace."""

_NAME = re.compile(r"[^\W\d][\w-]{0,63}")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")
# str.strip() knows the white space of Unicode, U+00A0 among it; these print as nothing just as well.
_INVISIBLE = "\u00ad\u180e\u200b\u200c\u200d\u2060\ufeff"
BLANK = "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009"
BLANK += "\u200a\u2028\u2029\u202f\u205f\u3000" + _INVISIBLE
"""White space and what prints as nothing: a value of only these counts as missing."""


def name_problem(name: str) -> str | None:
    """Why name cannot be a merge field, as the end of a sentence; None when it can."""
    if not _NAME.fullmatch(name):
        return "must begin with a letter and hold letters, digits, _ and - only, at most 64"
    if name.lower() in RESERVED:
        return "is reserved"
    return None


def context_for(values: Mapping[str, str | None]) -> dict[str, str]:
    """What a template may read of a contact: values trimmed, those of only white space left out as missing.

    Names that cannot be fields are left out as well. ComposeError names the field that holds a control character
    or more than LONGEST_VALUE characters.
    """
    context = {}
    for name, value in values.items():
        text = (value or "").strip(BLANK)
        if not text or name_problem(name):
            continue
        if len(text) > LONGEST_VALUE:
            raise ComposeError(f"the field '{name}' is longer than {LONGEST_VALUE:,} characters", field=name)
        if _CONTROL.search(text):
            raise ComposeError(f"the field '{name}' holds a control character", field=name)
        context[name] = text
    return context
