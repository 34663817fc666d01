"""HTML of untrusted mail to plain text, quote containers of the known mail programs cut out; linear time.

No tree is built: a scan over the tags, one open container at a time, and a counter for its nested namesakes.
"""

import html
import re

from bounces.core.mail.charsets import storable

HTML_LIMIT = 262_144  # characters
TAG_LIMIT = 20_000
DROPPED = frozenset({"script", "style", "head", "title", "svg", "template", "noscript", "object"})
BREAKS = frozenset(
    {"br", "p", "div", "tr", "li", "h1", "h2", "h3", "h4", "table", "blockquote", "hr", "ul", "ol", "dd", "dt", "pre"}
)
QUOTED, FORWARD = (
    "\n>\n",
    "\n---------- Forwarded message ---------\n",
)  # what a cut quote leaves: readers of text know it
FORWARD_HEAD = 300  # characters of an attribution in which a forward says that it is one
HIDDEN, MARKED = "hidden", "marked"
VOID = frozenset({"br", "hr", "img", "input", "meta", "link", "wbr", "col", "area", "base"})
NAME = re.compile(r"</?\s*([a-zA-Z][a-zA-Z0-9]*)")
OPENS = re.compile(r"<[a-zA-Z/!?]")
SPACES = re.compile(r"[ \t\xa0]+")
BLANKS = re.compile(r"\n{3,}")

QUOTE = re.compile(
    r"""class\s*=\s*["'][^"']{0,200}\b(?:yahoo_quoted|protonmail_quote|zmail_extra|moz-cite-prefix|moz-forward-container|"""
    r"""mailru-blockquote|yahoo_quote|tutanota_quote|qt|wpm_quote|replyQuote|OutlookMessageHeader)\b"""
    r"""|type\s*=\s*["']?cite|name\s*=\s*["']quote"""
    r"""|id\s*=\s*["']?(?:mail-editor-reference-message-container|isForwardContent|orgMail|reply-intro|replySplit)""",
    re.IGNORECASE,
)
GMAIL = re.compile(r"""class\s*=\s*["'][^"']{0,200}\bgmail_(?:quote|attr)\b""", re.IGNORECASE)
INDENTED = re.compile(r"border-left(?:-width)?\s*:|cite\s*=", re.IGNORECASE)
REST_IS_QUOTE = re.compile(
    r"""id\s*=\s*["']?(?:x_)*(?:divRplyFwdMsg|appendonsend|zwchr|stopSpelling|OLK_SRC_BODY_SECTION)\b"""
    r"""|border:\s?none;\s*border-top:\s?solid\s+#(?:E1E1E1|B5C4DF)|border-top:\s?#(?:E1E1E1|B5C4DF)""",
    re.IGNORECASE,
)
SIGNATURE = re.compile(
    r"""(?:id|class)\s*=\s*["'][^"']{0,100}\b(?:ms-outlook-mobile-signature|gmail_signature|Signature|moz-signature|protonmail_signature_block)\b""",
    re.IGNORECASE,
)


def html_to_text(source: str) -> str:
    """The visible text above and between quotes. A quote leaves a line with its mark, a forward a separator."""
    return _scanned(source[:HTML_LIMIT], cut=True)


def whole_text(source: str) -> str:
    """All visible text, quotes included: for reports, which have none."""
    return _scanned(source[:HTML_LIMIT], cut=False)


def _scanned(source: str, *, cut: bool) -> str:
    out: list[str] = []
    position, skipping, depth, marked = 0, "", 0, 0
    entered = "blockquote" in source or "BLOCKQUOTE" in source
    for _ in range(TAG_LIMIT):
        start = source.find("<", position)
        if start < 0:
            break
        text, (tag, position) = source[position:start], _tag(source, start)
        found = NAME.match(tag)
        name, closing = found[1].lower() if found else "", tag.startswith("</")
        if skipping:
            depth += (name == skipping) * (-1 if closing else not tag.endswith("/>"))
            skipping = skipping if depth > 0 else ""
            if marked and not skipping:
                out.append(FORWARD if "-----" in source[marked:start][:FORWARD_HEAD] else QUOTED)
            continue
        out.append(text if name or tag == "<!" else text + tag)
        if cut and not closing and REST_IS_QUOTE.search(tag):
            return _tidied(out)
        if not closing and (skip := _skipped(name, tag, cut=cut, entered=entered)):
            skipping, depth, marked = name, 1, position if skip is MARKED else 0
        if name in BREAKS:
            out.append("\n")
    else:
        position = len(source)
    return _tidied(out if skipping else [*out, source[position:]])


def _skipped(name: str, tag: str, *, cut: bool, entered: bool) -> str:
    """Whether an opening tag begins something that is not shown: a script or signature, or (marked) a quote.

    Gmail's outer container is entered where it holds marked quotes: answers stand between them.
    """
    if name in VOID or not name:
        return ""
    if name in DROPPED or (cut and SIGNATURE.search(tag) is not None):
        return HIDDEN
    if not cut:
        return ""
    gmail = GMAIL.search(tag)
    if QUOTE.search(tag) or (gmail and (name == "blockquote" or not entered or "gmail_attr" in gmail[0])):
        return MARKED
    return MARKED if name == "blockquote" and INDENTED.search(tag) else ""


def _tag(source: str, start: int) -> tuple[str, int]:
    """One tag and the position after it. A comment is a tag; an unclosed one swallows the rest."""
    if source.startswith("<!--", start):
        end = source.find("-->", start + 4)
        return "<!", len(source) if end < 0 else end + 3
    if not OPENS.match(source, start):
        return "<", start + 1
    end = source.find(">", start)
    if end < 0:
        return "<!", len(source)
    return source[start : min(end + 1, start + 4000)], end + 1


def _tidied(out: list[str]) -> str:
    text = html.unescape("".join(out)).replace("\r", "")
    lines = (SPACES.sub(" ", line).strip() for line in text.split("\n"))
    return storable(BLANKS.sub("\n\n", "\n".join(lines)).strip())
