"""I19: every column that leads from row to row, by the schema itself, and the rows that leave their workspace."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import connection, models

from sequences.core.walls import BY_COLUMN, SUBJECTS

OUTSIDE = """
SELECT '{child}' AS child, '{column}' AS points_by, c.{key} AS row_id, c.{column} AS points_at FROM {child} c
JOIN {parent} p ON p.id = c.{column} WHERE p.workspace_id <> c.workspace_id"""
EVENTS = """
SELECT 'app_event', 'subject_id', c.id, c.subject_id FROM app_event c
JOIN {parent} p ON p.id = c.subject_id WHERE p.workspace_id <> c.workspace_id AND {kinds}"""
# Rows without a workspace of their own hang on a parent that has one.
HANGING = """
SELECT 'sequences_importrow', 'recipient_id', c.id, c.recipient_id FROM sequences_importrow c
JOIN sequences_import i ON i.id = c.batch_id JOIN mailboxes_recipient p ON p.id = c.recipient_id
WHERE p.workspace_id <> i.workspace_id
UNION ALL
SELECT 'mailboxes_budget', 'in_flight_permit', b.mailbox_id, b.in_flight_permit FROM mailboxes_budget b
JOIN admission_permit p ON p.id = b.in_flight_permit WHERE p.mailbox_id <> b.mailbox_id"""


def pointers() -> list[tuple[str, str, str]]:
    """Return (table, column, table it points into) for every pair of tables that have a workspace."""
    return [found for model in apps.get_models() if _walled(model) for found in _pointers_of(model)]


def _walled(model: type[models.Model]) -> bool:
    return any(field.column == "workspace_id" for field in model._meta.local_concrete_fields)  # noqa: SLF001


def _pointers_of(model: type[models.Model]) -> Iterator[tuple[str, str, str]]:
    for field in model._meta.local_concrete_fields:  # noqa: SLF001 - Django's documented way to a model's columns
        column = str(field.column)
        parent = _parent_of(field, column)
        if column != "workspace_id" and parent is not None:
            yield model._meta.db_table, column, parent  # noqa: SLF001


def _parent_of(field: "models.Field[Any, Any]", column: str) -> str | None:
    if isinstance(field, models.ForeignKey):
        parent: type[models.Model] = field.related_model
        return parent._meta.db_table if _walled(parent) else None  # noqa: SLF001
    return BY_COLUMN.get(column)


def across() -> list[dict[str, Any]]:
    """Return the rows that point into another workspace."""
    keys = {model._meta.db_table: model._meta.pk.column for model in apps.get_models() if _walled(model)}  # noqa: SLF001
    parts = [
        OUTSIDE.format(child=child, column=column, parent=parent, key=keys[child])
        for child, column, parent in pointers()
    ]
    parts += [EVENTS.format(parent=parent, kinds=_kinds(kind)) for kind, parent in SUBJECTS.items()]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join([*parts, HANGING]))
        names = [column.name for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _kinds(kind: str) -> str:
    return f"c.kind = '{kind}'" if "." in kind else f"c.kind LIKE '{kind}.%'"
