import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("app", "0008_counts_of_days"),
        ("sequences", "0020_tasks_time_out"),
    ]

    operations = [
        migrations.CreateModel(
            name="NoticeWish",
            fields=[
                (
                    "member",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to="app.member"
                    ),
                ),
                (
                    "kinds",
                    models.JSONField(
                        default=dict, help_text="Kind -> now, digest or off; what is not here is as usual."
                    ),
                ),
                ("email", models.BooleanField(db_default=True, default=True)),
                ("slack", models.TextField(blank=True, help_text="The webhook's address, sealed for this row.")),
                ("teams", models.TextField(blank=True, help_text="The same.")),
                ("names", models.BooleanField(db_default=False, default=False, help_text="People's names go along.")),
                ("zone", models.CharField(blank=True, help_text="Empty: the workspace's.", max_length=64)),
                ("quiet_from", models.TimeField(null=True)),
                ("quiet_until", models.TimeField(null=True)),
                ("digest_at", models.TimeField(default="08:00")),
                ("said", models.JSONField(default=dict, help_text="Channel -> how its last call ended.")),
            ],
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("channel", models.CharField(max_length=8)),
                ("event_id", models.BigIntegerField()),
                ("kind", models.CharField(max_length=20)),
                ("subject_id", models.BigIntegerField()),
                ("recipient_id", models.BigIntegerField(null=True)),
                (
                    "state",
                    models.CharField(default="waiting", help_text="waiting, done, refused or given_up.", max_length=8),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("next_at", models.DateTimeField(help_text="True time.")),
                ("done_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField()),
                (
                    "member",
                    models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to="app.member"),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("state", "waiting")), fields=["next_at"], name="notice_due_first"),
                    models.Index(fields=["created_at"], name="notice_old_first"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("member", "channel", "event_id"), name="one_notice_per_event"),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["waiting", "done", "refused", "given_up"])),
                        name="notice_state_is_known",
                    ),
                ],
            },
        ),
    ]
