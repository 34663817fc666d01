"""Who stands behind a mailbox, and whether they are asked at all."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A column with a default in the database: older code may insert without it."""

    dependencies = [("mailboxes", "0008_a_ciphertext_is_its_own_version")]

    operations = [
        migrations.CreateModel(
            name="ProviderBreaker",
            fields=[
                ("provider", models.CharField(max_length=200, primary_key=True, serialize=False)),
                ("state", models.CharField(max_length=10)),
                ("trips", models.PositiveSmallIntegerField(default=0)),
                ("cause", models.CharField(blank=True, max_length=20)),
                ("until", models.DateTimeField(null=True)),
                ("changed_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["closed", "open", "half_open"])),
                        name="breaker_state_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "closed"), ("until__isnull", True)),
                            models.Q(models.Q(("state", "closed"), _negated=True), ("until__isnull", False)),
                            _connector="OR",
                        ),
                        name="closed_waits_for_nothing",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="mailbox",
            name="provider",
            field=models.CharField(
                blank=True, db_default="", help_text="Who sends its mail; written at its first use.", max_length=200
            ),
        ),
    ]
