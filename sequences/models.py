"""Contacts, campaigns with their steps, and who is where in them."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce

from app.models import Workspace, weekly_hours
from mailboxes.models import Mailbox, Recipient
from sequences.core import states
from sequences.core.homes.origin import Origin
from sequences.core.states import CampaignState, EnrollmentState, TaskState, TouchState

STRANDED = sorted(states.STRANDED)
OPEN_TOUCH = [state.value for state in TouchState if state in states.OPEN_TOUCH]


class Contact(models.Model):
    """A person with an address, unique by normalised address in a workspace."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False)
    recipient = models.ForeignKey(Recipient, on_delete=models.PROTECT, db_constraint=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    email = models.CharField(max_length=254)
    domain = models.CharField(max_length=253)
    first_name = models.CharField(max_length=200, blank=True)
    last_name = models.CharField(max_length=200, blank=True)
    company = models.CharField(max_length=300, blank=True)
    title = models.CharField(max_length=300, blank=True)
    phone = models.CharField(max_length=100, blank=True)
    linkedin_url = models.CharField(max_length=500, blank=True)
    country = models.CharField(max_length=100, blank=True)
    time_zone = models.CharField(max_length=64, blank=True, help_text="Empty: the campaign's.")
    zone_origin = models.CharField(
        max_length=7,
        choices=[(one.value, one.value) for one in Origin],
        default=Origin.DEFAULT.value,
        db_default=Origin.DEFAULT.value,
    )
    country_code = models.CharField(
        max_length=2,
        blank=True,
        db_default="",
        help_text="ISO 3166, of the country as it was written or of a given zone.",
    )
    fields = models.JSONField(default=dict)
    import_id = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        """One contact per person."""

        constraints = [
            models.UniqueConstraint(name="one_contact_per_recipient", fields=["workspace", "recipient"]),
            models.CheckConstraint(
                name="a_zone_has_its_origin",
                condition=Q(time_zone="", zone_origin=Origin.DEFAULT.value)
                | (~Q(time_zone="") & Q(zone_origin__in=[Origin.GIVEN.value, Origin.DERIVED.value])),
            ),
        ]
        indexes = [
            models.Index(name="contact_of_domain", fields=["workspace", "domain"]),
            models.Index(name="contact_newest", fields=["workspace", "-id"]),
        ]

    def __str__(self) -> str:
        """Return the name, or the address where there is none."""
        return f"{self.first_name} {self.last_name}".strip() or self.email


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
    removed_at = models.DateTimeField(null=True)

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
    """A text of a step. An empty subject means: in the thread of the step before."""

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


class Enrollment(models.Model):
    """One contact going through one campaign. `active` until it ends, then never again without a person."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    contact = models.ForeignKey(Contact, null=True, on_delete=models.SET_NULL, db_constraint=False)
    recipient = models.ForeignKey(Recipient, on_delete=models.PROTECT, db_constraint=False, db_index=False)
    mailbox = models.ForeignKey(Mailbox, null=True, on_delete=models.PROTECT, db_constraint=False)
    state = models.CharField(max_length=12, default=EnrollmentState.ACTIVE.value)
    reason = models.CharField(max_length=60, blank=True)
    fence = models.PositiveIntegerField(default=0, help_text="Outcomes at or below this were answered by a reopening.")
    thread_subject = models.TextField(blank=True, help_text="As it was sent in the thread's first mail.")
    provider_thread_id = models.CharField(max_length=255, blank=True)
    last_accepted_at = models.DateTimeField(null=True, help_text="World time of the previous accepted step.")
    absent_until = models.DateTimeField(null=True, help_text="World time before which no step may fall due.")
    import_id = models.BigIntegerField(null=True)
    ended_by = models.BigIntegerField(null=True, help_text="The outcome that ended it, if one did.")
    enrolled_at = models.DateTimeField(help_text="World time.")
    ended_at = models.DateTimeField(null=True, help_text="World time.")

    class Meta:
        """A person goes through a campaign once."""

        constraints = [
            models.UniqueConstraint(name="one_enrollment_per_person", fields=["campaign", "recipient"]),
            models.CheckConstraint(
                name="enrollment_state_is_known", condition=Q(state__in=list(map(str, EnrollmentState)))
            ),
            models.CheckConstraint(
                name="ended_means_not_active",
                condition=Q(state=EnrollmentState.ACTIVE.value, ended_at__isnull=True)
                | (~Q(state=EnrollmentState.ACTIVE.value) & Q(ended_at__isnull=False)),
            ),
        ]
        indexes = [
            models.Index(name="enrollment_of_recipient", fields=["recipient"]),
            models.Index(name="enrollment_by_state", fields=["campaign", "state"]),
            # not_mailed: whose sequence ended today; written once in an enrollment's life
            models.Index(
                name="enrollment_ended_lately",
                fields=["workspace", "ended_at"],
                condition=Q(ended_at__isnull=False),
            ),
        ]


class Touch(models.Model):
    """One step due for one enrollment. At most one is open per enrollment; waiting is a reason, not a state.

    `due_at` never changes and orders fairness; `eligible_at` is the earliest time worth looking; both world time.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    enrollment = models.ForeignKey(Enrollment, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    campaign_id = models.BigIntegerField()
    step = models.ForeignKey(Step, on_delete=models.PROTECT, db_constraint=False)
    variant = models.ForeignKey(Variant, null=True, on_delete=models.SET_NULL, db_constraint=False)
    position = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10)
    state = models.CharField(max_length=10, default=TouchState.SCHEDULED.value)
    due_at = models.DateTimeField()
    eligible_at = models.DateTimeField()
    slot_at = models.DateTimeField(null=True)
    mailbox = models.ForeignKey(Mailbox, null=True, on_delete=models.SET_NULL, db_constraint=False, db_index=False)
    assigned_reason = models.CharField(max_length=60, blank=True)
    hold_reason = models.CharField(max_length=60, blank=True)
    hold_detail = models.CharField(max_length=120, blank=True, help_text="A field's or step's name, never a value.")
    resend = models.PositiveSmallIntegerField(
        db_default=0, help_text="Raised by a person only: another try of this step."
    )
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, help_text="World time.")

    class Meta:
        """The planner reads through `touch_due`."""

        constraints = [
            models.UniqueConstraint(
                name="one_open_touch_per_enrollment", fields=["enrollment"], condition=Q(state__in=OPEN_TOUCH)
            ),
            models.CheckConstraint(name="touch_state_is_known", condition=Q(state__in=list(map(str, TouchState)))),
            models.CheckConstraint(
                name="held_has_a_reason", condition=~Q(state=TouchState.HELD.value) | ~Q(hold_reason="")
            ),
            models.CheckConstraint(
                name="planned_has_slot_and_mailbox",
                condition=~Q(state=TouchState.PLANNED.value) | Q(slot_at__isnull=False, mailbox__isnull=False),
            ),
            models.CheckConstraint(
                name="closed_touch_has_its_time",
                condition=Q(state__in=OPEN_TOUCH, closed_at__isnull=True)
                | (~Q(state__in=OPEN_TOUCH) & Q(closed_at__isnull=False)),
            ),
        ]
        indexes = [
            # heads and due: per campaign and mailbox the oldest by eligible_at
            models.Index(
                fields=["campaign_id", "mailbox", "eligible_at"],
                include=["due_at"],
                name="touch_due",
                condition=Q(state=TouchState.SCHEDULED.value, kind="email") & ~Q(hold_reason__in=STRANDED),
            ),
            # strand: what cannot leave as things stand, by what it shows
            models.Index(
                F("campaign_id"),
                Coalesce(F("mailbox_id"), 0),
                F("hold_reason"),
                name="touch_stranded",
                condition=Q(state=TouchState.SCHEDULED.value, kind="email", hold_reason__in=STRANDED),
            ),
            # overdue_slots: planned touches whose slot passed
            models.Index(name="touch_slot", fields=["slot_at"], condition=Q(state=TouchState.PLANNED.value)),
            # capacity: what was handed out of a mailbox's day
            models.Index(
                name="touch_handed_out", fields=["mailbox", "slot_at"], condition=Q(state=TouchState.PLANNED.value)
            ),
            models.Index(name="touch_of_enrollment", fields=["enrollment", "position"]),
            # not_mailed, forecast: who is held in a campaign
            models.Index(name="touch_held", fields=["campaign_id", "due_at"], condition=Q(state=TouchState.HELD.value)),
            # open_tasks: steps for people that fell due
            models.Index(
                name="touch_task_due",
                fields=["eligible_at"],
                condition=Q(state=TouchState.SCHEDULED.value) & ~Q(kind="email"),
            ),
        ]


