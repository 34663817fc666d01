from django.db import migrations, models


class Migration(migrations.Migration):
    """Whom we know among the receivers of a mail that we did not send, and whether a program wrote it."""

    dependencies = [
        ("mailboxes", "0019_room_of_a_mailbox"),
    ]

    operations = [
        migrations.AddField(
            model_name="handmail",
            name="by_tool",
            field=models.BooleanField(
                db_default=False, default=False, help_text="Its head says that a program wrote it."
            ),
        ),
        migrations.AddField(
            model_name="handmail",
            name="people",
            field=models.JSONField(
                db_default=[],
                default=list,
                help_text="Recipient ids of whom we know among its receivers, where no answer of a person explains it.",
            ),
        ),
    ]
