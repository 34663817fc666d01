"""How many messages came on which day: what their outcomes must add up to."""

import django.db.models.deletion
from django.db import migrations, models

COUNT = """
INSERT INTO mailboxes_inboundday (mailbox_id, day, received)
SELECT mailbox_id, (received_at AT TIME ZONE 'UTC')::date, count(*) FROM mailboxes_inboundmessage GROUP BY 1, 2
"""


class Migration(migrations.Migration):
    """A table, and the counts of what is there."""

    dependencies = [("mailboxes", "0014_spellings_of_an_address")]

    operations = [
        migrations.CreateModel(
            name="InboundDay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField(help_text="Of the server's time of arrival, in UTC.")),
                ("received", models.PositiveIntegerField()),
                (
                    "mailbox",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, to="mailboxes.mailbox"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("mailbox", "day"), name="one_count_per_mailbox_and_day")
                ],
            },
        ),
        migrations.RunSQL(COUNT, migrations.RunSQL.noop),
    ]