class Task(models.Model):
    """A step a person does by hand, which a stop closes; or something that came back and wants to be looked at.

    The second kind has no touch but names its outcome, is of kind `look` or `away`, and no stop closes it.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False)
    touch = models.ForeignKey(Touch, null=True, on_delete=models.CASCADE, db_constraint=False)
    outcome_id = models.BigIntegerField(null=True)
    contact = models.ForeignKey(Contact, null=True, on_delete=models.SET_NULL, db_constraint=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    kind = models.CharField(max_length=10)
    state = models.CharField(max_length=10, default=TaskState.OPEN.value)
    text = models.TextField(blank=True)
    due_at = models.DateTimeField()
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        """An open task has no end; a step has one open task at most, and another one after a reopening."""

        constraints = [
            models.UniqueConstraint(
                name="one_open_task_per_touch", fields=["touch"], condition=Q(state=TaskState.OPEN.value)
            ),
            models.UniqueConstraint(
                name="one_task_per_outcome", fields=["outcome_id"], condition=Q(outcome_id__isnull=False)
            ),
            models.CheckConstraint(name="task_state_is_known", condition=Q(state__in=list(map(str, TaskState)))),
            models.CheckConstraint(
                name="closed_task_has_its_time",
                condition=Q(state=TaskState.OPEN.value, closed_at__isnull=True)
                | (~Q(state=TaskState.OPEN.value) & Q(closed_at__isnull=False)),
            ),
        ]
        indexes = [
            models.Index(name="task_open", fields=["workspace", "due_at"], condition=Q(state=TaskState.OPEN.value))
        ]


class CompanyHold(models.Model):
    """Somebody of a company answered: the others there are held or stopped, 200 at once, the rest in batches."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False)
    domain = models.CharField(max_length=253)
    outcome_id = models.BigIntegerField(unique=True)
    recipient = models.ForeignKey(Recipient, on_delete=models.PROTECT, db_constraint=False)
    until = models.DateTimeField(help_text="World time; a stop has no end of its own.")
    done_at = models.DateTimeField(null=True, help_text="All of them were seen to.")
    lifted_at = models.DateTimeField(null=True, help_text="It was no answer after all.")
    created_at = models.DateTimeField()

    class Meta:
        """Unfinished ones are looked for every few seconds."""

        indexes = [models.Index(name="company_hold_open", fields=["id"], condition=Q(done_at__isnull=True))]


