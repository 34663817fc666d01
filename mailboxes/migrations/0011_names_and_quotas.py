from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("mailboxes", "0010_lists_of_mailboxes"),
    ]

    operations = [
        migrations.RemoveField(model_name="quota", name="closed_until"),
        migrations.RemoveField(model_name="quota", name="refusals"),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("real_message_id", ""), models.Q(("provider_id", ""), _negated=True)),
                fields=["id"],
                name="delivery_nameless",
            ),
        ),
    ]
