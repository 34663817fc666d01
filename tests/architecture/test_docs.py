"""What the documentation names is there: links, paths, dotted names, commands, make targets."""

import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

FOLDERS = ("app", "mailboxes", "bounces", "admission", "sequences", "simulator", "tests")
CODE = re.compile(r"```.*?```|^    .*$", re.DOTALL | re.MULTILINE)  # fenced and indented blocks
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
SPAN = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"[\w.-]*(?:/[\w.-]+)+/?|[\w-]+\.(?:py|sql|md)")
DOTTED = re.compile(rf"(?:{'|'.join(FOLDERS)})(?:\.\w+)+")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
COMMAND = re.compile(r"manage\.py (\w+)|ARGS=\"?(\w+)")
TARGET = re.compile(r"\bmake ([a-z]+)")
MADE = re.compile(r"^([a-z]+):.*## ", re.MULTILINE)
# Made by a run or by the reader; everything else that looks like a path has to exist.
NOT_IN_THE_REPOSITORY = re.compile(r"\.forbear/|\.venv/|/|\w+/\*|people\.csv|campaign\.yaml|docs/decisions")


def pages() -> list[Path]:
    """Every page that people read; test data brings its own."""
    found = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    return found + [page for folder in FOLDERS for page in (ROOT / folder).glob("README.md")]


def ids(page: Path) -> str:
    return str(page.relative_to(ROOT))


every_page = pytest.mark.parametrize("page", pages(), ids=ids)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    plain = (re.sub(r"[^\w\s-]", "", heading.lower()) for heading in HEADING.findall(page.read_text()))
    return {heading.strip().replace(" ", "-") for heading in plain}


def broken_links(page: Path) -> Iterator[str]:
    for link in LINK.findall(CODE.sub("", page.read_text())):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            yield link


def resolves(name: str) -> bool:
    """Tell whether a dotted name leads to a module or to something in one."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        module = ".".join(parts[:length])
        if is_module(module):
            found: object = import_module(module)
            for part in parts[length:]:
                found = getattr(found, part, None)
            return found is not None
    return False


def is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # a parent that is no package
        return False


def unknown_names(page: Path) -> Iterator[str]:
    """Paths and dotted names in code spans that lead nowhere, from the root or from the page's folder."""
    for span in SPAN.findall(CODE.sub("", page.read_text())):
        there = any((folder / span).exists() for folder in (ROOT, page.parent))
        if there or NOT_IN_THE_REPOSITORY.match(span):
            continue
        if resolves(span) if DOTTED.fullmatch(span) else not PATH.fullmatch(span):
            continue
        yield span


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    assert not list(broken_links(page))


@every_page
def test_paths_and_names_in_code_spans_exist(page: Path) -> None:
    assert not list(unknown_names(page))


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_package_has_a_readme(folder: str) -> None:
    assert (ROOT / folder / "README.md").exists()


@every_page
def test_commands_and_targets_that_a_page_names_exist(page: Path) -> None:
    commands = {path.stem for path in ROOT.glob("*/management/commands/[a-z]*.py")} | {"migrate", "shell"}
    targets = set(MADE.findall((ROOT / "Makefile").read_text()))
    text = page.read_text()
    named = {first or second for first, second in COMMAND.findall(text) if not (first or second).startswith("tests")}
    assert named <= commands
    assert {name for name in TARGET.findall(text) if f"`make {name}" in text or f"    make {name}" in text} <= targets


def test_the_readme_names_every_command_and_every_target() -> None:
    """A tool nobody reads of is not used. `demo` is part of `make run`."""
    text = (ROOT / "README.md").read_text()
    commands = {path.stem for path in ROOT.glob("*/management/commands/[a-z]*.py")} - {"demo"}
    assert not {name for name in commands if not re.search(rf"\b{name}\b", text)}
    assert not set(MADE.findall((ROOT / "Makefile").read_text())) - set(TARGET.findall(text))


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "decisions").glob("*.md")), ids=ids)
def test_a_decisions_title_is_a_sentence_and_its_file_is_named_by_it(page: Path) -> None:
    first = page.read_text().splitlines()[0]
    assert re.fullmatch(r"# [A-Z][^.]+\.", first)
    assert len(first.split()) > 5
    words = re.sub(r"[^a-z0-9 ]", "", first[2:].lower()).replace(" ", "-")
    assert re.fullmatch(rf"\d{{4}}-{words}", page.stem)


def test_decisions_are_numbered_without_gaps() -> None:
    numbers = [int(page.name[:4]) for page in sorted((ROOT / "docs" / "decisions").glob("*.md"))]
    assert numbers == list(range(1, len(numbers) + 1))


def says(line: str, words: list[str]) -> bool:
    """Tell whether the words stand in this line in their order."""
    for word in words:
        _, found, line = line.partition(word)
        if not found:
            return False
    return True


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "runbooks").glob("*.md")), ids=ids)
def test_a_runbook_is_titled_with_a_line_that_the_program_says(page: Path) -> None:
    """`…` is what the program fills in."""
    title = page.read_text().splitlines()[0].removeprefix("# ")
    words = [word.strip() for word in title.split("…") if word.strip()]
    files = (path for folder in FOLDERS[:5] for path in (ROOT / folder).rglob("*.py"))
    assert any(says(line, words) for path in files for line in path.read_text().splitlines())
