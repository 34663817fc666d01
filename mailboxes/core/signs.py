"""Signs that no line of a mail may hold: refused where they are typed, and again when the bytes are made."""

import re

CONTROLS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
"""C0 and C1 without tab, CR and LF, which a body and a cell of several lines may have. NUL is among them."""

DIRECTION_MARKS = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
"""Marks, embeddings, overrides and isolates: what re-orders the text beside it, so that a name reads as another one."""

LINE_SEPARATORS = "\u2028\u2029"

NOT_IN_A_LINE = re.compile(f"[{CONTROLS}\t\r\n{LINE_SEPARATORS}{DIRECTION_MARKS}\ud800-\udfff]")
"""What no name, subject or other header value may hold."""

NOT_IN_A_BODY = re.compile(f"[{CONTROLS}{LINE_SEPARATORS}\ud800-\udfff]")
"""What no text or HTML part may hold."""


def fault_of_line(text: str) -> str | None:
    """Return why the text cannot stand in a header, as the end of a sentence; None when it can."""
    if text.isprintable():  # no category C or Z but the space
        return None
    if NOT_IN_A_LINE.search(text):
        return "holds a line break, a control character or an invisible mark that turns the direction of writing"
    return None
