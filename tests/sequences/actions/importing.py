"""Run an import the way a command does, and read its report."""

import io
from typing import Any

from app.models import Workspace
from sequences.actions import imports
from sequences.models import Campaign, Contact, Import


def import_file(workspace: Workspace, content: bytes | str, *, campaign: Campaign | None = None, **how: Any) -> Import:
    source = io.BytesIO(content.encode() if isinstance(content, str) else content)
    staged = imports.stage(workspace, "people.csv", source, campaign=campaign, **how)
    return imports.run(staged.id)


def tally(done: Import) -> tuple[int, int, int, int, int]:
    """Rows read, created, updated, skipped, rejected; they must add up."""
    assert done.rows_read == done.created + done.updated + done.skipped + done.rejected
    return done.rows_read, done.created, done.updated, done.skipped, done.rejected


def report(done: Import) -> list[tuple[int, str, str]]:
    """Line, verdict and reason of each row, in the order of the file."""
    return list(done.importrow_set.order_by("number").values_list("line", "verdict", "reason"))


def stored(workspace: Workspace, *names: str) -> list[Any]:
    """These columns of all contacts, in the order of their addresses."""
    found = Contact.objects.filter(workspace=workspace).order_by("email")
    return list(found.values_list(*names, flat=len(names) == 1))
