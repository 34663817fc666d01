from django.db import migrations, models


class Migration(migrations.Migration):
    """An answer of the name servers that is given again lasts on in its row."""

    dependencies = [
        ("mailboxes", "0022_a_workday_is_weekly_hours"),
    ]

    operations = [
        migrations.AddField(
            model_name="healthcheck",
            name="since",
            field=models.DateTimeField(help_text="When it was first given, if it was given more than once.", null=True),
        ),
    ]
