from django.db import migrations

# 0005 let the index of a foreign key go, and Django took every index of that column, this rule included.
RULE = """
CREATE UNIQUE INDEX IF NOT EXISTS one_open_permit_per_delivery ON admission_permit (delivery_id) WHERE state = 'open'
"""


class Migration(migrations.Migration):
    """A delivery has one open permit: the rule that the models name is in the database again."""

    dependencies = [("admission", "0006_counts_of_the_installation")]
    operations = [migrations.RunSQL(RULE, migrations.RunSQL.noop)]
