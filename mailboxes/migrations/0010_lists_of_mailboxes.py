"""Lists of mailboxes that are tried before they are stored; their secrets are sealed and gone within the hour."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("app", "0003_broker_tables"),
        ("mailboxes", "0009_breakers_of_providers"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="MailboxList",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "notes",
                    models.JSONField(
                        default=dict, help_text="What of the file is not taken over: note -> names of columns."
                    ),
                ),
                ("created_at", models.DateTimeField()),
                (
                    "expires_at",
                    models.DateTimeField(db_index=True, help_text="True time; then it is deleted, secrets and all."),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("workspace", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="app.workspace")),
            ],
        ),
        migrations.CreateModel(
            name="ListedMailbox",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("line", models.PositiveIntegerField()),
                ("address", models.CharField(blank=True, max_length=320)),
                ("refused", models.CharField(blank=True, help_text="Why it was not tried.", max_length=40)),
                ("detail", models.CharField(blank=True, max_length=300)),
                ("sealed", models.TextField(blank=True)),
                ("findings", models.JSONField(default=list)),
                ("tested_at", models.DateTimeField(null=True)),
                ("works", models.BooleanField(default=False)),
                (
                    "mailbox",
                    models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to="mailboxes.mailbox"),
                ),
                (
                    "mailbox_list",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="mailboxes.mailboxlist"),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("mailbox_list", "line"), name="one_row_per_line")],
            },
        ),
    ]
