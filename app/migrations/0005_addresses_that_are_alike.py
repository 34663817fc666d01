from django.db import migrations, models


class Migration(migrations.Migration):
    """A workspace may say that its do-not-contact entries cover every spelling of an address."""

    dependencies = [("app", "0004_what_an_answer_does_to_a_company")]

    operations = [
        migrations.AddField(
            model_name="workspace",
            name="alike_addresses",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Do-not-contact entries cover every spelling: ada+news@, and dots at Gmail.",
            ),
        ),
    ]
