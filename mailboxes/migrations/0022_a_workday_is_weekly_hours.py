from django.db import migrations, models

SOUND = (
    '@.opens like_regex "^[0-2][0-9]:[0-5][0-9]$" && @.closes like_regex "^[0-2][0-9]:[0-5][0-9]$"'
    " && @.opens != @.closes && exists(@.days)"
)
WEEKLY_HOURS = (
    f'strict $ ? (@.type() == "array" && @.size() > 0 && !exists(@[*] ? (!({SOUND}) || ({SOUND}) is unknown)))'
)


class Migration(migrations.Migration):
    """A mailbox's own hours are weekly hours like a campaign's, or there are none."""

    dependencies = [
        ("mailboxes", "0021_health_and_its_probes"),
    ]

    operations = [
        migrations.AddConstraint(
            model_name="mailbox",
            constraint=models.CheckConstraint(
                condition=models.Func(
                    models.F("workday"),
                    models.Value(WEEKLY_HOURS),
                    function="jsonb_path_exists",
                    output_field=models.BooleanField(),
                ),
                name="workday_is_weekly_hours",
            ),
        ),
    ]
