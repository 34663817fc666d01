"""A person may let a step be tried again: another mail under a raised number, another task."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """The old rows keep number 0; an open task per step stays the only one."""

    dependencies = [("sequences", "0002_rows_stay_in_their_workspace")]
    operations = [
        migrations.AddField(
            "touch",
            "resend",
            models.PositiveSmallIntegerField(
                db_default=0, help_text="Raised by a person only: another try of this step."
            ),
        ),
        migrations.AlterField(
            "task",
            "touch",
            models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, to="sequences.touch"),
        ),
        migrations.AddConstraint(
            "task",
            models.UniqueConstraint(name="one_open_task_per_touch", fields=["touch"], condition=models.Q(state="open")),
        ),
    ]
