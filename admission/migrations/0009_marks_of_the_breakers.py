from django.db import migrations, models


class Migration(migrations.Migration):
    """From where breakers and the graded policy count."""

    dependencies = [("admission", "0008_standing_and_protection")]

    operations = [
        migrations.AddField(
            model_name="standing",
            name="hard_from",
            field=models.BigIntegerField(
                db_default=0, default=0, help_text="Permits up to this number count no more: a person resumed it."
            ),
        ),
        migrations.AddField(
            model_name="standing",
            name="hard_mark",
            field=models.BigIntegerField(
                null=True, help_text="The newest permit when the breakers slowed it; what lifts that came after."
            ),
        ),
        migrations.AddField(
            model_name="standing",
            name="protection_clean_since",
            field=models.DateTimeField(null=True, help_text="When its stage began, or was last found not clean."),
        ),
        migrations.AddField(
            model_name="standing",
            name="protection_from",
            field=models.DateTimeField(null=True, help_text="Mails before it are not judged: it has improved since."),
        ),
    ]
