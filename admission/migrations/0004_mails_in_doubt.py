"""Mails in doubt: when each is looked for next, what mailboxes keep, and what a person said of one."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# A judgement can only be about a mail of its own workspace; the database itself says so.
IN_ITS_WORKSPACE = (
    'ALTER TABLE "admission_judgement" ADD CONSTRAINT "admission_judgement_delivery_id_in_workspace" '
    'FOREIGN KEY (workspace_id, delivery_id) REFERENCES "mailboxes_delivery" (workspace_id, id) '
    "DEFERRABLE INITIALLY IMMEDIATE"
)


class Migration(migrations.Migration):
    dependencies = [
        ("admission", "0003_the_composite_keys_say_it"),
        ("app", "0003_broker_tables"),
        ("mailboxes", "0002_rows_stay_in_their_workspace"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="KeptCopy",
            fields=[
                (
                    "delivery",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="mailboxes.delivery",
                    ),
                ),
                ("found", models.BooleanField()),
                ("read_at", models.DateTimeField()),
            ],
        ),
        migrations.AlterField(
            model_name="absenceread",
            name="reason",
            field=models.CharField(blank=True, help_text="Why it is unknown, without addresses.", max_length=200),
        ),
        migrations.CreateModel(
            name="Judgement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("permit_id", models.BigIntegerField()),
                ("sent", models.BooleanField()),
                ("reason", models.TextField(blank=True)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "delivery",
                    models.ForeignKey(
                        db_constraint=False, on_delete=django.db.models.deletion.PROTECT, to="mailboxes.delivery"
                    ),
                ),
                (
                    "workspace",
                    models.ForeignKey(
                        db_constraint=False, on_delete=django.db.models.deletion.CASCADE, to="app.workspace"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Doubt",
            fields=[
                (
                    "permit",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="admission.permit",
                    ),
                ),
                ("looks", models.PositiveSmallIntegerField(default=0)),
                ("next_at", models.DateTimeField(help_text="True time; null: nobody looks any more.", null=True)),
                (
                    "hopeless",
                    models.BooleanField(default=False, help_text="No look can tell; at next_at a person is asked."),
                ),
                (
                    "mailbox",
                    models.ForeignKey(
                        db_constraint=False, on_delete=django.db.models.deletion.CASCADE, to="mailboxes.mailbox"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("next_at__isnull", False)), fields=["next_at"], name="doubt_due")
                ],
            },
        ),
        migrations.RunSQL(IN_ITS_WORKSPACE, migrations.RunSQL.noop),
    ]
