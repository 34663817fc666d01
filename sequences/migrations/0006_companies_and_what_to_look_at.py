"""What an answer does to a company; what ended a sequence; tasks about what came back."""

import django.db.models.deletion
from django.db import migrations, models

COMPOSITE = (
    'ALTER TABLE "sequences_companyhold" ADD CONSTRAINT "sequences_companyhold_recipient_id_in_workspace" '
    "FOREIGN KEY (workspace_id, recipient_id) REFERENCES mailboxes_recipient (workspace_id, id) "
    "DEFERRABLE INITIALLY IMMEDIATE"
)


class Migration(migrations.Migration):
    """Old enrollments do not know what ended them."""

    dependencies = [
        ("app", "0004_what_an_answer_does_to_a_company"),
        ("mailboxes", "0013_keys_that_sign_mail"),
        ("sequences", "0005_no_index_twice"),
    ]
    operations = [
        migrations.AddField(
            "campaign",
            "company_rule",
            models.CharField(
                blank=True,
                choices=[("nothing", "Nothing"), ("hold", "Hold"), ("stop", "Stop")],
                db_default="",
                help_text="Empty: as the workspace has it.",
                max_length=7,
            ),
        ),
        migrations.AddField(
            "enrollment",
            "ended_by",
            models.BigIntegerField(null=True, help_text="The outcome that ended it, if one did."),
        ),
        migrations.AddField("task", "outcome_id", models.BigIntegerField(null=True)),
        migrations.AlterField(
            "task",
            "touch",
            models.ForeignKey(
                db_constraint=False, null=True, on_delete=django.db.models.deletion.CASCADE, to="sequences.touch"
            ),
        ),
        migrations.AddConstraint(
            "task",
            models.UniqueConstraint(
                name="one_task_per_outcome",
                fields=["outcome_id"],
                condition=models.Q(outcome_id__isnull=False),
            ),
        ),
        migrations.CreateModel(
            name="CompanyHold",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("domain", models.CharField(max_length=253)),
                ("outcome_id", models.BigIntegerField(unique=True)),
                ("until", models.DateTimeField(help_text="World time; a stop has no end of its own.")),
                ("done_at", models.DateTimeField(help_text="All of them were seen to.", null=True)),
                ("lifted_at", models.DateTimeField(help_text="It was no answer after all.", null=True)),
                ("created_at", models.DateTimeField()),
                (
                    "recipient",
                    models.ForeignKey(
                        db_constraint=False, on_delete=django.db.models.deletion.PROTECT, to="mailboxes.recipient"
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
                "indexes": [
                    models.Index(name="company_hold_open", fields=["id"], condition=models.Q(done_at__isnull=True))
                ]
            },
        ),
        migrations.RunSQL(COMPOSITE, migrations.RunSQL.noop),
    ]
