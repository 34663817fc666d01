"""The foot of every campaign mail: who writes, from where, and how to say no. Both parts carry it."""

import re
from dataclasses import dataclass
from html import escape

from sequences.core.compose import Composed, ComposeError, check_template, render
from sequences.core.html_settled import settled
from sequences.core.html_text import html_to_text

_BODY_END = re.compile(r"</body\s*>", re.IGNORECASE)
_MAY_SWALLOW = re.compile(
    r"<(?:[!?]|(?:script|style|title|textarea|iframe|noembed|noframes|xmp|plaintext)\b)|=\s*'", re.IGNORECASE
)
_UNSEEN = "the opt-out under it would not be seen: an element, a comment or a tag is not closed"


@dataclass(frozen=True, slots=True)
class Footer:
    """What the law wants under a mail.

    opt_out_url None is the words mode: opt_out_text says what to answer ("Reply 'no thanks' and …"); with a URL it
    is the text of the link. `before` are words that stand before a link, for who would rather answer.
    """

    postal_address: str  # lines separated by LF; begins with the legal name
    opt_out_text: str
    opt_out_url: str | None
    before: str = ""


def with_footer(composed: Composed, footer: Footer) -> Composed:
    """The mail with opt-out and postal address under text and HTML. ComposeError when either is blank or unseen."""
    for field in ("postal_address", "opt_out_text"):
        if not getattr(footer, field).strip():
            raise ComposeError(f"the footer has no {field.replace('_', ' ')}", field=field)
    address = "\n".join(line.strip() for line in footer.postal_address.strip().splitlines() if line.strip())
    words = footer.opt_out_text.strip()
    line = words if footer.opt_out_url is None else f"{words}: {footer.opt_out_url}"
    line = f"{footer.before}\n{line}" if footer.before else line
    return Composed(
        subject=composed.subject,
        text=f"{composed.text.rstrip('\n')}\n\n{line}\n\n{address}\n",
        html=None if composed.html is None else _under_html(composed.html, _shown(footer, words), address),
    )


def check_seen(template_html: str) -> None:
    """ComposeError when readers would not see the foot under this HTML: something left open or hidden swallows it."""
    sample = dict.fromkeys(check_template(template_html, html=True), "x")
    try:
        rendered = render("", "-", template_html, sample)
    except ComposeError:
        return  # a filter that wants something else than a word; each mail is looked at again
    shown = with_footer(rendered, Footer("postal-address", "opt-out-words", None)).html or ""
    if not {"postal-address", "opt-out-words"} <= set(html_to_text(shown).split()):
        raise ComposeError(_UNSEEN, part="html")


def _shown(footer: Footer, words: str) -> str:
    url = footer.opt_out_url
    shown = escape(words) if url is None else f'<a href="{escape(url)}">{escape(words)}</a>'
    return f"{escape(footer.before)}<br>{shown}" if footer.before else shown


def _under_html(html: str, shown: str, address: str) -> str:
    foot = f"<p>{shown}</p>\n<p>{escape(address).replace(chr(10), '<br>')}</p>\n"
    end = next(reversed(list(_BODY_END.finditer(html))), None)
    whole = f"{html.rstrip()}\n{foot}" if end is None else html[: end.start()] + foot + html[end.start() :]
    if not _plain(html) and foot not in settled(whole):
        raise ComposeError(_UNSEEN, part="html")
    return whole


def _plain(html: str) -> bool:
    """Whether nothing in it could swallow what follows: so it is with most HTML, and told sooner than read."""
    return not (_MAY_SWALLOW.search(html) or html.count('"') % 2 or html.rfind("<") > html.rfind(">"))
