"""Campaigns with their calendars, steps and texts."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from app.models import Workspace, weekly_hours
from mailboxes.models import Mailbox
from sequences.core.states import CampaignState


class HolidayCalendar(models.Model):
    """Days on which nobody is written to: a country's, or those of a part of it, less some, and others besides.

    A campaign names one, or goes by each person's country; then `for_country` ones stand for theirs.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    name = models.CharField(max_length=100)
    country = models.CharField(max_length=2, blank=True, help_text="ISO 3166; empty: only the added dates.")
    subdivision = models.CharField(max_length=10, blank=True, help_text="A part of the country with its own holidays.")
    added = models.JSONField(default=list, help_text="ISO dates.")
    removed = models.JSONField(default=list, help_text="ISO dates.")
    for_country = models.BooleanField(default=False, help_text="Kept for people of its country.")
    created_at = models.DateTimeField()

    class Meta:
        """A name means one calendar, and a country has one."""

        constraints = [
            models.UniqueConstraint(name="one_calendar_per_name", fields=["workspace", "name"]),
            models.UniqueConstraint(
                name="one_calendar_per_country", fields=["workspace", "country"], condition=Q(for_country=True)
            ),
            models.UniqueConstraint(name="calendar_in_its_workspace", fields=["workspace", "id"]),
        ]

    def __str__(self) -> str:
        """Return the name people gave it."""
        return self.name


class Campaign(models.Model):
    """A sequence of steps, the mailboxes it may use, its window and weight."""

    class UnsubscribeMode(models.TextChoices):
        """How the visible opt-out is offered; the one-click header is always there."""

        LINK = "link"
        WORDS = "words"
        BOTH = "both"

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    name = models.CharField(max_length=120)
    state = models.CharField(max_length=10, default=CampaignState.DRAFT.value)
    state_reason = models.CharField(max_length=200, blank=True)
    priority = models.BooleanField(default=False)
    weight = models.PositiveSmallIntegerField(default=1)
    time_zone = models.CharField(max_length=64, default="UTC")
    in_person_zone = models.BooleanField(default=True, help_text="The window is judged in the person's own zone.")
    window = models.JSONField(help_text="Weekly hours: days (ISO numbers, or the word working), opens, closes.")
    calendar = models.ForeignKey(HolidayCalendar, null=True, on_delete=models.PROTECT, db_constraint=False)
    days_off = models.JSONField(
        default=dict,
        help_text="The days it keeps, copied from calendars whenever one changes; a permit reads no other.",
    )
    hours_before = models.JSONField(
        null=True, help_text="Its hours before they changed, until every waiting step has moved."
    )
    new_per_day = models.PositiveIntegerField(null=True)
    day_cap = models.PositiveIntegerField(null=True)
    unsubscribe_mode = models.CharField(max_length=5, choices=UnsubscribeMode, default=UnsubscribeMode.LINK)
    company_rule = models.CharField(
        max_length=7,
        choices=Workspace.CompanyRule,
        blank=True,
        db_default="",
        help_text="Empty: as the workspace has it.",
    )
    ends_on = models.DateField(null=True)
    canary_size = models.PositiveSmallIntegerField(
        default=20, db_default=20, help_text="The first people, after whom it rests and looks; 0: none."
    )
    canary = models.CharField(
        max_length=8, default="first", db_default="clear", help_text="first, resting, held or clear."
    )
    canary_until = models.DateTimeField(null=True, help_text="World time until which it rests.")
    started_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        """A name is used once; a running campaign was started."""

        constraints = [
            models.UniqueConstraint(name="one_campaign_per_name", fields=["workspace", "name"]),
            models.CheckConstraint(
                name="campaign_state_is_known", condition=Q(state__in=list(map(str, CampaignState)))
            ),
            models.CheckConstraint(
                name="running_was_started",
                condition=~Q(state=CampaignState.RUNNING.value) | Q(started_at__isnull=False),
            ),
            models.CheckConstraint(name="window_is_weekly_hours", condition=weekly_hours("window")),
            models.CheckConstraint(name="weight_is_positive", condition=Q(weight__gt=0)),
        ]

    def __str__(self) -> str:
        """Return the name people gave it."""
        return self.name


class CampaignMailbox(models.Model):
    """A mailbox the campaign may send from."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, db_constraint=False)
    mailbox = models.ForeignKey(Mailbox, on_delete=models.CASCADE, db_constraint=False)
    weight = models.PositiveSmallIntegerField(default=1)

    class Meta:
        """Listed once."""

        constraints = [models.UniqueConstraint(name="one_mailbox_per_campaign", fields=["campaign", "mailbox"])]


class Step(models.Model):
    """One thing to do for each person: position, delay after the previous one, kind."""

    class Kind(models.TextChoices):
        """Only `email` leaves by itself."""

        EMAIL = "email"
        LINKEDIN = "linkedin"
        CALL = "call"
        TASK = "task"

    class Unit(models.TextChoices):
        """A day is 24 full hours; a business day is a day the window is open and no holiday."""

        HOURS = "hours"
        DAYS = "days"
        BUSINESS_DAYS = "business_days"

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, db_constraint=False)
    position = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    delay_amount = models.PositiveSmallIntegerField(default=0)
    delay_unit = models.CharField(max_length=15, choices=Unit, default=Unit.BUSINESS_DAYS)
    timeout_days = models.PositiveSmallIntegerField(
        null=True, help_text="Business days after which an open task is skipped; empty: never."
    )
    removed_at = models.DateTimeField(null=True)
    then_step = models.ForeignKey(
        "self",
        null=True,
        on_delete=models.SET_NULL,
        db_constraint=False,
        help_text="Of a removed step: the living one with which people go on; none: their sequence ends.",
    )

    class Meta:
        """Positions are unique among the steps that live."""

        constraints = [
            models.UniqueConstraint(
                name="one_step_per_position", fields=["campaign", "position"], condition=Q(removed_at__isnull=True)
            ),
            models.CheckConstraint(
                name="step_kind_is_known", condition=Q(kind__in=["email", "linkedin", "call", "task"])
            ),
        ]


class Variant(models.Model):
    """A text of a step. An empty subject means: in the thread of the step before; a weight of 0: nobody new gets it."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False)
    step = models.ForeignKey(Step, on_delete=models.CASCADE, db_constraint=False)
    name = models.CharField(max_length=40, default="A")
    weight = models.PositiveSmallIntegerField(default=1)
    subject = models.TextField(blank=True)
    text = models.TextField()
    html = models.TextField(blank=True)

    class Meta:
        """Named within a step."""

        constraints = [models.UniqueConstraint(name="one_variant_per_name", fields=["step", "name"])]
