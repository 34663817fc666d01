from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

COMPOSITE = (
    'ALTER TABLE "{0}" ADD CONSTRAINT "{0}_{1}_in_workspace" FOREIGN KEY (workspace_id, {1}) '
    'REFERENCES "{2}" (workspace_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY IMMEDIATE'
)
WALLS = (
    ("sequences_answer", "conversation_id", "bounces_conversation"),
    ("sequences_answer", "delivery_id", "mailboxes_delivery"),
    ("sequences_note", "conversation_id", "bounces_conversation"),
)


def _id() -> tuple[str, Any]:
    return "id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def _of(to: str, **more: Any) -> Any:
    return models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, to=to, **more)


def _by() -> tuple[str, Any]:
    by = models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)
    return "by", by


class Migration(migrations.Migration):
    """Conversations have answers on their way and notes; a workspace has texts for them, a person keys."""

    dependencies = [
        ("app", "0007_webhooks"),
        ("bounces", "0008_wishes_to_be_erased"),
        ("mailboxes", "0025_a_signature"),
        ("sequences", "0017_campaigns_are_edited"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Answer",
            fields=[
                _id(),
                ("seen", models.PositiveIntegerField(help_text="Messages that had come in when it was written.")),
                ("send_at", models.DateTimeField(help_text="True time; before it nobody sends it.")),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                (
                    "waits_for",
                    models.CharField(blank=True, help_text="Why the last try did not send it.", max_length=60),
                ),
                (
                    "after",
                    models.CharField(
                        choices=[("stay", "Stay"), ("done", "Done"), ("remind", "Remind")],
                        default="stay",
                        max_length=6,
                    ),
                ),
                ("remind_days", models.PositiveSmallIntegerField(default=0)),
                ("closed_at", models.DateTimeField(null=True)),
                _by(),
                ("conversation", _of("bounces.conversation")),
                (
                    "delivery",
                    models.OneToOneField(
                        db_constraint=False, on_delete=django.db.models.deletion.CASCADE, to="mailboxes.delivery"
                    ),
                ),
                ("workspace", _of("app.workspace", db_index=False)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("closed_at__isnull", True)), fields=["send_at"], name="answer_open"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="AnswerFile",
            fields=[
                _id(),
                ("name", models.CharField(max_length=200)),
                ("content_type", models.CharField(max_length=100)),
                ("body", models.BinaryField()),
                (
                    "answer",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="sequences.answer"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                _id(),
                ("text", models.TextField()),
                ("at", models.DateTimeField(help_text="World time.")),
                _by(),
                ("conversation", _of("bounces.conversation")),
                ("workspace", _of("app.workspace", db_index=False)),
            ],
        ),
        migrations.CreateModel(
            name="Snippet",
            fields=[
                _id(),
                ("name", models.CharField(max_length=80)),
                ("text", models.TextField()),
                ("at", models.DateTimeField()),
                _by(),
                (
                    "workspace",
                    models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to="app.workspace"),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("workspace", "name"), name="one_snippet_per_name")],
            },
        ),
        migrations.CreateModel(
            name="KeyChoice",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("keys", models.JSONField(default=dict)),
            ],
        ),
        *(
            migrations.RunSQL(
                COMPOSITE.format(table, column, parent),
                f'ALTER TABLE "{table}" DROP CONSTRAINT "{table}_{column}_in_workspace"',
            )
            for table, column, parent in WALLS
        ),
    ]