class Import(models.Model):
    """A file of people, staged by line and written in batches; a killed import goes on at `mark`."""

    class State(models.TextChoices):
        """`failed` also means: no row of it was valid."""

        STAGED = "staged"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    name = models.CharField(max_length=200)
    state = models.CharField(max_length=10, choices=State, default=State.STAGED)
    campaign = models.ForeignKey(Campaign, null=True, on_delete=models.SET_NULL, db_constraint=False)
    columns = models.JSONField(default=list)
    mapping = models.JSONField(default=list)
    encoding = models.CharField(max_length=20)
    separator = models.CharField(max_length=1)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    mark = models.PositiveIntegerField(default=0, help_text="Every row numbered up to this one has its verdict.")
    rows_read = models.PositiveIntegerField(default=0)
    created = models.PositiveIntegerField(default=0)
    updated = models.PositiveIntegerField(default=0)
    skipped = models.PositiveIntegerField(default=0)
    rejected = models.PositiveIntegerField(default=0)
    enrolled = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        """Once finished, the numbers add up."""

        constraints = [
            models.CheckConstraint(
                name="rows_add_up",
                condition=~Q(state__in=["done", "failed"])
                | Q(rows_read=models.F("created") + models.F("updated") + models.F("skipped") + models.F("rejected")),
            )
        ]


class ImportRow(models.Model):
    """One row of the file and what became of it; `data` is emptied once it is written."""

    class Verdict(models.TextChoices):
        """Exactly one per row."""

        CREATED = "created"
        UPDATED = "updated"
        SKIPPED = "skipped"
        REJECTED = "rejected"

    batch = models.ForeignKey(Import, on_delete=models.CASCADE)
    number = models.PositiveIntegerField(help_text="Counted from 1 without the header.")
    line = models.PositiveIntegerField(help_text="The physical line on which the row begins.")
    data = models.JSONField(default=dict)
    recipient_id = models.BigIntegerField(null=True)
    verdict = models.CharField(max_length=10, choices=Verdict, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    column = models.PositiveIntegerField(null=True)

    class Meta:
        """A row is staged once."""

        constraints = [models.UniqueConstraint(name="one_row_per_number", fields=["batch", "number"])]
        indexes = [models.Index(name="import_rejected", fields=["batch", "number"], condition=Q(verdict="rejected"))]
