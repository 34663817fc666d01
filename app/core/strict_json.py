"""JSON as the standard means it: UTF-8, no NUL, no lone surrogates, no numbers that are none, no name twice."""

import json
import math
from typing import Any

DEEPEST = 20


class BadJson(ValueError):
    """What came is no JSON that we take."""


def strictly_read(data: bytes) -> Any:
    """Return what these bytes say. Raises BadJson, nothing else."""
    try:
        value = json.loads(data.decode(), object_pairs_hook=_named_once, parse_constant=_no_number, parse_float=_finite)
        _check(value, DEEPEST)
    except (ValueError, RecursionError) as error:
        raise BadJson("no JSON in UTF-8 without NUL and lone surrogates") from error
    return value


def _named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    named = dict(pairs)
    if len(named) < len(pairs):
        raise BadJson("a name comes twice")
    return named


def _no_number(word: str) -> None:
    raise BadJson(f"{word} is no number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise BadJson("a number is too large")
    return number


def _check(value: Any, depth: int) -> None:
    if depth < 0:
        raise BadJson("nested too deep")
    if isinstance(value, str):
        if "\0" in value:
            raise BadJson("NUL")
        value.encode()  # a lone surrogate cannot be
    elif isinstance(value, list):
        for one in value:
            _check(one, depth - 1)
    elif isinstance(value, dict):
        for name, one in value.items():
            _check(name, depth)
            _check(one, depth - 1)
