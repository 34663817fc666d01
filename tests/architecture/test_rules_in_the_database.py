"""What a model names is in the database: Django drops a rule with an index it takes for its own, and says nothing."""

import pytest
from django.apps import apps
from django.db import connection

pytestmark = pytest.mark.django_db

KNOWN = """
SELECT indexname FROM pg_indexes WHERE schemaname = 'public'
UNION SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace
"""


def test_every_index_and_rule_of_a_model_is_in_the_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute(KNOWN)
        known = {name for (name,) in cursor.fetchall()}
    named = {
        f"{model.__name__}.{one.name}"
        for model in apps.get_models()
        for one in (*model._meta.indexes, *model._meta.constraints)
        if one.name not in known
    }
    assert not named
