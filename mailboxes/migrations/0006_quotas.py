from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("mailboxes", "0005_secrets_of_google_mailboxes"),
    ]

    operations = [
        migrations.CreateModel(
            name="Quota",
            fields=[
                ("key", models.CharField(max_length=120, primary_key=True, serialize=False)),
                ("full_at", models.DateTimeField(help_text="When all units are there again, if nobody takes any.")),
                (
                    "closed_until",
                    models.DateTimeField(help_text="The provider said that today's share is spent.", null=True),
                ),
                (
                    "refusals",
                    models.PositiveSmallIntegerField(default=0, help_text="Probes in a row that were refused."),
                ),
            ],
        ),
    ]
