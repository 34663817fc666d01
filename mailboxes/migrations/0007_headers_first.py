"""Feeds read headers first: why a body was read, and how a message is found again for some days."""

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Columns of inbound messages, their traces, and the subjects we wrote."""

    dependencies = [
        ("app", "0003_broker_tables"),
        ("mailboxes", "0006_quotas"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="InboundTrace",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64)),
                ("until", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.AddField(
            model_name="inboundmessage",
            name="body_due",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="It was passed over, concerns us after all, and is to be fetched.",
            ),
        ),
        migrations.AddField(
            model_name="inboundmessage",
            name="claimed_by",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="inboundmessage",
            name="concern",
            field=models.CharField(
                blank=True, db_default="", help_text="Why its body was read; empty: it was not.", max_length=20
            ),
        ),
        migrations.AddIndex(
            model_name="deliverybody",
            index=models.Index(django.db.models.functions.text.MD5("subject"), name="body_of_subject"),
        ),
        migrations.AddIndex(
            model_name="inboundmessage",
            index=models.Index(condition=models.Q(("body_due", True)), fields=["mailbox"], name="inbound_body_due"),
        ),
        migrations.AddField(
            model_name="inboundtrace",
            name="message",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="mailboxes.inboundmessage"),
        ),
        migrations.AddField(
            model_name="inboundtrace",
            name="workspace",
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to="app.workspace"),
        ),
        migrations.AddIndex(
            model_name="inboundtrace",
            index=models.Index(fields=["workspace", "key"], name="trace_of_key"),
        ),
    ]
