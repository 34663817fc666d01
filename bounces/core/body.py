"""Which text of a message is the one a person reads."""

from dataclasses import dataclass

from bounces.core.html_text import html_to_text, whole_text
from bounces.core.parsing import Part

STUB = 12  # characters; some systems put nothing useful beside the HTML
TEXT_PARTS = 20


@dataclass(frozen=True, slots=True)
class Body:
    """The text for readers of replies (quote containers cut) and the one for readers of reports (whole)."""

    text: str
    whole: str


def read_body(message: Part) -> Body:
    """The text of a message: plain parts unless they are empty or a stub, else the HTML."""
    parts = [part for part in message.leaves() if part.content_type.startswith("text/") and not part.attached][
        :TEXT_PARTS
    ]
    plain = "\n".join(part.text() for part in parts if part.content_type in {"text/plain", "text/enriched"}).strip()
    if len(plain) > STUB:
        return Body(plain, plain)
    sources = [part.text() for part in parts if part.content_type == "text/html"]
    if not sources:
        return Body(plain, plain)
    cut = "\n".join(html_to_text(source) for source in sources).strip()
    whole = "\n".join(whole_text(source) for source in sources).strip()
    return Body(cut or plain, whole or plain)
