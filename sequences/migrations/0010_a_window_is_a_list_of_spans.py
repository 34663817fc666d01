from django.db import migrations, models

CARRIED_OVER = """
UPDATE sequences_campaign SET "window" = jsonb_build_array(jsonb_build_object(
  'days', window_days, 'opens', to_char(window_opens, 'HH24:MI'), 'closes', to_char(window_closes, 'HH24:MI')))
"""

SOUND = (
    'strict $ ? (@.type() == "array" && @.size() > 0 && !exists(@[*] ? (!(@.opens like_regex "^[0-2][0-9]:[0-5][0-9]$")'
    ' || !(@.closes like_regex "^[0-2][0-9]:[0-5][0-9]$") || @.opens == @.closes || !exists(@.days))))'
)


class Migration(migrations.Migration):
    """A campaign's window is a list of spans; the one span that it had is the first."""

    dependencies = [
        ("sequences", "0009_first_people_of_a_campaign"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="campaign", name="window_is_not_empty"),
        migrations.AddField(
            model_name="campaign",
            name="window",
            field=models.JSONField(
                default=list, help_text="Weekly hours: days (ISO numbers, or the word working), opens, closes."
            ),
            preserve_default=False,
        ),
        migrations.RunSQL(CARRIED_OVER, migrations.RunSQL.noop),
        migrations.RemoveField(model_name="campaign", name="window_days"),
        migrations.RemoveField(model_name="campaign", name="window_opens"),
        migrations.RemoveField(model_name="campaign", name="window_closes"),
        migrations.AddConstraint(
            model_name="campaign",
            constraint=models.CheckConstraint(
                condition=models.Func(
                    models.F("window"),
                    models.Value(SOUND),
                    function="jsonb_path_exists",
                    output_field=models.BooleanField(),
                ),
                name="window_is_weekly_hours",
            ),
        ),
    ]
