"""A person may say that a message was read wrongly; colleagues who answer are told apart from other addresses."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

COMPOSITE = (
    'ALTER TABLE "bounces_correspondent" ADD CONSTRAINT "bounces_correspondent_{0}_in_workspace" '
    "FOREIGN KEY (workspace_id, {0}) REFERENCES mailboxes_recipient (workspace_id, id) DEFERRABLE INITIALLY IMMEDIATE"
)


def a_recipient() -> models.ForeignKey[Any, Any]:
    """Return a column that names a recipient."""
    return models.ForeignKey(
        db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="mailboxes.recipient"
    )


def a_workspace() -> models.ForeignKey[Any, Any]:
    """Return the column that names the workspace."""
    return models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, to="app.workspace")


def an_id() -> Any:
    """Return the key."""
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


class Migration(migrations.Migration):
    """Of a message and a person only the outcome that was not corrected is the only one."""

    dependencies = [
        ("bounces", "0003_the_composite_keys_say_it"),
        ("mailboxes", "0013_keys_that_sign_mail"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.RemoveConstraint("outcome", "one_outcome_per_message_and_person"),
        migrations.AddField(
            "outcome",
            "suppresses",
            models.BooleanField(default=False, db_default=False, help_text="It asked for the do-not-contact list."),
        ),
        migrations.AddField(
            "outcome",
            "corrects",
            models.BigIntegerField(null=True, help_text="The outcome in whose place a person put this one."),
        ),
        migrations.AddField(
            "outcome",
            "corrected_at",
            models.DateTimeField(null=True, help_text="Since when a person says that this was read wrongly."),
        ),
        migrations.AddConstraint(
            "outcome",
            models.UniqueConstraint(
                name="one_outcome_per_message_and_person",
                fields=["inbound_id", "recipient"],
                condition=models.Q(inbound_id__isnull=False, corrected_at__isnull=True),
            ),
        ),
        migrations.AddField(
            "suppression",
            "outcome_id",
            models.BigIntegerField(null=True, help_text="What came back and asked for it."),
        ),
        migrations.AddField(
            "learnedaddress",
            "inbound_id",
            models.BigIntegerField(null=True, help_text="The answer that taught it."),
        ),
        migrations.CreateModel(
            name="Correspondent",
            fields=[
                ("id", an_id()),
                ("inbound_id", models.BigIntegerField(null=True)),
                ("learned_at", models.DateTimeField()),
                ("recipient", a_recipient()),
                ("workspace", a_workspace()),
                ("writer", a_recipient()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(name="one_correspondent_per_person", fields=["recipient", "writer"])
                ]
            },
        ),
        migrations.RunSQL(
            [COMPOSITE.format(column) for column in ("recipient_id", "writer_id")], migrations.RunSQL.noop
        ),
        migrations.CreateModel(
            name="Relabel",
            fields=[
                ("id", an_id()),
                ("inbound_id", models.BigIntegerField(db_index=True)),
                ("was", models.CharField(max_length=20)),
                ("now", models.CharField(max_length=20)),
                ("reason", models.CharField(max_length=1000)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("workspace", a_workspace()),
            ],
        ),
    ]
