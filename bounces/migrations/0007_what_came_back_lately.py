from django.db import migrations, models


class Migration(migrations.Migration):
    """What came back against senders in the last days is read by its time."""

    dependencies = [("bounces", "0006_conversations_and_their_messages")]

    operations = [
        migrations.AddIndex(
            model_name="outcome",
            index=models.Index(
                fields=["workspace", "world_at"],
                condition=models.Q(("kind__in", ["bounced", "failed", "complained"])),
                name="outcome_against_senders",
            ),
        ),
    ]
