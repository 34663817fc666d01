import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """The forecast of all campaigns of a workspace, worked out beforehand for its pages."""

    dependencies = [
        ("app", "0007_webhooks"),
        ("sequences", "0018_answers_and_notes"),
    ]

    operations = [
        migrations.CreateModel(
            name="Outlook",
            fields=[
                (
                    "workspace",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="app.workspace",
                    ),
                ),
                ("values", models.JSONField(default=dict)),
                ("world_at", models.DateTimeField(help_text="World time from which it looks ahead.")),
            ],
        ),
    ]
