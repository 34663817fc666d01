from django.db import migrations, models


class Migration(migrations.Migration):
    """After its first people a campaign rests; campaigns that run already are past that."""

    dependencies = [
        ("sequences", "0008_one_open_touch_again"),
    ]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="canary",
            field=models.CharField(
                db_default="clear", default="first", help_text="first, resting, held or clear.", max_length=8
            ),
        ),
        migrations.AddField(
            model_name="campaign",
            name="canary_size",
            field=models.PositiveSmallIntegerField(
                db_default=20, default=20, help_text="The first people, after whom it rests and looks; 0: none."
            ),
        ),
        migrations.AddField(
            model_name="campaign",
            name="canary_until",
            field=models.DateTimeField(help_text="World time until which it rests.", null=True),
        ),
    ]
