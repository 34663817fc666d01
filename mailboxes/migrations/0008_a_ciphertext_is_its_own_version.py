from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("mailboxes", "0007_headers_first"),
    ]

    operations = [
        migrations.RemoveField(model_name="credential", name="version"),
        migrations.RemoveField(model_name="serviceaccount", name="version"),
    ]
