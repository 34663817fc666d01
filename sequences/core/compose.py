"""From templates and one contact's values to subject, text and HTML: the only renderer, for preview and for sending.

A template is checked when it is saved and again at launch; rendering can then fail for one contact only, by a
missing value, and that touch is held.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache

from liquid import BoundTemplate
from liquid.exceptions import LiquidError, UndefinedError

from mailboxes.core.signs import NOT_IN_A_LINE, fault_of_line
from sequences.core import liquid
from sequences.core.compose_errors import ComposeError, MissingField
from sequences.core.fields import context_for, name_problem
from sequences.core.html_text import html_to_text
from sequences.core.template_scan import at, scan

__all__ = [
    "ComposeError",
    "Composed",
    "MissingField",
    "check_template",
    "context_for",
    "name_problem",
    "render",
    "required_fields",
]

_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")  # of every system and word processor


@dataclass(frozen=True, slots=True)
class Composed:
    """One mail's words, line ends LF. html None: the step is plain text."""

    subject: str
    text: str
    html: str | None


def check_template(
    source: str, *, html: bool = False, line: bool = False, known: Collection[str] | None = None
) -> tuple[str, ...]:
    """The fields that source uses, in order of appearance. known: the fields that exist; others are refused.

    ComposeError with line and column: a tag that is unclosed, nested, unknown or malformed, an unknown filter or
    field, a template that is too long; where it is the one `line` of a subject, a sign that no subject may hold.
    """
    if line and (sign := NOT_IN_A_LINE.search(source)):
        raise at(source, sign.start(), "a line break or another invisible sign stands in the subject")
    fields = _parsed(source, html)[1]
    for name, index in fields:
        if known is not None and name not in known:
            raise at(source, index, f"unknown field '{name}'", field=name)
    return tuple(name for name, _ in fields)


def render(
    template_subject: str, template_text: str, template_html: str | None, context: Mapping[str, str]
) -> Composed:
    """The three parts with the values of context_for filled in, once: what a value holds is never parsed.

    A blank template_subject stays blank (a follow-up takes the subject of its thread). A blank template_text
    beside HTML is derived from the rendered HTML. ComposeError names part and place; MissingField the field.
    """
    values = dict(context)
    subject = _render("subject", template_subject, values).strip()
    if fault_of_line(subject):
        raise ComposeError("a line break or another invisible sign would stand in the subject", part="subject")
    if not subject and template_subject.strip():
        raise ComposeError("the subject is empty", part="subject")
    html = None if template_html is None else _render("html", template_html, values)
    derived = html is not None and not template_text.strip()
    text = html_to_text(html or "") if derived else _render("text", template_text, values)
    if not text.strip():
        raise ComposeError("the text is empty", part="html" if derived else "text")
    return Composed(subject=subject, text=text, html=html)


def required_fields(template_subject: str, template_text: str, template_html: str | None) -> frozenset[str]:
    """The fields without which a contact's mail is held, though every other one is there. Faults are left to others."""
    names = set[str]()
    for source, html in ((template_subject, False), (template_text, False), (template_html or "", True)):
        try:
            names |= {name for name, _ in _parsed(source, html)[1]}
        except ComposeError:
            continue
    return frozenset(name for name in names if _is_missed(name, names, template_subject, template_text, template_html))


def _is_missed(name: str, names: set[str], subject: str, text: str, html: str | None) -> bool:
    try:
        render(subject, text, html, dict.fromkeys(names - {name}, "x"))
    except MissingField as missing:
        return missing.field == name
    except ComposeError:
        return False
    return False


def _render(part: str, source: str, values: dict[str, str]) -> str:
    if "{{" not in source and "{%" not in source:
        scan(source)
        return _LINE_ENDS.sub("\n", source)
    reset = liquid.work_left.set([liquid.MOST_WORK])
    try:
        with _told_as_compose_error(source, part):
            return _LINE_ENDS.sub("\n", _parsed(source, part == "html")[0].render(values))
    finally:
        liquid.work_left.reset(reset)


@lru_cache(maxsize=1024)
def _parsed(source: str, html: bool) -> tuple[BoundTemplate, tuple[tuple[str, int], ...]]:  # noqa: FBT001 - cached
    """The checked template and its fields with the index of their first use; faults are not cached."""
    scan(source)
    with _told_as_compose_error(source, None):
        template = (liquid.HTML if html else liquid.TEXT).from_string(source)
        liquid.check_filters(template)
    used = template.analyze(include_partials=False).globals
    for variables in used.values():
        for variable in variables:
            if len(variable.segments) > 1:
                raise at(source, variable.span.index, "a field has no parts; write its name alone")
    first = {name: min(one.span.index for one in variables) for name, variables in used.items()}
    return template, tuple(sorted(first.items(), key=lambda item: item[1]))


@contextmanager
def _told_as_compose_error(source: str, part: str | None) -> Iterator[None]:
    """Liquid's errors with our places: its own text repeats the source line and may fail at the end of the file."""
    try:
        yield
    except ComposeError as error:
        error.part = part
        raise
    except LiquidError as error:
        index = max(0, error.token.start_index) if error.token is not None else 0
        if isinstance(error, UndefinedError) and error.token is not None:
            place, name = at(source, index, ""), error.token.value
            raise MissingField(f"missing {name}", line=place.line, column=place.column, field=name, part=part) from None
        told = at(source, min(index, len(source)), str(error.message))
        told.part = part
        raise told from None
