"""Compiles every template of ours, so that a misspelt tag fails in `make check` and not in front of a person."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.template import TemplateSyntaxError
from django.template.loader import get_template


class Command(BaseCommand):
    help = "Compile every template of the project."

    def handle(self, *_: Any, **__: Any) -> None:
        names = list(template_names(settings.ROOT))
        if broken := [complaint for name in names if (complaint := complaint_about(name))]:
            raise CommandError("\n".join(broken))
        self.stdout.write(f"{len(names)} templates compile.")


def template_names(root: Path) -> Iterator[str]:
    """The name under which Django loads each file of each package's templates folder."""
    for folder in sorted(root.glob("*/templates")):
        yield from (str(path.relative_to(folder)) for path in sorted(folder.rglob("*.*")) if path.is_file())


def complaint_about(name: str) -> str:
    try:
        get_template(name)
    except TemplateSyntaxError as error:
        return f"{name}: {error}"
    return ""
