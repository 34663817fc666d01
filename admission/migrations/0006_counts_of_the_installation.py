import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """A count may belong to the whole installation: then it has no workspace."""

    dependencies = [
        ("admission", "0005_no_index_twice"),
        ("app", "0003_broker_tables"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="counter", name="one_counter_per_day"),
        migrations.AlterField(
            model_name="counter",
            name="workspace",
            field=models.ForeignKey(
                db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, to="app.workspace"
            ),
        ),
        migrations.AddConstraint(
            model_name="counter",
            constraint=models.UniqueConstraint(
                fields=("workspace", "scope", "key", "day"), name="one_counter_per_day", nulls_distinct=False
            ),
        ),
    ]
