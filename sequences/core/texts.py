"""What is wrong with a text of a step, or odd about it, as it stands in the editor; each with its part and line."""

import re
from dataclasses import dataclass

from sequences.core.compose import ComposeError, check_template
from sequences.core.footer import check_seen

LONGEST_TEXT = 100_000
LONG_SUBJECT = 60  # signs that a phone still shows
LONG_TEXT = 150  # words of a first mail that people still read
MANY_LINKS = 2
EMAIL = "email"

_LINK = re.compile(r"https?://[^\s<>\"']{1,2000}", re.IGNORECASE)
_SHORTENED = re.compile(r"https?://(?:bit\.ly|t\.co|tinyurl\.com|goo\.gl|ow\.ly|is\.gd|cutt\.ly)/", re.IGNORECASE)
_SPINTAX = re.compile(r"(?<![{%])\{[^{}%|\n]{1,200}\|[^{}%\n]{1,200}\}(?!\})")
_SHOUT = re.compile(r"\b[A-Z]{5,}\b")


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: the part ("subject", "text", "html"), the line counted from 1 where it has one, and a sentence."""

    part: str
    sentence: str
    line: int | None = None


def text_faults(kind: str, subject: str, text: str, html: str) -> list[Fault]:
    """Return what forbids a text of a step, most one for each part; an empty list: it can be saved."""
    if kind != EMAIL:
        return list(_template("text", text)) or ([] if text.strip() else [Fault("text", "Say what there is to do.")])
    found = [*_template("subject", subject), *_template("text", text), *_template("html", html)]
    if not text.strip() and not html.strip():
        found.append(Fault("text", "An email needs a text."))
    return found


def _template(part: str, source: str) -> list[Fault]:
    try:
        check_template(source, html=part == "html", line=part == "subject")
        if part == "html" and source.strip():
            check_seen(source)
    except ComposeError as error:
        plain = error.message.strip().rstrip(".")
        return [Fault(part, f"{plain[:1].upper()}{plain[1:]}.", error.line)]
    return []


def odd(subject: str, text: str, html: str, *, opener: bool) -> list[Fault]:
    """Return what may be sent and yet is likely to hurt: length, links, other tools' syntax, capitals."""
    found = []
    if len(subject) > LONG_SUBJECT:
        found.append(Fault("subject", f"The subject has {len(subject)} signs; phones show about {LONG_SUBJECT}."))
    words = len(text.split())
    if words > LONG_TEXT:
        found.append(Fault("text", f"The text has {words} words; up to {LONG_TEXT} are read to the end."))
    for part, source in (("subject", subject), ("text", text), ("html", html)):
        if spun := _SPINTAX.search(source):
            line = source.count("\n", 0, spun.start()) + 1
            found.append(Fault(part, "Braces with | between words stay as they are: variants take their place.", line))
    return [*found, *_links(text, html, opener=opener), *_capitals(subject)]


def _links(text: str, html: str, *, opener: bool) -> list[Fault]:
    links = _LINK.findall(text or html)
    found = []
    if len(links) > MANY_LINKS or (opener and links):
        first = " A first mail does best without any." if opener else ""
        found.append(Fault("text", f"Links in the text: {len(links)}.{first}"))
    if _SHORTENED.search(f"{text}\n{html}"):
        found.append(Fault("text", "A shortened link looks like spam to filters: write the whole address."))
    return found


def _capitals(subject: str) -> list[Fault]:
    return [Fault("subject", "Words in capitals look like advertising.")] if _SHOUT.search(subject) else []
