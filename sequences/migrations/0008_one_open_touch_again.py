from django.db import migrations

# 0005 let the index of a foreign key go, and Django took every index of that column, this rule included.
RULE = """
CREATE UNIQUE INDEX IF NOT EXISTS one_open_touch_per_enrollment ON sequences_touch (enrollment_id)
WHERE state IN ('scheduled', 'planned', 'held')
"""


class Migration(migrations.Migration):
    """An enrollment has one open touch: the rule that the models name is in the database again."""

    dependencies = [("sequences", "0007_words_and_link_together")]
    operations = [migrations.RunSQL(RULE, migrations.RunSQL.noop)]
