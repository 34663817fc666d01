from django.db import migrations, models


class Migration(migrations.Migration):
    """A mailbox has a signature for what people write from it by hand."""

    dependencies = [("mailboxes", "0024_when_a_day_closes")]

    operations = [
        migrations.AddField(
            model_name="mailbox",
            name="signature",
            field=models.TextField(
                blank=True,
                db_default="",
                default="",
                help_text="Below what people write from it by hand.",
                max_length=2000,
            ),
        )
    ]
