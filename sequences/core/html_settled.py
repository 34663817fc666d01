"""Makes HTML safe to hand to html.parser, which needs minutes for 100 kB of tags that never end."""

import re
from collections.abc import Iterator

LONGEST_TAG = 5_000
"""Octets of a tag whose attributes are kept; an embedded picture is longer and says nothing in text."""

_NAME = re.compile(r"/?[A-Za-z][A-Za-z0-9-]*")
_TAG_END = re.compile(r"""[^"'>]*+(?:"[^"]*+"[^"'>]*+|'[^']*+'[^"'>]*+)*+>""")
_RAW = ("script", "style", "title", "textarea", "iframe", "noembed", "noframes", "xmp")
_RAW_END = {name: re.compile(rf"</{name}\b[^>]*+>", re.IGNORECASE) for name in _RAW}


def settled(html: str) -> str:
    """The same document without comments, declarations and raw elements, each tag complete, each other `<` escaped.

    One pass in linear time: a search that fails ends the document or is not tried again.
    """
    return "".join(_pieces(html))


def _pieces(html: str) -> Iterator[str]:
    position, quotes_close = 0, True
    while (start := html.find("<", position)) >= 0:
        yield html[position:start]
        name = _NAME.match(html, start + 1)
        if name is None:
            position = _after_markup(html, start)
            if position == start:
                yield "&lt;"
                position = start + 1
            continue
        end = _TAG_END.match(html, name.end()) if quotes_close else None
        quotes_close = end is not None
        position = end.end() if end else html.find(">", name.end()) + 1
        if not position:
            return  # a tag that never ends: so does a browser
        tag = name[0].lower()
        if tag in _RAW_END:
            found = _RAW_END[tag].search(html, position)
            if found is None:
                return
            position = found.end()
        else:
            yield html[start:position] if end and position - start <= LONGEST_TAG else f"<{tag}>"
    yield html[position:]


def _after_markup(html: str, start: int) -> int:
    """Where a comment, declaration or stray end tag ends; start when `<` is plain text."""
    if html.startswith("<!--", start):
        end = html.find("-->", start + 4)
        return end + 3 if end >= 0 else len(html)
    if html.startswith(("<!", "<?", "</"), start):
        end = html.find(">", start)
        return end + 1 if end >= 0 else len(html)
    return start
