"""Tells whether every change of a model has its migration; unlike `makemigrations --check` it asks no database."""

from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState


class Command(BaseCommand):
    help = "Tell which models differ from their migrations."

    def handle(self, *_: Any, **__: Any) -> None:
        loader = MigrationLoader(None, ignore_no_migrations=True)
        if conflicts := loader.detect_conflicts():
            raise CommandError(f"More than one last migration: {conflicts}.")
        detector = MigrationAutodetector(loader.project_state(), ProjectState.from_apps(apps))
        missing = detector.changes(graph=loader.graph)
        if missing:
            told = (f"{label}: {operation.describe()}" for label, found in sorted(missing.items()) for one in found
                    for operation in one.operations)  # fmt: skip
            raise CommandError("\n".join(told))
        self.stdout.write("Every model has its migrations.")
