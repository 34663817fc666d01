import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Hosts of opt-out links and their self-tests, looks at links, and by which way somebody came on the list."""

    dependencies = [
        ("app", "0003_broker_tables"),
        ("bounces", "0004_outcomes_can_be_corrected"),
    ]

    operations = [
        migrations.CreateModel(
            name="LinkHost",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("domain", models.CharField(blank=True, max_length=253, unique=True)),
                ("base", models.CharField(help_text="https://host or https://host:port", max_length=300)),
                (
                    "passed_at",
                    models.DateTimeField(help_text="The last self-test that found everything right.", null=True),
                ),
                ("tested_at", models.DateTimeField(null=True)),
                ("next_test_at", models.DateTimeField()),
                ("failures", models.PositiveIntegerField(default=0, help_text="Self-tests in a row that failed.")),
                ("reason", models.CharField(blank=True, help_text="Why the last one failed.", max_length=40)),
                (
                    "closed_at",
                    models.DateTimeField(help_text="No campaign mail that would name it leaves since.", null=True),
                ),
                ("probe", models.BigIntegerField(default=0, help_text="Number of the newest self-test.")),
                (
                    "heard_at",
                    models.DateTimeField(help_text="When the press of the newest self-test arrived.", null=True),
                ),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("closed_at__isnull", True), ("failures__gt", 0), _connector="OR"),
                        name="closed_after_a_failure",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="LinkLooks",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField(help_text="In UTC, true time.")),
                ("kind", models.CharField(help_text="See bounces.core.looks.", max_length=10)),
                ("count", models.PositiveBigIntegerField(default=0)),
                (
                    "workspace",
                    models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to="app.workspace"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("workspace", "day", "kind"), name="one_count_per_kind_and_day")
                ],
            },
        ),
        migrations.AddField(
            model_name="suppression",
            name="source",
            field=models.CharField(
                blank=True, db_default="", help_text="The way it came: bounces.core.ways.", max_length=20
            ),
        ),
        migrations.AddField(
            model_name="unsubscriberequest",
            name="way",
            field=models.CharField(blank=True, db_default="", help_text="one_click or page.", max_length=20),
        ),
    ]
