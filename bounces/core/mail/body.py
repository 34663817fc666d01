"""Which text of a message is the one a person reads."""

import re
from dataclasses import dataclass
from functools import cached_property

from bounces.core.mail.html_text import html_to_text, whole_text
from bounces.core.mail.parsing import Part

NO_HTML = re.compile(
    r"(?:does not|doesn't|cannot|can't|not able to) (?:support|display|show|read|view) .{0,20}html|"
    r"html (?:e-?mail|message|version|format)|"
    r"(?:kein|unterstützt).{0,30}html|html.{0,20}(?:nicht|aktivier)|ne (?:supporte|prend) pas .{0,20}html|"
    r"no (?:admite|soporta) .{0,20}html",
    re.IGNORECASE,
)
NOTICE_LENGTH = 300  # characters of a text that only says that the mail is HTML
STUB = 12  # characters; some systems put nothing useful beside the HTML
TEXT_PARTS = 20


@dataclass(frozen=True)
class Body:
    """The plain text of a message, or its HTML where that is all there is; read when somebody asks for it."""

    plain: str
    sources: tuple[str, ...] = ()

    @cached_property
    def text(self) -> str:
        """For readers of replies: quote containers are cut."""
        return "\n".join(html_to_text(source) for source in self.sources).strip() or self.plain

    @cached_property
    def whole(self) -> str:
        """For readers of reports."""
        return "\n".join(whole_text(source) for source in self.sources).strip() or self.plain


def read_body(message: Part) -> Body:
    """The text of a message: plain parts unless they are empty or a stub, else the HTML."""
    parts = [part for part in message.leaves() if part.content_type.startswith("text/") and not part.attached][
        :TEXT_PARTS
    ]
    plain = "\n".join(part.text() for part in parts if part.content_type in {"text/plain", "text/enriched"}).strip()
    sources = [part.text() for part in parts if part.content_type == "text/html"]
    if len(plain) > STUB and not (sources and len(plain) < NOTICE_LENGTH and NO_HTML.search(plain)):
        return Body(plain)
    return Body(plain, tuple(sources))
