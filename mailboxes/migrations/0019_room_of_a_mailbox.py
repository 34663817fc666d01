import django.db.models.deletion
from django.db import migrations, models

IN_ITS_WORKSPACE = (
    'ALTER TABLE "{0}" ADD CONSTRAINT "{0}_mailbox_id_in_workspace" '
    'FOREIGN KEY (workspace_id, mailbox_id) REFERENCES "mailboxes_mailbox" (workspace_id, id) '
    "DEFERRABLE INITIALLY IMMEDIATE"
)


class Migration(migrations.Migration):
    """Room by the hour and for mail by hand, a ramp, a workday of its own, days away."""

    dependencies = [
        ("app", "0005_addresses_that_are_alike"),
        ("mailboxes", "0018_what_a_relay_called_a_mail"),
    ]

    operations = [
        migrations.AddField(
            model_name="mailbox",
            name="hourly_cap",
            field=models.PositiveIntegerField(
                default=6, help_text="Automated mails in any 60 minutes; empty: no limit.", null=True
            ),
        ),
        migrations.AddField(
            model_name="mailbox",
            name="ramp_start",
            field=models.PositiveSmallIntegerField(
                default=5, help_text="Automated mails on a new mailbox's first day; empty: no ramp.", null=True
            ),
        ),
        migrations.AddField(
            model_name="mailbox",
            name="ramp_step",
            field=models.PositiveSmallIntegerField(
                db_default=2, default=2, help_text="More mails a day for each proven day."
            ),
        ),
        migrations.AddField(
            model_name="mailbox",
            name="reserved",
            field=models.PositiveSmallIntegerField(
                db_default=0, default=0, help_text="Mails of a day that are kept for what people write by hand."
            ),
        ),
        migrations.AddField(
            model_name="mailbox",
            name="workday",
            field=models.JSONField(
                help_text="Weekly hours of its own, as a campaign's window; empty: only the campaign's count.",
                null=True,
            ),
        ),
        migrations.CreateModel(
            name="AwayRange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first_day", models.DateField()),
                ("last_day", models.DateField()),
                (
                    "mailbox",
                    models.ForeignKey(
                        db_constraint=False, on_delete=django.db.models.deletion.CASCADE, to="mailboxes.mailbox"
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
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("last_day__gte", models.F("first_day"))), name="away_ends_after_it_begins"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HandMail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("provider_id", models.CharField(max_length=255)),
                ("sent_at", models.DateTimeField()),
                ("local_day", models.DateField(help_text="The mailbox's day on which it was sent.")),
                ("recipients", models.PositiveSmallIntegerField(default=1, help_text="How many it was addressed to.")),
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
                "indexes": [models.Index(fields=["mailbox", "sent_at"], name="hand_mail_lately")],
                "constraints": [
                    models.UniqueConstraint(fields=("mailbox", "provider_id"), name="one_row_per_hand_mail")
                ],
            },
        ),
        migrations.RunSQL(IN_ITS_WORKSPACE.format("mailboxes_awayrange"), migrations.RunSQL.noop),
        migrations.RunSQL(IN_ITS_WORKSPACE.format("mailboxes_handmail"), migrations.RunSQL.noop),
    ]
