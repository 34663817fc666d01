import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("app", "0006_invitations_and_keys"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("url", models.CharField(max_length=500)),
                ("kinds", models.JSONField(help_text="What it is told of; empty: everything.")),
                ("sealed", models.TextField(help_text="Its secret, sealed for this row.")),
                ("created_at", models.DateTimeField(help_text="What happened before is not told.")),
                (
                    "failing_since",
                    models.DateTimeField(help_text="When the first of the calls in a row failed.", null=True),
                ),
                (
                    "said",
                    models.CharField(
                        blank=True, help_text="How the last call ended: a status or our own words.", max_length=80
                    ),
                ),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "ended_because",
                    models.CharField(blank=True, help_text="gone (it answered 410) or person.", max_length=10),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("workspace", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="app.workspace")),
            ],
        ),
        migrations.CreateModel(
            name="WebhookPost",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("event_id", models.BigIntegerField()),
                ("recipient_id", models.BigIntegerField(help_text="Whom the body speaks of.", null=True)),
                ("kind", models.CharField(max_length=40)),
                ("body", models.TextField(help_text="JSON; emptied when the person is erased.")),
                (
                    "state",
                    models.CharField(default="waiting", help_text="waiting, done, refused or given_up.", max_length=8),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("next_at", models.DateTimeField()),
                ("said", models.CharField(blank=True, max_length=80)),
                ("created_at", models.DateTimeField()),
                (
                    "webhook",
                    models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to="app.webhook"),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("state", "waiting")), fields=["next_at"], name="post_due_first"),
                    models.Index(
                        condition=models.Q(("recipient_id__isnull", False), models.Q(("body", ""), _negated=True)),
                        fields=["recipient_id"],
                        name="post_of_recipient",
                    ),
                    models.Index(fields=["created_at"], name="post_old_first"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("webhook", "event_id"), name="one_post_per_event"),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["waiting", "done", "refused", "given_up"])),
                        name="post_state_is_known",
                    ),
                ],
            },
        ),
    ]
