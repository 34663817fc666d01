"""docs/states.md and the tables say the same."""

import re
from collections.abc import Mapping
from enum import StrEnum
from importlib import import_module
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "states.md"
ARROW = re.compile(r"^- `(\w+)` → `(\w+)` on `(\w+)`: \S", re.MULTILINE)
NAMED = re.compile(r"^`([a-z_.]+)\.([A-Z]+)`\.", re.MULTILINE)
PACKAGES = ("mailboxes", "admission", "sequences")

Table = Mapping[tuple[StrEnum, str], StrEnum]


def sections() -> dict[str, str]:
    """Dotted name of a table -> the section that describes it."""
    parts = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return {".".join(found.groups()): part for part in parts if (found := NAMED.search(part))}


def tables() -> dict[str, Table]:
    """Every module-level move table of the packages."""
    found: dict[str, Table] = {}
    for package in PACKAGES:
        module = import_module(f"{package}.core.states")
        for name, value in vars(module).items():
            if name.isupper() and isinstance(value, dict) and all(isinstance(key, tuple) for key in value):
                found[f"{module.__name__}.{name}"] = value
    return found


def test_every_table_has_its_section_and_every_section_its_table() -> None:
    assert sections().keys() == tables().keys()


@pytest.mark.parametrize("name", sorted(tables()))
def test_the_arrows_are_the_rows(name: str) -> None:
    rows = {(str(before), str(after), event) for (before, event), after in tables()[name].items()}
    assert set(ARROW.findall(sections()[name])) == rows


@pytest.mark.parametrize("name", sorted(tables()))
def test_no_arrow_is_written_twice(name: str) -> None:
    arrows = ARROW.findall(sections()[name])
    assert len(arrows) == len(set(arrows))


@pytest.mark.parametrize("name", sorted(tables()))
def test_the_page_names_the_states_that_nothing_leaves(name: str) -> None:
    table = tables()[name]
    kind = type(next(iter(table.values())))
    finals = {str(state) for state in kind} - {str(before) for before, _ in table}
    closing = sections()[name].rstrip().rsplit("\n", maxsplit=1)[-1]
    assert set(re.findall(r"`(\w+)`", closing)) == finals


@pytest.mark.parametrize("name", sorted(tables()))
def test_every_state_can_be_reached_or_is_where_things_begin(name: str) -> None:
    table = tables()[name]
    kind = type(next(iter(table.values())))
    unreached = set(kind) - set(table.values())
    assert len(unreached) <= 1, f"only the first state may have no arrow into it: {unreached}"


@pytest.mark.parametrize("name", sorted(tables()))
def test_every_row_says_in_a_comment_what_happened_in_the_world(name: str) -> None:
    module = import_module(name.rsplit(".", 1)[0])
    lines = Path(str(module.__file__)).read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if re.match(r'\s+\(.*, "\w+"\): ', line)]
    assert rows
    assert all("  # " in line for line in rows)
