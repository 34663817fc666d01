import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

IN_ITS_WORKSPACE = (
    'ALTER TABLE "{0}" ADD CONSTRAINT "{0}_mailbox_id_in_workspace" '
    'FOREIGN KEY (workspace_id, mailbox_id) REFERENCES "mailboxes_mailbox" (workspace_id, id) '
    "DEFERRABLE INITIALLY IMMEDIATE"
)


class Migration(migrations.Migration):
    """What evidence says of a mailbox, and the graded policy with its decisions."""

    dependencies = [
        ("admission", "0007_one_open_permit_again"),
        ("app", "0005_addresses_that_are_alike"),
        ("mailboxes", "0019_room_of_a_mailbox"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Standing",
            fields=[
                (
                    "mailbox",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="mailboxes.mailbox",
                    ),
                ),
                (
                    "ramp_limit",
                    models.PositiveIntegerField(
                        help_text="What was earned up to `ramp_day`; empty: nothing.", null=True
                    ),
                ),
                (
                    "ramp_day",
                    models.DateField(
                        help_text="The last local day with an accepted automated mail that counted.", null=True
                    ),
                ),
                (
                    "health",
                    models.CharField(
                        choices=[("unknown", "Unknown"), ("pass", "Pass"), ("fail", "Fail")],
                        default="unknown",
                        max_length=8,
                    ),
                ),
                (
                    "health_good_until",
                    models.DateTimeField(help_text="A pass that is older counts for nothing.", null=True),
                ),
                (
                    "health_says",
                    models.CharField(
                        blank=True, help_text="What fails and how to mend it; no addresses.", max_length=300
                    ),
                ),
                (
                    "hard_percent",
                    models.PositiveSmallIntegerField(default=100, help_text="Of the cap, by the hard breakers."),
                ),
                ("hard_reason", models.CharField(blank=True, max_length=60)),
                (
                    "protection",
                    models.CharField(default="normal", help_text="Stage of the graded policy.", max_length=12),
                ),
                (
                    "protection_percent",
                    models.PositiveSmallIntegerField(default=100, help_text="Of the cap, once it is enforced."),
                ),
                ("protection_since", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="ProtectionDecision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("policy_version", models.PositiveIntegerField()),
                ("before", models.CharField(max_length=12)),
                ("after", models.CharField(max_length=12)),
                ("reason", models.CharField(max_length=60)),
                ("percent", models.PositiveSmallIntegerField()),
                ("enforced", models.BooleanField(help_text="False: watching only.")),
                ("facts", models.JSONField()),
                ("at", models.DateTimeField()),
                ("world_at", models.DateTimeField()),
                (
                    "mailbox",
                    models.ForeignKey(
                        db_constraint=False, on_delete=django.db.models.deletion.CASCADE, to="mailboxes.mailbox"
                    ),
                ),
                (
                    "workspace",
                    models.ForeignKey(
                        db_constraint=False, on_delete=django.db.models.deletion.CASCADE, to="app.workspace"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["mailbox", "-id"], name="decision_of_mailbox")],
            },
        ),
        migrations.CreateModel(
            name="ProtectionPolicy",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("values", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField()),
                ("watched_from", models.DateTimeField(null=True)),
                ("enforce_from", models.DateTimeField(null=True)),
                ("rolled_back_at", models.DateTimeField(null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("workspace", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="app.workspace")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("workspace", "number"), name="one_protection_policy_per_number"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("enforce_from__isnull", True), ("watched_from__isnull", False), _connector="OR"
                        ),
                        name="watched_before_enforced",
                    ),
                ],
            },
        ),
        migrations.RunSQL(IN_ITS_WORKSPACE.format("admission_protectiondecision"), migrations.RunSQL.noop),
    ]
