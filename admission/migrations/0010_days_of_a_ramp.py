import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Days that a ramp judged, and what a Sent folder says of the time before."""

    dependencies = [
        ("admission", "0009_marks_of_the_breakers"),
        ("mailboxes", "0020_whom_mail_by_hand_went_to"),
    ]

    operations = [
        migrations.CreateModel(
            name="SentPast",
            fields=[
                (
                    "mailbox",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="mailboxes.mailbox",
                    ),
                ),
                (
                    "next_try_at",
                    models.DateTimeField(help_text="Empty: it was read, or nobody tries any more.", null=True),
                ),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("error", models.CharField(blank=True, max_length=60)),
                ("read_at", models.DateTimeField(null=True)),
                ("mails", models.PositiveIntegerField(default=0, help_text="How many lay there.")),
                (
                    "looked_at",
                    models.PositiveIntegerField(default=0, help_text="How many heads were read; fewer are a sample."),
                ),
                (
                    "low",
                    models.PositiveIntegerField(help_text="A quarter of the active days had fewer mails.", null=True),
                ),
                (
                    "high",
                    models.PositiveIntegerField(help_text="A quarter of the active days had more mails.", null=True),
                ),
                (
                    "start",
                    models.PositiveIntegerField(help_text="Where the ramp starts by it; empty: no credit.", null=True),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RampDay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                ("healthy", models.BooleanField(help_text="At some time of the day a fresh measurement said so.")),
                (
                    "sent",
                    models.PositiveIntegerField(
                        help_text="Automated mails accepted; empty: the day is not over.", null=True
                    ),
                ),
                ("limit", models.PositiveIntegerField(null=True)),
                ("earned", models.PositiveIntegerField(help_text="The limit that stands earned after it.", null=True)),
                ("why", models.CharField(blank=True, help_text="Why it did not count.", max_length=12)),
                (
                    "upto",
                    models.BigIntegerField(
                        default=0, help_text="The newest of its permits, and all before it, are judged."
                    ),
                ),
                (
                    "mailbox",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, to="mailboxes.mailbox"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("mailbox", "day"), name="one_ramp_day_per_mailbox"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("earned__isnull", True), ("limit__isnull", True), ("sent__isnull", True)),
                            models.Q(("earned__isnull", False), ("limit__isnull", False), ("sent__isnull", False)),
                            _connector="OR",
                        ),
                        name="judged_day_has_its_numbers",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SentDay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                ("counted", models.PositiveIntegerField()),
                ("left_out", models.PositiveIntegerField()),
                (
                    "mailbox",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, to="mailboxes.mailbox"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("mailbox", "day"), name="one_sent_day_per_mailbox")],
            },
        ),
    ]
