from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# 0005 let the index of a foreign key go, and Django took every index of that column, this rule included.
RULE = """
CREATE UNIQUE INDEX IF NOT EXISTS one_open_touch_per_enrollment ON sequences_touch (enrollment_id)
WHERE state IN ('scheduled', 'planned', 'held')
"""
TWICE = """
SELECT enrollment_id FROM sequences_touch WHERE state IN ('scheduled', 'planned', 'held')
GROUP BY enrollment_id HAVING count(*) > 1 ORDER BY enrollment_id LIMIT 20
"""


def refuse_twice(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Tell which rows broke the rule while it was missing: only a person can say which of two is to stay."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(TWICE)
        found = [str(one) for (one,) in cursor.fetchall()]
    if found:
        raise RuntimeError(
            f"Enrollments with more than one open touch: {', '.join(found)}. See docs/runbooks/more-than-one-is-open.md."
        )


class Migration(migrations.Migration):
    """An enrollment has one open touch: the rule that the models name is in the database again."""

    dependencies = [("sequences", "0007_words_and_link_together")]
    operations = [
        migrations.RunPython(refuse_twice, migrations.RunPython.noop),
        migrations.RunSQL(RULE, migrations.RunSQL.noop),
    ]
