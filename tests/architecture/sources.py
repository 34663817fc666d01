"""The Python files of this repository, parsed once."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("app", "mailboxes", "bounces", "admission", "sequences")
PROGRAM = (*PACKAGES, "simulator")

type Function = ast.FunctionDef | ast.AsyncFunctionDef


def python_files(*folders: str) -> Iterator[Path]:
    """Every file below `folders` but migrations, which are written once, and the data of tests."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts and not path.is_relative_to(ROOT / "tests" / "data"):
                yield path


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(), filename=str(path))


def functions(path: Path) -> Iterator[Function]:
    return (node for node in ast.walk(parsed(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def references(path: Path) -> Iterator[tuple[int, str]]:
    """(line, dotted name) of every name and attribute that is read."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load) and (name := dotted(node)):
            yield node.lineno, name


def dotted(node: ast.expr) -> str:
    """`a.b.c` of an attribute chain; empty for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (left := dotted(node.value)):
        return f"{left}.{node.attr}"
    return ""


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """(line, module or module.name) of every import."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))
