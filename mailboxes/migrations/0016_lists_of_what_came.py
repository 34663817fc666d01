from django.db import migrations, models


class Migration(migrations.Migration):
    """What came from a person, what found nobody, and warm-up mail that left: each is found by an index."""

    dependencies = [
        ("app", "0005_addresses_that_are_alike"),
        ("mailboxes", "0015_messages_of_a_day"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="inboundmessage",
            index=models.Index(
                condition=models.Q(("recipient_id__isnull", False)),
                fields=["recipient_id"],
                name="inbound_of_recipient",
            ),
        ),
        migrations.AddIndex(
            model_name="inboundmessage",
            index=models.Index(
                condition=models.Q(("disposition", "unmatched")),
                fields=["workspace", "received_at", "id"],
                name="inbound_unmatched",
            ),
        ),
        migrations.AddIndex(
            model_name="inboundmessage",
            index=models.Index(
                condition=models.Q(("kind", "warm_up"), ("own", True)),
                fields=["mailbox", "received_at"],
                name="inbound_warm_up_sent",
            ),
        ),
    ]
