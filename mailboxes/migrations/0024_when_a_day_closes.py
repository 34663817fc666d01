from django.db import migrations, models


class Migration(migrations.Migration):
    """A budget keeps when its day closes, so that a change of the mailbox time zone opens no second room."""

    dependencies = [
        ("mailboxes", "0023_an_answer_lasts"),
    ]

    operations = [
        migrations.AddField(
            model_name="budget",
            name="closes_at",
            field=models.DateTimeField(
                help_text="When the day is over, by the zone it was charged in; no other day opens before.", null=True
            ),
        ),
        migrations.RunSQL(
            # a day that is charged already: with the zone it has now; a name nobody knows is counted as UTC
            """
            UPDATE mailboxes_budget b
            SET closes_at = (b.day + 1)::timestamp AT TIME ZONE coalesce(z.name, $$UTC$$)
            FROM mailboxes_mailbox m LEFT JOIN pg_timezone_names z ON z.name = m.time_zone
            WHERE m.id = b.mailbox_id AND b.day IS NOT NULL
            """,
            migrations.RunSQL.noop,
        ),
    ]
