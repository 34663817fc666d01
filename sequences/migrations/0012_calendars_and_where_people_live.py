import django.db.models.deletion
import pytz
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

GIVEN = "UPDATE sequences_contact SET zone_origin = 'given' WHERE time_zone <> ''"

AS_A_CALENDAR = """
UPDATE sequences_campaign SET days_off = jsonb_build_object(
  'country', holidays, 'subdivision', '', 'added', '[]'::jsonb, 'removed', '[]'::jsonb) WHERE holidays <> ''
"""

IN_ITS_WORKSPACE = (
    'ALTER TABLE "sequences_campaign" ADD CONSTRAINT "sequences_campaign_calendar_id_in_workspace" '
    'FOREIGN KEY (workspace_id, calendar_id) REFERENCES "sequences_holidaycalendar" (workspace_id, id) '
    "DEFERRABLE INITIALLY IMMEDIATE"
)


def derive(apps: StateApps, _: BaseDatabaseSchemaEditor) -> None:
    """Whose country is known gets its code, and its zone where it has one; the others are read when next edited."""
    contact = apps.get_model("sequences", "Contact").objects
    codes = {name.lower(): code for code, name in pytz.country_names.items()}
    codes |= {code.lower(): code for code in pytz.country_names}
    for country in list(contact.exclude(country="").values_list("country", flat=True).distinct()):
        code = codes.get(country.strip().lower(), "")
        zones = pytz.country_timezones.get(code, ())
        theirs = contact.filter(country=country)
        if code:
            theirs.update(country_code=code)
        if len(zones) == 1:
            theirs.filter(time_zone="").update(time_zone=zones[0], zone_origin="derived")


class Migration(migrations.Migration):
    """Named holiday calendars, where a person's zone comes from, and delays in hours."""

    dependencies = [
        ("app", "0005_addresses_that_are_alike"),
        ("sequences", "0011_who_ended_today_and_who_is_held"),
    ]

    operations = [
        migrations.CreateModel(
            name="HolidayCalendar",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=100)),
                (
                    "country",
                    models.CharField(blank=True, help_text="ISO 3166; empty: only the added dates.", max_length=2),
                ),
                (
                    "subdivision",
                    models.CharField(
                        blank=True, help_text="A part of the country with its own holidays.", max_length=10
                    ),
                ),
                ("added", models.JSONField(default=list, help_text="ISO dates.")),
                ("removed", models.JSONField(default=list, help_text="ISO dates.")),
                ("for_country", models.BooleanField(default=False, help_text="Kept for people of its country.")),
                ("created_at", models.DateTimeField()),
                (
                    "workspace",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="app.workspace"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("workspace", "name"), name="one_calendar_per_name"),
                    models.UniqueConstraint(
                        condition=models.Q(("for_country", True)),
                        fields=("workspace", "country"),
                        name="one_calendar_per_country",
                    ),
                    models.UniqueConstraint(fields=("workspace", "id"), name="calendar_in_its_workspace"),
                ]
            },
        ),
        migrations.AddField(
            model_name="campaign",
            name="days_off",
            field=models.JSONField(
                default=dict,
                help_text="The days it keeps, copied from calendars whenever one changes; a permit reads no other.",
            ),
        ),
        migrations.AddField(
            model_name="campaign",
            name="hours_before",
            field=models.JSONField(
                help_text="Its hours before they changed, until every waiting step has moved.", null=True
            ),
        ),
        migrations.RunSQL(AS_A_CALENDAR, migrations.RunSQL.noop),
        migrations.RemoveField(model_name="campaign", name="holidays"),
        migrations.AddField(
            model_name="campaign",
            name="calendar",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                to="sequences.holidaycalendar",
            ),
        ),
        migrations.RunSQL(IN_ITS_WORKSPACE, migrations.RunSQL.noop),
        migrations.AddField(
            model_name="contact",
            name="country_code",
            field=models.CharField(
                blank=True,
                db_default="",
                help_text="ISO 3166, of the country as it was written or of a given zone.",
                max_length=2,
            ),
        ),
        migrations.AddField(
            model_name="contact",
            name="zone_origin",
            field=models.CharField(
                choices=[("given", "given"), ("derived", "derived"), ("default", "default")],
                db_default="default",
                default="default",
                max_length=7,
            ),
        ),
        migrations.AlterField(
            model_name="contact",
            name="time_zone",
            field=models.CharField(blank=True, help_text="Empty: the campaign's.", max_length=64),
        ),
        migrations.RunSQL(GIVEN, migrations.RunSQL.noop),
        migrations.RunPython(derive, migrations.RunPython.noop),
        migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE", migrations.RunSQL.noop),
        migrations.AddConstraint(
            model_name="contact",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("time_zone", ""), ("zone_origin", "default")),
                    models.Q(models.Q(("time_zone", ""), _negated=True), ("zone_origin__in", ["given", "derived"])),
                    _connector="OR",
                ),
                name="a_zone_has_its_origin",
            ),
        ),
        migrations.AlterField(
            model_name="step",
            name="delay_unit",
            field=models.CharField(
                choices=[("hours", "Hours"), ("days", "Days"), ("business_days", "Business Days")],
                default="business_days",
                max_length=15,
            ),
        ),
    ]
