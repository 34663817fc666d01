"""A Liquid that can only fill in a contact's values: no loops, no includes, no clock, no files, bounded output.

Beyond the tags and filters kept here nothing is reachable: the context holds plain strings, and Liquid reads
mapping keys, never attributes. One pass: what a value holds is never parsed.
"""

import operator
from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import Any

from liquid import BoundTemplate, Environment, FalsyStrictUndefined, Mode, Node, RenderContext, Token
from liquid.builtin.expressions import FilteredExpression
from liquid.exceptions import FilterArgumentError, FilterError

LONGEST_VALUE = 10_000
"""Characters a filter takes or gives; a field value may be as long."""

MOST_WORK = 2_000_000
"""Characters all filters of one rendering may handle together: a fraction of a second."""

LONGEST_OUTPUT = 250_000
"""Octets of one rendered part."""

LARGEST_NUMBER = 10**15

TAGS = frozenset({"#", "assign", "case", "comment", "content", "echo", "if", "illegal", "output", "unless"})
_FILTER_NAMES = """
abs append at_least at_most capitalize ceil default divided_by downcase escape escape_once first floor join last
lstrip minus modulo newline_to_br plus prepend remove remove_first remove_last replace replace_first replace_last
round rstrip size slice split squish strip strip_html strip_newlines times truncate truncatewords upcase url_encode
"""
FILTERS = frozenset(_FILTER_NAMES.split())

work_left: ContextVar[list[int]] = ContextVar("work_left")


class _Sandbox(Environment):
    loop_iteration_limit = 1_000  # no loop tag is kept; the limit stands should one return
    output_stream_limit = LONGEST_OUTPUT
    local_namespace_limit = 100_000
    block_nesting_limit = 20
    context_depth_limit = 20

    def __init__(self, *, autoescape: bool) -> None:
        super().__init__(
            undefined=FalsyStrictUndefined, tolerance=Mode.STRICT, strict_filters=True, autoescape=autoescape
        )
        self.tags = {name: tag for name, tag in self.tags.items() if name in TAGS}
        self.filters = {name: _bounded(name, call) for name, call in self.filters.items() if name in FILTERS}


def _bounded(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
    """The filter with its input, arguments and result weighed; whatever it raises becomes a FilterError."""

    @wraps(call)  # keeps with_environment, which Liquid reads
    def weighed(value: object, *args: object, **options: object) -> object:
        _spend(name, value, *args)
        if name in {"replace", "join"}:
            _foresee(name, value, args)
        try:
            result = call(value, *args, **options)
        except (ArithmeticError, ValueError, LookupError, RecursionError) as error:
            raise FilterError(f"'{name}' cannot take this value", token=None) from error
        _spend(name, result)
        return result

    if name == "default":
        weighed.validate = _default_has_a_value  # type: ignore[attr-defined]  # read by check_filters
    return weighed


def _default_has_a_value(_env: Environment, token: Token, _name: str, args: list[object]) -> None:
    if not args:
        raise FilterArgumentError("'default' needs a value, as in default: \"there\"", token=token)


def check_filters(template: BoundTemplate) -> None:
    """LiquidError for an unknown filter or a `default` without value, which Liquid would meet only when it renders."""
    context = RenderContext(template)
    nodes: list[Node] = list(template.nodes)
    while nodes:
        node = nodes.pop()
        nodes.extend(node.children(context))
        for expression in node.expressions():
            if isinstance(expression, FilteredExpression):
                for one in expression.filters or ():
                    one.validate_filter_arguments(template.env)


def _foresee(name: str, value: object, args: tuple[object, ...]) -> None:
    """Before the call: six `replace` in a row make 10 MB, and a check afterwards comes too late."""
    longest = max((len(one) for one in args if isinstance(one, str)), default=0)
    times = len(value) + 1 if isinstance(value, str | list) else 0
    if name == "replace" and isinstance(value, str) and args and isinstance(args[0], str):
        times = value.count(args[0])
    if times * longest > LONGEST_VALUE * 10:
        raise FilterError(f"'{name}' makes a text that is too long", token=None)


def _spend(name: str, *values: object) -> None:
    left = work_left.get()
    for value in values:
        left[0] -= _weight(name, value)
    if left[0] < 0:
        raise FilterError("the filters of this template have too much to do", token=None)


def _weight(name: str, value: object) -> int:
    """Characters to handle; FilterError for what is too long, too large or of a kind that no template needs."""
    if isinstance(value, str):
        if len(value) > LONGEST_VALUE:
            raise FilterError(f"'{name}' makes or takes a text longer than {LONGEST_VALUE:,} characters", token=None)
        return len(value) + 1
    if isinstance(value, list):
        if sum(map(operator.length_hint, value)) + len(value) > LONGEST_VALUE:
            raise FilterError(f"'{name}' makes or takes a list that is too long", token=None)
        return len(value) + 1
    if isinstance(value, range):  # (1..1000000000)
        raise FilterError(f"'{name}' takes no range", token=None)
    if isinstance(value, int | float) and not -LARGEST_NUMBER < value < LARGEST_NUMBER:
        raise FilterError(f"'{name}' makes or takes a number that is too large", token=None)
    return 1


TEXT = _Sandbox(autoescape=False)
HTML = _Sandbox(autoescape=True)
