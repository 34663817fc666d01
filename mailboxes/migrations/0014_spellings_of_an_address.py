from django.db import migrations, models


class Migration(migrations.Migration):
    """An address that is only another spelling knows which one it is a spelling of."""

    dependencies = [
        ("app", "0005_addresses_that_are_alike"),
        ("mailboxes", "0013_keys_that_sign_mail"),
    ]

    operations = [
        migrations.AddField(
            model_name="recipient",
            name="alike",
            field=models.CharField(max_length=64, null=True),
        ),
        migrations.AddIndex(
            model_name="recipient",
            index=models.Index(
                condition=models.Q(("alike__isnull", False)), fields=["workspace", "alike"], name="spelling_of"
            ),
        ),
    ]
