from django.db import migrations, models


class Migration(migrations.Migration):
    """A campaign may offer both: words to answer with, and a link."""

    dependencies = [("sequences", "0006_companies_and_what_to_look_at")]

    operations = [
        migrations.AlterField(
            model_name="campaign",
            name="unsubscribe_mode",
            field=models.CharField(
                choices=[("link", "Link"), ("words", "Words"), ("both", "Both")], default="link", max_length=5
            ),
        ),
    ]
