import django.db.models.deletion
from django.db import migrations, models

IN_ITS_WORKSPACE = (
    'ALTER TABLE "{0}" ADD CONSTRAINT "{0}_{1}_id_in_workspace" '
    'FOREIGN KEY (workspace_id, {1}_id) REFERENCES "mailboxes_{2}" (workspace_id, id) '
    "DEFERRABLE INITIALLY IMMEDIATE"
)
CHILDREN = (
    ("mailboxes_healthcheck", "mailbox", "mailbox"),
    ("mailboxes_probe", "mailbox", "mailbox"),
    ("mailboxes_probe", "receiver", "mailbox"),
    ("mailboxes_probe", "delivery", "delivery"),
)


class Migration(migrations.Migration):
    """What was found of each mailbox's health, when it is measured next, and the mails that measure it."""

    dependencies = [
        ("app", "0005_addresses_that_are_alike"),
        ("mailboxes", "0020_whom_mail_by_hand_went_to"),
    ]

    operations = [
        migrations.CreateModel(
            name="HealthRound",
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
                ("due_at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.AlterField(
            model_name="delivery",
            name="kind",
            field=models.CharField(
                choices=[("campaign", "Campaign"), ("manual", "Manual"), ("test", "Test"), ("probe", "Probe")],
                default="campaign",
                max_length=10,
            ),
        ),
        migrations.CreateModel(
            name="HealthCheck",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "domain",
                    models.CharField(blank=True, help_text="Of a score for all mailboxes of a domain.", max_length=253),
                ),
                ("name", models.CharField(max_length=60)),
                ("source", models.CharField(max_length=8)),
                ("result", models.CharField(max_length=8)),
                ("code", models.CharField(max_length=30)),
                ("data", models.JSONField(default=dict, help_text="Numbers, domains, selectors; no address.")),
                ("measured_at", models.DateTimeField()),
                (
                    "mailbox",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        to="mailboxes.mailbox",
                    ),
                ),
                (
                    "workspace",
                    models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to="app.workspace"),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["mailbox", "measured_at"], name="health_of_mailbox"),
                    models.Index(
                        condition=models.Q(("domain", ""), _negated=True),
                        fields=["workspace", "domain", "measured_at"],
                        name="health_of_domain",
                    ),
                    models.Index(fields=["measured_at"], name="health_by_age"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("domain", ""), ("mailbox__isnull", False)),
                            models.Q(("mailbox__isnull", True), models.Q(("domain", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="health_of_mailbox_or_domain",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("result__in", ["pass", "fail", "unknown"])), name="health_result_is_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("source__in", ["dns", "probe", "pushed"])), name="health_source_is_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Probe",
            fields=[
                (
                    "delivery",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="mailboxes.delivery",
                    ),
                ),
                ("token", models.CharField(help_text="Our id on the wire.", max_length=40)),
                ("made_at", models.DateTimeField(help_text="True time.")),
                (
                    "ended",
                    models.CharField(
                        blank=True,
                        choices=[("arrived", "Arrived"), ("returned", "Returned"), ("lost", "Lost")],
                        max_length=8,
                    ),
                ),
                (
                    "mailbox",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        to="mailboxes.mailbox",
                    ),
                ),
                (
                    "receiver",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="mailboxes.mailbox",
                    ),
                ),
                (
                    "workspace",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        to="app.workspace",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["receiver", "made_at"], name="probe_to_receiver"),
                    models.Index(fields=["mailbox", "made_at"], name="probe_of_mailbox"),
                    models.Index(condition=models.Q(("ended", "")), fields=["made_at"], name="probe_under_way"),
                ],
            },
        ),
        *(migrations.RunSQL(IN_ITS_WORKSPACE.format(*child), migrations.RunSQL.noop) for child in CHILDREN),
    ]
