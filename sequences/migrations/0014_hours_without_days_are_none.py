from django.db import migrations, models

SOUND = (
    '@.opens like_regex "^[0-2][0-9]:[0-5][0-9]$" && @.closes like_regex "^[0-2][0-9]:[0-5][0-9]$"'
    " && @.opens != @.closes && exists(@.days)"
)
WEEKLY_HOURS = (
    f'strict $ ? (@.type() == "array" && @.size() > 0 && !exists(@[*] ? (!({SOUND}) || ({SOUND}) is unknown)))'
)


class Migration(migrations.Migration):
    """Hours without days are no hours: what is missing in an entry is refused, too."""

    dependencies = [
        ("sequences", "0013_what_cannot_leave_lies_apart"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="campaign", name="window_is_weekly_hours"),
        migrations.AddConstraint(
            model_name="campaign",
            constraint=models.CheckConstraint(
                condition=models.Func(
                    models.F("window"),
                    models.Value(WEEKLY_HOURS),
                    function="jsonb_path_exists",
                    output_field=models.BooleanField(),
                ),
                name="window_is_weekly_hours",
            ),
        ),
    ]
