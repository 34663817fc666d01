"""Two rules that were missing for a while come back; what broke them meanwhile is named, and not guessed at."""

from collections.abc import Iterator
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection

from admission.models import Permit
from sequences.models import Touch
from tests.journeys.office import Mailed, an_office
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
PERMITS = ("admission.migrations.0007_one_open_permit_again", "one_open_permit_per_delivery")
TOUCHES = ("sequences.migrations.0008_one_open_touch_again", "one_open_touch_per_enrollment")


def run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.fixture(params=[PERMITS, TOUCHES], ids=["permits", "touches"])
def migration(request: pytest.FixtureRequest, world: World) -> Iterator[Any]:
    """A migration in a database where the index that it makes is missing."""
    path, index = request.param
    module = import_module(path)
    run(f"DROP INDEX {index}")
    yield module
    Permit.objects.filter(state="open").delete()
    Touch.objects.all().delete()
    run(module.RULE)


def two_permits(mailed: Mailed) -> int:
    permit = Permit.objects.get()
    for number in (1, 2):
        permit.pk, permit.state, permit.settled_at, permit.number = None, "open", None, permit.number + number
        permit.save()
    return mailed.delivery.id


def two_touches(mailed: Mailed) -> int:
    touch = mailed.open_touch
    assert touch is not None
    touch.pk = None
    touch.save()
    return mailed.enrollment.id


def test_a_rule_that_was_broken_while_it_was_missing_names_the_rows_and_the_runbook(
    migration: Any, world: World
) -> None:
    mailed = an_office(world).mailed()
    editor = SimpleNamespace(connection=connection)
    migration.refuse_twice(None, editor)
    number = two_permits(mailed) if "permit" in migration.__name__ else two_touches(mailed)
    with pytest.raises(RuntimeError, match=rf"more than one open (permit|touch): {number}\. See docs/runbooks/more"):
        migration.refuse_twice(None, editor)
