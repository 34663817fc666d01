"""Who is where in which campaign, and what people have to do for it."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce

from app.models import Workspace
from mailboxes.models import Mailbox, Recipient
from sequences.core import states
from sequences.core.states import EnrollmentState, TaskState, TouchState
from sequences.models.campaigns import Campaign, Step, Variant
from sequences.models.people import Contact

STRANDED = sorted(states.STRANDED)
OPEN_TOUCH = [state.value for state in TouchState if state in states.OPEN_TOUCH]


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
            models.Index(name="task_open", fields=["workspace", "due_at"], condition=Q(state=TaskState.OPEN.value)),
            models.Index(
                name="task_open_of_owner",
                fields=["workspace", "owner", "due_at"],
                condition=Q(state=TaskState.OPEN.value),
            ),
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
