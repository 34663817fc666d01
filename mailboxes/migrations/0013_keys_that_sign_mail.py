"""Keys that sign the mail of a sending domain."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("app", "0003_broker_tables"), ("mailboxes", "0012_moves_touch_no_index")]

    operations = [
        migrations.CreateModel(
            name="DkimKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("domain", models.CharField(max_length=253)),
                ("selector", models.CharField(max_length=63)),
                ("algorithm", models.CharField(max_length=20)),
                ("record", models.TextField(help_text="The TXT record of its public half.")),
                ("sealed", models.TextField()),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("signing", "Signing"), ("retired", "Retired")],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("changed_at", models.DateTimeField()),
                ("workspace", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="app.workspace")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("workspace", "domain", "selector"), name="one_dkim_key_per_selector"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "signing")),
                        fields=("workspace", "domain", "algorithm"),
                        name="one_signing_key_per_kind",
                    ),
                ],
            },
        ),
    ]
