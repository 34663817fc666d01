"""A workspace says what a person's answer does to the others at the same company."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Held for some days where nobody chose."""

    dependencies = [("app", "0003_broker_tables")]
    operations = [
        migrations.AddField(
            "workspace",
            "company_rule",
            models.CharField(
                choices=[("nothing", "Nothing"), ("hold", "Hold"), ("stop", "Stop")],
                db_default="hold",
                default="hold",
                max_length=7,
            ),
        ),
    ]
