"""`check_migrations`: a changed model without a migration is told, without any database."""

from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import models
from django.db.migrations.state import ProjectState


def test_a_model_that_was_changed_without_a_migration_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = ProjectState.from_apps(apps)
    changed.models["bounces", "outcome"].fields["category"] = models.CharField(max_length=31, blank=True)
    given = SimpleNamespace(from_apps=lambda _: changed)
    monkeypatch.setattr("app.management.commands.check_migrations.ProjectState", given)
    with pytest.raises(CommandError, match="bounces: Alter field category on outcome"):
        call_command("check_migrations")
