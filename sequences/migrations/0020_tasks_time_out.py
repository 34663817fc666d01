from django.db import migrations, models


class Migration(migrations.Migration):
    """A manual step may say after how many business days nobody waits for it any more."""

    dependencies = [("sequences", "0019_the_next_days")]

    operations = [
        migrations.AddField(
            model_name="step",
            name="timeout_days",
            field=models.PositiveSmallIntegerField(
                help_text="Business days after which an open task is skipped; empty: never.", null=True
            ),
        ),
        migrations.AddIndex(
            model_name="task",
            index=models.Index(
                condition=models.Q(("state", "open")),
                fields=["workspace", "owner", "due_at"],
                name="task_open_of_owner",
            ),
        ),
    ]
