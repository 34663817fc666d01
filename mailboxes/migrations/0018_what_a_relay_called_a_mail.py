from django.db import migrations, models


class Migration(migrations.Migration):
    """A mailbox knows with which domain its relay makes Message-IDs; a mail is found by what the relay called it."""

    dependencies = [("mailboxes", "0017_links_of_a_mailbox")]

    operations = [
        migrations.AddField(
            model_name="mailbox",
            name="relay_domain",
            field=models.CharField(
                blank=True,
                db_default="",
                help_text="With which its relay makes Message-IDs of its own.",
                max_length=253,
            ),
        ),
        migrations.AlterField(
            model_name="delivery",
            name="provider_id",
            field=models.CharField(blank=True, help_text="What the next server called it.", max_length=255),
        ),
        migrations.RemoveIndex(model_name="delivery", name="delivery_nameless"),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(
                    ("real_message_id", ""),
                    models.Q(("provider_id", ""), _negated=True),
                    models.Q(("provider_thread_id", ""), _negated=True),
                ),
                fields=["id"],
                name="delivery_nameless",
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("provider_thread_id", ""), models.Q(("provider_id", ""), _negated=True)),
                fields=["mailbox", "provider_id"],
                name="delivery_relay_id",
            ),
        ),
    ]
