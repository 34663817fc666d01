"""What servers said when they refused, kept where erasure reaches it, and how often in a row a mailbox was not reached."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("mailboxes", "0003_the_composite_keys_say_it"),
    ]

    operations = [
        migrations.AddField(
            model_name="deliverybody",
            name="answers",
            field=models.JSONField(
                db_default={},
                default=dict,
                help_text="Permit -> the server's refusal, in words that may quote an address.",
            ),
        ),
        migrations.AddField(
            model_name="mailbox",
            name="failed_after",
            field=models.BigIntegerField(db_default=0, default=0, help_text="Budget.granted at the last failure."),
        ),
        migrations.AddField(
            model_name="mailbox",
            name="failures",
            field=models.PositiveSmallIntegerField(
                db_default=0,
                default=0,
                help_text="Times in a row it could not be reached since the permit `failed_after`.",
            ),
        ),
        migrations.AddField(
            model_name="mailbox",
            name="said",
            field=models.CharField(blank=True, db_default="", help_text="Its server's last refusal.", max_length=600),
        ),
    ]
