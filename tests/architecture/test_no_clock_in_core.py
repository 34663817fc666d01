"""Time and chance enter at the shell: a pure core is given both, so every decision can be replayed."""

import ast
import re
from pathlib import Path

from tests.architecture.sources import PACKAGES, ROOT, imports, parsed, python_files, references, shown

WALL_CLOCK = re.compile(
    r"(?:.*\.)?(?:datetime|date|timezone)\.(?:now|utcnow|today|localdate|localtime)|time\.time(?:_ns)?"
)
THE_CLOCK = ROOT / "app" / "actions" / "clock.py"
IMPURE = ("random", "secrets", "logging", "structlog", "time", "os", "socket", "subprocess", "threading", "django")


def cores() -> list[Path]:
    return [path for path in python_files(*PACKAGES) if "core" in path.parts]


def test_only_the_clock_reads_the_wall_clock() -> None:
    readers = [
        f"{shown(path)}:{line} {name}"
        for path in python_files(*PACKAGES)
        if path != THE_CLOCK
        for line, name in (*references(path), *imports(path))
        if WALL_CLOCK.fullmatch(name)
    ]
    assert not readers


def test_no_model_takes_its_time_from_a_default() -> None:
    """`auto_now` and `default=timezone.now` would read the clock behind everybody's back."""
    hidden = [
        f"{shown(path)}:{node.value.lineno} {node.arg}"
        for path in python_files(*PACKAGES)
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.keyword) and node.arg in {"auto_now", "auto_now_add"}
    ]
    assert not hidden


def test_cores_know_neither_chance_nor_logs_nor_the_machine() -> None:
    impure = [
        f"{shown(path)}:{line} {module}"
        for path in cores()
        for line, module in imports(path)
        if module.split(".")[0] in IMPURE
    ]
    assert not impure


def test_cores_touch_no_file_and_print_nothing() -> None:
    touching = [
        f"{shown(path)}:{line} {name}"
        for path in cores()
        for line, name in references(path)
        if name in {"open", "print", "input", "breakpoint", "exec", "eval"}
    ]
    assert not touching
