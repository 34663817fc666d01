"""The text part of an HTML step, made from the rendered HTML: what a reader sees, links with their targets."""

import re
from html.parser import HTMLParser

from sequences.core.html_settled import settled

_BLOCK_WORDS = """
address article aside blockquote body center dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
header html main nav ol p pre section table ul
"""
BLOCKS = frozenset(_BLOCK_WORDS.split())
LINES = frozenset({"li", "tr", "caption", "hr"})
UNSEEN = frozenset(["head", "script", "style", "title", "template", "noscript", "svg", "object", "select", "textarea"])
VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
APART = frozenset(["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "blockquote", "pre", "dl"])

_SPACES = re.compile(r"[ \t\n\r\f\v\u00a0]+")
_HIDDEN = re.compile(
    r"(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all"
    r"|(?:max-height|opacity)\s*:\s*0*(?:\.0+)?(?:px)?\s*(?=[;!]|$))",
    re.IGNORECASE,
)
_EMPTY_LINES = re.compile(r"\n{3,}")


def html_to_text(html: str) -> str:
    """Readable text, line ends LF, one at the end: paragraphs apart, list markers, cells split by " | "."""
    reader = _Reader()
    reader.feed(settled(html))
    reader.close()
    lines = (
        line.strip(" ") if not line.startswith("  ") else line.rstrip(" ") for line in reader.written().split("\n")
    )
    text = _EMPTY_LINES.sub("\n\n", "\n".join(lines)).strip("\n")
    return f"{text}\n" if text else ""


class _Reader(HTMLParser):
    """Writes while reading; no tree is kept, so depth costs nothing."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._out: list[str] = []
        self._line_open = False  # something stands on the current line
        self._space = False  # white space was seen and not yet written
        self._hidden = ""  # the element that is not shown, and how often its own kind is open in it
        self._depth = 0
        self._lists: list[int | None] = []  # next number of each open list; None for bullets
        self._link: tuple[str, int] | None = None  # target and where its text begins in _out
        self._marked = False  # a list marker waits for its text, which may come in a block of its own
        self._cells = 0  # of the current row
        self._pre = 0

    def written(self) -> str:
        return "".join(self._out)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if self._hidden and not self._ends_hiding(tag):
            self._depth += tag == self._hidden
            return
        if tag in UNSEEN or (tag not in VOID and ("hidden" in given or _HIDDEN.search(given.get("style", "")))):
            self._hidden, self._depth = tag, 1
            return
        self._marked = self._marked and tag != "li"
        if tag in BLOCKS or tag in LINES:
            self._break(apart=tag in APART and not (tag in {"ul", "ol"} and self._lists))
        self._begin(tag, given)

    def _ends_hiding(self, tag: str) -> bool:
        """A head ends where the body begins, a paragraph where another block does, closed or not."""
        if (self._hidden == "p" and tag in BLOCKS) or (self._hidden == "head" and tag == "body"):
            self._hidden = ""
        return not self._hidden

    def _begin(self, tag: str, given: dict[str, str]) -> None:
        match tag:
            case "br":
                self._out.append("\n")
                self._line_open = self._space = False
            case "hr":
                self._write("---\n")
            case "img":
                self._write(_SPACES.sub(" ", given.get("alt", "")).strip())
            case "a":
                self._link = (given.get("href", "").strip(), len(self._out))
            case "ul" | "ol":
                self._lists.append(1 if tag == "ol" else None)
            case "li":
                self._out.append(self._marker())
                self._line_open = self._marked = True
            case "tr":
                self._cells = 0
            case "td" | "th":
                self._cell()
            case "pre":
                self._pre += 1

    def _cell(self) -> None:
        if self._cells and self._line_open:
            self._write(" |")
            self._space = True
        self._cells += 1

    def handle_endtag(self, tag: str) -> None:
        if self._hidden:
            self._depth -= tag == self._hidden
            if not self._depth:
                self._hidden = ""
            return
        match tag:
            case "a":
                self._end_link()
            case "ul" | "ol":
                if self._lists:
                    self._lists.pop()
            case "pre":
                self._pre = max(0, self._pre - 1)
            case "li":
                self._marked = False
        if tag in BLOCKS or tag in LINES:
            self._break(apart=tag in APART and not (tag in {"ul", "ol"} and self._lists))

    def handle_data(self, data: str) -> None:
        if self._hidden:
            return
        if self._pre:
            self._out.append(data)
            self._line_open = not data.endswith("\n")
            return
        if data[:1].isspace() or data[:1] == "\u00a0":
            self._space = True
        text = _SPACES.sub(" ", data).strip(" ")
        if text:
            self._write(text)
            self._space = data[-1].isspace()

    def _write(self, text: str) -> None:
        if not text:
            return
        if self._space and self._line_open and not self._marked:
            self._out.append(" ")
        self._out.append(text)
        self._line_open, self._space, self._marked = True, False, False

    def _break(self, *, apart: bool) -> None:
        if self._marked:
            return
        self._out.append("\n\n" if apart else "\n" if self._line_open else "")
        self._line_open = self._space = False

    def _marker(self) -> str:
        if not self._lists:
            return "- "
        indent = "  " * min(len(self._lists) - 1, 8)
        number = self._lists[-1]
        if number is None:
            return f"{indent}- "
        self._lists[-1] = number + 1
        return f"{indent}{number}. "

    def _end_link(self) -> None:
        """Link text followed by its target, unless the text is the target already."""
        if self._link is None:
            return
        target, begin = self._link
        self._link = None
        shown = "".join(self._out[begin:]).strip()
        if not target.lower().startswith(("http://", "https://", "mailto:", "tel:")):
            return
        if shown.rstrip("/") not in {target.rstrip("/"), target.partition(":")[2]}:
            self._space = self._line_open
            self._write(f"<{target}>" if shown else target)
