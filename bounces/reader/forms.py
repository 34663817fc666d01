"""A frozen dataclass to plain JSON and back, by its own types; whatever is not exactly of them is refused.

Both sides hold the same classes, so a dataclass travels as the list of its values, and `shape_of` tells whether the
classes are the same indeed. Text is made storable where it leaves and refused where it arrives unstorable.
"""

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from enum import StrEnum
from functools import cache
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from bounces.core.mail.charsets import UNSTORABLE, storable

type Turn = Callable[[Any], Any]
PLAIN = frozenset({bool, int, NoneType})
TIMES = (datetime, date)


class BadForm(ValueError):
    """What came is not what its type says."""


def packed(value: Any) -> bytes:
    """Return a dataclass as JSON in UTF-8."""
    kind: Any = type(value)
    return json.dumps(_packer(kind)(value), ensure_ascii=False, separators=(",", ":")).encode()


def unpacked[T](kind: type[T], data: bytes) -> T:
    """Return the dataclass that these bytes hold. Raises BadForm, nothing else."""
    known: Any = kind
    try:
        value: T = _unpacker(known)(json.loads(data.decode(), parse_constant=_no_constant))
    except (ValueError, TypeError, RecursionError, OverflowError) as error:
        raise BadForm(type(error).__name__) from error
    return value


@cache
def shape_of(kind: Any) -> str:
    """Return a fingerprint of a type and of all that it holds."""
    return sha256(_described(kind).encode()).hexdigest()


def _described(kind: Any) -> str:
    if is_dataclass(kind):
        return f"({', '.join(f'{name}: {_described(one)}' for name, one in _types(kind))})"
    if get_origin(kind) is not None:
        return f"{get_origin(kind)}[{', '.join(map(_described, get_args(kind)))}]"
    return f"{kind}{list(kind)}" if isinstance(kind, type) and issubclass(kind, StrEnum) else str(kind)


def _types(kind: Any) -> list[tuple[str, Any]]:
    hints = get_type_hints(kind)
    return [(field.name, hints[field.name]) for field in fields(kind)]


@cache
def _packer(kind: Any) -> Turn:
    if is_dataclass(kind):
        turns = [(name, _packer(one)) for name, one in _types(kind)]
        return lambda value: [turn(getattr(value, name)) for name, turn in turns]
    if (inner := _optional(kind)) is not None:
        some = _packer(inner)
        return lambda value: None if value is None else some(value)
    if (member := _member(kind)) is not None:
        each = _packer(member)
        return lambda value: [each(one) for one in value]
    if kind in TIMES:
        return lambda value: value.isoformat()
    if isinstance(kind, type) and issubclass(kind, str):
        return storable
    if kind in PLAIN:
        return lambda value: value
    raise TypeError(f"{kind} has no form")


@cache
def _unpacker(kind: Any) -> Turn:
    if is_dataclass(kind):
        return _unpacker_of_fields(kind)
    if (inner := _optional(kind)) is not None:
        some = _unpacker(inner)
        return lambda value: None if value is None else some(value)
    if (member := _member(kind)) is not None:
        each = _unpacker(member)
        return lambda value: tuple(each(one) for one in _required(value, list))
    if kind in TIMES or (isinstance(kind, type) and issubclass(kind, StrEnum)):
        made = kind.fromisoformat if kind in TIMES else kind
        return lambda value: made(_required(value, str))
    if kind is str:
        return _text
    if kind in PLAIN:
        return lambda value: _required(value, kind)
    raise TypeError(f"{kind} has no form")


def _unpacker_of_fields(kind: Any) -> Turn:
    turns = [_unpacker(one) for _, one in _types(kind)]

    def turn(value: Any) -> Any:
        return kind(*[one(item) for one, item in zip(turns, _required(value, list), strict=True)])

    return turn


def _optional(kind: Any) -> Any:
    """Return X of `X | None`; None for any other type."""
    if get_origin(kind) not in {Union, UnionType}:
        return None
    inner = [one for one in get_args(kind) if one is not NoneType]
    return inner[0] if len(inner) == 1 else None


def _member(kind: Any) -> Any:
    """Return X of `tuple[X, ...]`; None for any other type."""
    members = get_args(kind) if get_origin(kind) is tuple else ()
    return members[0] if len(members) == 2 and members[1] is Ellipsis else None


def _required(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise BadForm(f"no {kind.__name__}")
    return value


def _text(value: Any) -> str:
    text: str = _required(value, str)
    if UNSTORABLE.search(text):
        raise BadForm("unstorable text")
    return text


def _no_constant(word: str) -> None:
    raise BadForm(f"{word} is no number")
