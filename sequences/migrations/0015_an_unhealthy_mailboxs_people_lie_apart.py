from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.functions import Coalesce

STRANDED = [
    "campaign_ended",
    "health_fail",
    "health_unknown",
    "mailbox_gone",
    "mailbox_not_connected",
    "no_mailbox",
    "provider_down",
    "provider_limit",
]


class Migration(migrations.Migration):
    """A mailbox that is not healthy sends nothing: its people are shown why, and not read at every run."""

    dependencies = [
        ("sequences", "0014_hours_without_days_are_none"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="touch", name="touch_due"),
        migrations.RemoveIndex(model_name="touch", name="touch_stranded"),
        migrations.AddIndex(
            model_name="touch",
            index=models.Index(
                fields=["campaign_id", "mailbox", "eligible_at"],
                include=["due_at"],
                name="touch_due",
                condition=Q(state="scheduled", kind="email") & ~Q(hold_reason__in=STRANDED),
            ),
        ),
        migrations.AddIndex(
            model_name="touch",
            index=models.Index(
                F("campaign_id"),
                Coalesce(F("mailbox_id"), 0),
                F("hold_reason"),
                name="touch_stranded",
                condition=Q(state="scheduled", kind="email", hold_reason__in=STRANDED),
            ),
        ),
    ]
