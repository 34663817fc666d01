import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

COMPOSITE = (
    'ALTER TABLE "{0}" ADD CONSTRAINT "{0}_{1}_in_workspace" FOREIGN KEY (workspace_id, {1}) '
    'REFERENCES "{2}" (workspace_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY IMMEDIATE'
)
CHILDREN = (
    ("bounces_conversationmessage", "conversation_id", "bounces_conversation"),
    ("bounces_conversationmessage", "message_id", "mailboxes_inboundmessage"),
    ("bounces_warmupmarker", "mailbox_id", "mailboxes_mailbox"),
)
FROM_OUTCOMES = """
INSERT INTO bounces_conversationmessage (workspace_id, conversation_id, message_id, at)
SELECT c.workspace_id, c.id, m.id, m.received_at
FROM bounces_outcome o JOIN mailboxes_inboundmessage m ON m.id = o.inbound_id
JOIN bounces_conversation c ON c.mailbox_id = m.mailbox_id AND c.recipient_id = o.recipient_id
WHERE o.corrected_at IS NULL
"""
COUNTED = """
UPDATE bounces_conversation c SET received = f.number, last_inbound_at = f.newest, last_inbound_id = f.id
FROM (
  SELECT conversation_id, count(*) AS number, max(at) AS newest, (array_agg(message_id ORDER BY at DESC))[1] AS id
  FROM bounces_conversationmessage GROUP BY conversation_id) f
WHERE f.conversation_id = c.id
"""


class Migration(migrations.Migration):
    """Conversations have a state, their messages and what is read of them; mailboxes know markers of warm-up mail."""

    dependencies = [
        ("app", "0005_addresses_that_are_alike"),
        ("bounces", "0005_hosts_of_opt_out_links"),
        ("mailboxes", "0016_lists_of_what_came"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ConversationMessage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(help_text="When it arrived or left, world time.")),
            ],
        ),
        migrations.CreateModel(
            name="InboundText",
            fields=[
                (
                    "message",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="mailboxes.inboundmessage",
                    ),
                ),
                ("from_address", models.CharField(blank=True, max_length=320)),
                ("from_name", models.CharField(blank=True, max_length=200)),
                ("subject", models.TextField(blank=True)),
                ("text", models.TextField(blank=True)),
                ("cut", models.BooleanField(default=False, help_text="The message holds more than is kept here.")),
                (
                    "calendar",
                    models.JSONField(default=dict, help_text="Of an answer to an invitation: answer, summary, starts."),
                ),
            ],
        ),
        migrations.CreateModel(
            name="WarmupMarker",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.CharField(help_text="subject, body or header.", max_length=7)),
                ("text", models.CharField(max_length=200)),
                ("created_at", models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name="conversation",
            name="answered_at",
            field=models.DateTimeField(help_text="When one of us last wrote to them by hand.", null=True),
        ),
        migrations.AddField(
            model_name="conversation",
            name="asked_at",
            field=models.DateTimeField(help_text="When the person last wrote words that want an answer.", null=True),
        ),
        migrations.AddField(
            model_name="conversation",
            name="last_inbound_id",
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="conversation",
            name="received",
            field=models.PositiveIntegerField(db_default=0, default=0, help_text="Messages that came in."),
        ),
        migrations.AddField(
            model_name="conversation",
            name="snoozed_until",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="conversation",
            name="state",
            field=models.CharField(
                choices=[("open", "Open"), ("snoozed", "Snoozed"), ("done", "Done")],
                db_default="open",
                default="open",
                max_length=7,
            ),
        ),
        migrations.AddField(
            model_name="conversation",
            name="unread",
            field=models.PositiveIntegerField(db_default=0, default=0, help_text="Messages since somebody looked."),
        ),
        migrations.AlterField(
            model_name="conversation",
            name="mailbox",
            field=models.ForeignKey(
                db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, to="mailboxes.mailbox"
            ),
        ),
        migrations.AlterField(
            model_name="conversation",
            name="workspace",
            field=models.ForeignKey(
                db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, to="app.workspace"
            ),
        ),
        migrations.AddIndex(
            model_name="conversation",
            index=models.Index(fields=["workspace", "last_inbound_at", "id"], name="conversation_newest"),
        ),
        migrations.AddIndex(
            model_name="conversation",
            index=models.Index(
                condition=models.Q(("state", "done"), _negated=True),
                fields=["workspace", "last_inbound_at", "id"],
                name="conversation_open",
            ),
        ),
        migrations.AddIndex(
            model_name="conversation",
            index=models.Index(fields=["workspace", "owner", "last_inbound_at", "id"], name="conversation_of_owner"),
        ),
        migrations.AddIndex(
            model_name="conversation",
            index=models.Index(fields=["workspace", "last_kind", "last_inbound_at", "id"], name="conversation_of_kind"),
        ),
        migrations.AddConstraint(
            model_name="conversation",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["open", "snoozed", "done"])), name="conversation_state_is_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="conversation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("snoozed_until__isnull", False), ("state", "snoozed")),
                    models.Q(models.Q(("state", "snoozed"), _negated=True), ("snoozed_until__isnull", True)),
                    _connector="OR",
                ),
                name="snoozed_has_its_time",
            ),
        ),
        migrations.AddField(
            model_name="conversationmessage",
            name="conversation",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                to="bounces.conversation",
            ),
        ),
        migrations.AddField(
            model_name="conversationmessage",
            name="message",
            field=models.ForeignKey(
                db_constraint=False, on_delete=django.db.models.deletion.CASCADE, to="mailboxes.inboundmessage"
            ),
        ),
        migrations.AddField(
            model_name="conversationmessage",
            name="workspace",
            field=models.ForeignKey(
                db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, to="app.workspace"
            ),
        ),
        migrations.AddField(
            model_name="warmupmarker",
            name="by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="warmupmarker",
            name="mailbox",
            field=models.ForeignKey(
                db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, to="mailboxes.mailbox"
            ),
        ),
        migrations.AddField(
            model_name="warmupmarker",
            name="workspace",
            field=models.ForeignKey(
                db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, to="app.workspace"
            ),
        ),
        migrations.AddField(
            model_name="conversation",
            name="needs_answer",
            field=models.GeneratedField(
                db_persist=True,
                expression=models.Q(
                    ("asked_at__isnull", False),
                    models.Q(("answered_at__isnull", True), ("answered_at__lt", models.F("asked_at")), _connector="OR"),
                ),  # type: ignore[arg-type]
                output_field=models.BooleanField(),
            ),
        ),
        migrations.AddIndex(
            model_name="conversationmessage",
            index=models.Index(fields=["conversation", "at", "message"], name="messages_of_conversation"),
        ),
        migrations.AddConstraint(
            model_name="conversationmessage",
            constraint=models.UniqueConstraint(fields=("conversation", "message"), name="once_in_a_conversation"),
        ),
        migrations.AddConstraint(
            model_name="warmupmarker",
            constraint=models.UniqueConstraint(fields=("mailbox", "place", "text"), name="one_warmup_marker"),
        ),
        migrations.AddConstraint(
            model_name="warmupmarker",
            constraint=models.CheckConstraint(
                condition=models.Q(("place__in", ["subject", "body", "header"])), name="marker_place_is_known"
            ),
        ),
        *(migrations.RunSQL(COMPOSITE.format(*child), migrations.RunSQL.noop) for child in CHILDREN),
        migrations.RunSQL(FROM_OUTCOMES, migrations.RunSQL.noop),
        migrations.RunSQL(COUNTED, migrations.RunSQL.noop),
    ]
