from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# 0005 let the index of a foreign key go, and Django took every index of that column, this rule included.
RULE = """
CREATE UNIQUE INDEX IF NOT EXISTS one_open_permit_per_delivery ON admission_permit (delivery_id) WHERE state = 'open'
"""
TWICE = """
SELECT delivery_id FROM admission_permit WHERE state = 'open' GROUP BY delivery_id HAVING count(*) > 1
ORDER BY delivery_id LIMIT 20
"""


def refuse_twice(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Tell which rows broke the rule while it was missing: only a person can say which of two is to stay."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(TWICE)
        found = [str(one) for (one,) in cursor.fetchall()]
    if found:
        raise RuntimeError(
            f"Deliveries with more than one open permit: {', '.join(found)}. See docs/runbooks/more-than-one-is-open.md."
        )


class Migration(migrations.Migration):
    """A delivery has one open permit: the rule that the models name is in the database again."""

    dependencies = [("admission", "0006_counts_of_the_installation")]
    operations = [
        migrations.RunPython(refuse_twice, migrations.RunPython.noop),
        migrations.RunSQL(RULE, migrations.RunSQL.noop),
    ]
