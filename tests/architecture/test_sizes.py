"""The budgets of the house style: short functions, files that fit a head."""

from collections.abc import Iterable
from pathlib import Path

from tests.architecture.sources import PROGRAM, Function, functions, python_files, shown

type Sized = tuple[int, str]  # length in lines, where


def percentile(sized: Iterable[Sized], percent: int) -> int:
    lengths = sorted(length for length, _ in sized)
    return lengths[(len(lengths) - 1) * percent // 100] if lengths else 0


def beyond(sized: Iterable[Sized], most: int) -> list[Sized]:
    """What is longer than `most`, longest first: the message of a failure names its culprits."""
    return sorted((item for item in sized if item[0] > most), reverse=True)[:20]


def files(*folders: str) -> list[Sized]:
    counted = ((len(path.read_text().splitlines()), shown(path)) for path in python_files(*folders))
    return [item for item in counted if item[0]]  # an empty __init__.py says nothing about size


def length(function: Function) -> int:
    """Lines from `def` to the end, its docstring not counted: that is prose, and wanted."""
    first = function.body[0]
    body = function.body[1:] if function.name and _is_docstring(first) else function.body
    prose = (first.end_lineno or first.lineno) - first.lineno + 1 if body is not function.body else 0
    return (function.end_lineno or function.lineno) - function.lineno + 1 - prose


def _is_docstring(statement: object) -> bool:
    value = getattr(getattr(statement, "value", None), "value", None)
    return isinstance(value, str)


def sized_functions(paths: Iterable[Path]) -> list[Sized]:
    return [
        (length(function), f"{shown(path)}:{function.lineno} {function.name}")
        for path in paths
        for function in functions(path)
    ]


def test_no_file_is_longer_than_500_lines() -> None:
    assert not beyond(files(*PROGRAM, "tests"), 500)


def test_most_files_fit_90_lines_and_nearly_all_300() -> None:
    sized = files(*PROGRAM)
    assert percentile(sized, 50) <= 90, beyond(sized, 90)
    assert percentile(sized, 90) <= 300, beyond(sized, 300)


def test_no_function_is_longer_than_60_lines() -> None:
    assert not beyond(sized_functions(python_files(*PROGRAM, "tests")), 60)


def test_most_functions_fit_10_lines_and_nearly_all_35() -> None:
    sized = sized_functions(python_files(*PROGRAM))
    assert percentile(sized, 50) <= 10, beyond(sized, 10)
    assert percentile(sized, 90) <= 35, beyond(sized, 35)


def test_nearly_all_tests_fit_30_lines() -> None:
    sized = [item for item in sized_functions(python_files("tests")) if item[1].split()[-1].startswith("test_")]
    assert percentile(sized, 90) <= 30, beyond(sized, 30)
