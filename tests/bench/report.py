"""One JSON object a line, and a table for docs/BENCHMARKS.md."""

import json
import os
import platform
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Figure:
    """A value beside what it is held against; `ratio` is value over baseline, `bar` the least it must be (0: none)."""

    name: str
    value: float
    unit: str
    baseline: float
    ratio: float
    bar: float
    ok: bool


def figure(name: str, value: float, unit: str, baseline: float, bar: float) -> Figure:
    """Compare a value with its baseline."""
    ratio = value / baseline
    return Figure(name, round(value, 1), unit, round(baseline, 1), round(ratio, 3), bar, ratio >= bar)


def tell(found: Figure) -> None:
    """Print one line of JSON at once."""
    print(json.dumps(asdict(found)), flush=True)  # noqa: T201 - the command's output


def machine() -> str:
    """Return what the figures were measured on."""
    return f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value > 100 else f"{value:,.1f}"  # per cent need their tenths


def _bar(one: Figure) -> str:
    """Return the bar and whether it is reached; what is only told has none."""
    return f"{one.bar:.2f} | {'yes' if one.ok else 'no'}" if one.bar else "– | –"


def write_table(found: list[Figure], path: Path, when: str) -> None:
    """Write the last results and the machine where people look for them."""
    lines = [
        "# Benchmarks",
        "",
        "`make bench` measures both sides of each ratio in one run, in turn; absolute figures depend on the machine.",
        "",
        f"Last run: {when}, {machine()}.",
        "",
        "| name | value | baseline | ratio | bar | ok |",
        "|---|---:|---:|---:|---:|---|",
    ]
    lines += [
        f"| {one.name} | {_shown(one.value)} {one.unit} | {_shown(one.baseline)} | {one.ratio:.2f} | {_bar(one)} |"
        for one in found
    ]
    notes = path.read_text().partition("\n## ")[2] if path.exists() else ""
    path.write_text("\n".join(lines) + "\n" + (f"\n## {notes}" if notes else ""))
