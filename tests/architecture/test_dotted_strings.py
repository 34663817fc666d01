"""Whatever reaches upward does so by a dotted string; each of them must lead somewhere."""

import ast
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import URLResolver, get_resolver
from django.utils.module_loading import autodiscover_modules, import_string
from dramatiq import Actor

from app.reactions import REACTIONS
from app.schedule import SCHEDULE, Every
from tests.architecture.sources import PACKAGES, parsed, python_files

DOTTED = re.compile(rf"(?:{'|'.join(PACKAGES)})(?:\.[A-Za-z_]\w*)+")


def strings(path: Path) -> set[str]:
    """Every string constant of the file that looks like a dotted name of ours; migrations' app labels do not."""
    constants = (node.value for node in ast.walk(parsed(path)) if isinstance(node, ast.Constant))
    return {value for value in constants if isinstance(value, str) and DOTTED.fullmatch(value)}


def is_model(name: str) -> bool:
    """`mailboxes.Mailbox`: Django's own way to name a model."""
    _, _, last = name.rpartition(".")
    return name.count(".") == 1 and last[0].isupper()


def leads_somewhere(name: str) -> bool:
    try:
        if importlib.util.find_spec(name):
            return True
    except ModuleNotFoundError:
        pass
    try:
        import_string(name)
    except ImportError:
        return False
    return True


EVERY = sorted({name for path in python_files(*PACKAGES) for name in strings(path) if not is_model(name)})


@pytest.mark.parametrize("name", EVERY)
def test_every_dotted_string_leads_somewhere(name: str) -> None:
    autodiscover_modules("actors")
    assert leads_somewhere(name)


@pytest.mark.parametrize("every", SCHEDULE, ids=lambda every: every.actor)
def test_the_schedule_names_actors(every: Every) -> None:
    autodiscover_modules("actors")
    assert isinstance(import_string(every.actor), Actor)


@pytest.mark.parametrize("name", sorted({name for names in REACTIONS.values() for name in names}))
def test_reactions_can_be_called(name: str) -> None:
    assert callable(import_string(name))


def test_every_route_resolves_to_a_view() -> None:
    assert sum(1 for _ in views(get_resolver())) > 0


def views(resolver: URLResolver) -> Iterator[object]:
    """Walking the patterns imports every module that `include()` names."""
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            yield from views(entry)
        else:
            assert callable(entry.callback)
            yield entry.callback
