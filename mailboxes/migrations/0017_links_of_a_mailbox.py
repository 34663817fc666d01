from django.db import migrations, models


class Migration(migrations.Migration):
    """A mailbox knows what its opt-out links begin with and until when that is good: the permit reads it there."""

    dependencies = [("mailboxes", "0016_lists_of_what_came")]

    operations = [
        migrations.AddField(
            model_name="mailbox",
            name="link_base",
            field=models.CharField(
                blank=True,
                db_default="",
                help_text="What its opt-out links begin with; empty: no links.",
                max_length=300,
            ),
        ),
        migrations.AddField(
            model_name="mailbox",
            name="link_good_until",
            field=models.DateTimeField(
                help_text="True time; from then on none of its campaign mail leaves.", null=True
            ),
        ),
    ]
