"""The foot of every campaign mail: who writes, from where, and how to say no. Both parts carry it."""

import re
from dataclasses import dataclass
from html import escape

from sequences.core.compose import Composed, ComposeError

_BODY_END = re.compile(r"</body\s*>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Footer:
    """What the law wants under a mail.

    opt_out_url None is the words mode: opt_out_text says what to answer ("Reply 'no thanks' and …"); with a URL it
    is the text of the link.
    """

    postal_address: str  # lines separated by LF; begins with the legal name
    opt_out_text: str
    opt_out_url: str | None


def with_footer(composed: Composed, footer: Footer) -> Composed:
    """The mail with opt-out and postal address under text and HTML. ComposeError when either is blank."""
    for field in ("postal_address", "opt_out_text"):
        if not getattr(footer, field).strip():
            raise ComposeError(f"the footer has no {field.replace('_', ' ')}", field=field)
    address = "\n".join(line.strip() for line in footer.postal_address.strip().splitlines() if line.strip())
    words = footer.opt_out_text.strip()
    line = words if footer.opt_out_url is None else f"{words}: {footer.opt_out_url}"
    return Composed(
        subject=composed.subject,
        text=f"{composed.text.rstrip()}\n\n{line}\n\n{address}\n",
        html=None if composed.html is None else _under_html(composed.html, words, footer.opt_out_url, address),
    )


def _under_html(html: str, words: str, url: str | None, address: str) -> str:
    shown = escape(words) if url is None else f'<a href="{escape(url)}">{escape(words)}</a>'
    foot = f"<p>{shown}</p>\n<p>{escape(address).replace(chr(10), '<br>')}</p>\n"
    end = next(reversed(list(_BODY_END.finditer(html))), None)
    if end is None:
        return f"{html.rstrip()}\n{foot}"
    return html[: end.start()] + foot + html[end.start() :]
