"""Permits and what they are counted against."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from app.models import Workspace
from mailboxes.models import Delivery, Mailbox, Recipient


class Permit(models.Model):
    """Capacity and pacing reserved for one call, committed before it; never given back.

    `granted_at` and `settled_at` are true time; `world_at` is what caps and gaps are judged by.
    """

    class State(models.TextChoices):
        """What became of the call."""

        OPEN = "open"
        ACCEPTED = "accepted"
        REJECTED = "rejected"
        DEFERRED = "deferred"
        VOID = "void"
        UNCERTAIN = "uncertain"

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    delivery = models.ForeignKey(Delivery, on_delete=models.PROTECT, db_constraint=False, db_index=False)
    mailbox = models.ForeignKey(Mailbox, on_delete=models.PROTECT, db_constraint=False, db_index=False)
    recipient = models.ForeignKey(Recipient, on_delete=models.PROTECT, db_constraint=False, db_index=False)
    kind = models.CharField(max_length=10)
    campaign_id = models.BigIntegerField(null=True)
    step_id = models.BigIntegerField(null=True)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    fence = models.PositiveIntegerField(help_text="The recipient's fence it was granted under.")
    number = models.BigIntegerField(help_text="Counted per mailbox: the cap-th newest is found at once.")
    local_day = models.DateField(help_text="The mailbox's day it is charged to.")
    granted_at = models.DateTimeField()
    world_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)
    response = models.CharField(max_length=200, blank=True, help_text="Class and code of the verdict, no addresses.")

    class Meta:
        """One open permit per delivery; the windows of caps are read through these indexes."""

        constraints = [
            models.UniqueConstraint(
                name="one_open_permit_per_delivery", fields=["delivery"], condition=Q(state="open")
            ),
            # Also the proof that no two permits of a mailbox were granted from the same budget.
            models.UniqueConstraint(name="permits_are_numbered", fields=["mailbox", "number"]),
            models.CheckConstraint(
                name="permit_settled_when_not_open",
                condition=Q(state="open", settled_at__isnull=True) | (~Q(state="open") & Q(settled_at__isnull=False)),
            ),
        ]
        indexes = [
            models.Index(name="permit_of_recipient", fields=["recipient", "world_at"]),
            models.Index(name="permit_of_campaign", fields=["campaign_id", "world_at"]),
            models.Index(name="permit_of_delivery", fields=["delivery"]),
        ]


class PermitFacts(models.Model):
    """What a grant or a refusal looked at, so that it can be judged again; dropped by retention.

    `position` is where the Sent folder stood before the call: the start of any proof of absence.
    """

    permit_id = models.BigIntegerField(primary_key=True)
    policy_version = models.PositiveIntegerField()
    facts = models.JSONField()
    position = models.JSONField(default=dict)


class Refusal(models.Model):
    """A permit that was refused, with its reason and the facts."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    delivery_id = models.BigIntegerField()
    recipient_id = models.BigIntegerField()
    reason = models.CharField(max_length=60)
    facts = models.JSONField()
    at = models.DateTimeField()
    world_at = models.DateTimeField()

    class Meta:
        """Explained per delivery."""

        indexes = [models.Index(name="refusal_of_delivery", fields=["delivery_id"])]


class LedgerLine(models.Model):
    """The narrow promise that a step reaches a person once: unique from the first permit on, kept for ever."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    campaign_id = models.BigIntegerField()
    step_id = models.BigIntegerField()
    recipient = models.ForeignKey(Recipient, on_delete=models.PROTECT, db_constraint=False)
    resend = models.PositiveSmallIntegerField(default=0)
    delivery_id = models.BigIntegerField()
    company = models.CharField(
        max_length=253, blank=True, db_default="", help_text="The domain of whom it opened to, where it is a company's."
    )

    class Meta:
        """Only a person raises `resend`. People of a company who were written to are found by its domain."""

        indexes = [
            models.Index(name="line_of_company", fields=["workspace", "company"], condition=~Q(company="")),
        ]

        constraints = [
            models.UniqueConstraint(
                name="one_copy_per_step_and_person", fields=["campaign_id", "step_id", "recipient", "resend"]
            )
        ]


class Counter(models.Model):
    """A count per day against a limit (recipient domain, campaign day …), raised in one upsert below the limit only.

    Without a workspace it counts for the whole installation, by days in UTC.
    """

    workspace = models.ForeignKey(Workspace, null=True, on_delete=models.CASCADE, db_index=False)
    scope = models.CharField(max_length=20)
    key = models.CharField(max_length=253)
    day = models.DateField()
    used = models.PositiveIntegerField(default=0)
    cap = models.PositiveIntegerField(help_text="The limit of the last permit that asked.")

    class Meta:
        """One row per thing and day."""

        constraints = [
            models.UniqueConstraint(
                name="one_counter_per_day", fields=["workspace", "scope", "key", "day"], nulls_distinct=False
            )
        ]


class PolicyVersion(models.Model):
    """The numbers a workspace decides by; a new version for each change, the newest one acts."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    number = models.PositiveIntegerField()
    values = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)

    class Meta:
        """Numbered from 1 in each workspace."""

        constraints = [models.UniqueConstraint(name="one_policy_per_number", fields=["workspace", "number"])]


class Standing(models.Model):
    """What the evidence says of a mailbox, worked out beforehand and read by planner and permit alike.

    Changes under the budget's lock. Instants are world time. Percentages lower today's limit; none raises it.
    """

    class Health(models.TextChoices):
        """Unknown is never healthy."""

        UNKNOWN = "unknown"
        PASS = "pass"  # noqa: S105 - no password
        FAIL = "fail"

    mailbox = models.OneToOneField(Mailbox, primary_key=True, on_delete=models.CASCADE, db_constraint=False)
    ramp_limit = models.PositiveIntegerField(null=True, help_text="What was earned up to `ramp_day`; empty: nothing.")
    ramp_day = models.DateField(null=True, help_text="The last local day with an accepted automated mail that counted.")
    health = models.CharField(max_length=8, choices=Health, default=Health.UNKNOWN)
    health_good_until = models.DateTimeField(null=True, help_text="A pass that is older counts for nothing.")
    health_says = models.CharField(max_length=300, blank=True, help_text="What fails and how to mend it; no addresses.")
    hard_percent = models.PositiveSmallIntegerField(default=100, help_text="Of the cap, by the hard breakers.")
    hard_reason = models.CharField(max_length=60, blank=True)
    hard_from = models.BigIntegerField(
        default=0, db_default=0, help_text="Permits up to this number count no more: a person resumed it."
    )
    hard_mark = models.BigIntegerField(
        null=True, help_text="The newest permit when the breakers slowed it; what lifts that came after."
    )
    protection = models.CharField(max_length=12, default="normal", help_text="Stage of the graded policy.")
    protection_percent = models.PositiveSmallIntegerField(default=100, help_text="Of the cap, once it is enforced.")
    protection_since = models.DateTimeField(null=True)
    protection_from = models.DateTimeField(
        null=True, help_text="Mails before it are not judged: it has improved since."
    )
    protection_clean_since = models.DateTimeField(
        null=True, help_text="When its stage began, or was last found not clean."
    )


class RampDay(models.Model):
    """A local day of a mailbox with automated mail, as its ramp judged it once it was over.

    Until then it only says whether the mailbox was seen to be healthy. Changes under the budget's lock.
    """

    mailbox = models.ForeignKey(Mailbox, on_delete=models.CASCADE, db_index=False)
    day = models.DateField()
    healthy = models.BooleanField(help_text="At some time of the day a fresh measurement said so.")
    sent = models.PositiveIntegerField(null=True, help_text="Automated mails accepted; empty: the day is not over.")
    limit = models.PositiveIntegerField(null=True)
    earned = models.PositiveIntegerField(null=True, help_text="The limit that stands earned after it.")
    why = models.CharField(max_length=12, blank=True, help_text="Why it did not count.")
    upto = models.BigIntegerField(default=0, help_text="The newest of its permits, and all before it, are judged.")

    class Meta:
        """A day is judged once."""

        constraints = [
            models.UniqueConstraint(name="one_ramp_day_per_mailbox", fields=["mailbox", "day"]),
            models.CheckConstraint(
                name="judged_day_has_its_numbers",
                condition=Q(sent__isnull=True, limit__isnull=True, earned__isnull=True)
                | Q(sent__isnull=False, limit__isnull=False, earned__isnull=False),
            ),
        ]


class SentPast(models.Model):
    """What the Sent folder of a mailbox says of the time before it was connected: where its ramp may start.

    Instants are true time. Read once, and again when a person asks.
    """

    mailbox = models.OneToOneField(Mailbox, primary_key=True, on_delete=models.CASCADE)
    next_try_at = models.DateTimeField(null=True, help_text="Empty: it was read, or nobody tries any more.")
    failures = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=60, blank=True)
    read_at = models.DateTimeField(null=True)
    mails = models.PositiveIntegerField(default=0, help_text="How many lay there.")
    looked_at = models.PositiveIntegerField(default=0, help_text="How many heads were read; fewer are a sample.")
    low = models.PositiveIntegerField(null=True, help_text="A quarter of the active days had fewer mails.")
    high = models.PositiveIntegerField(null=True, help_text="A quarter of the active days had more mails.")
    start = models.PositiveIntegerField(null=True, help_text="Where the ramp starts by it; empty: no credit.")


class SentDay(models.Model):
    """A local day of that past: how many mails counted, and how many were left out (warm-up, internal, of ours)."""

    mailbox = models.ForeignKey(Mailbox, on_delete=models.CASCADE, db_index=False)
    day = models.DateField()
    counted = models.PositiveIntegerField()
    left_out = models.PositiveIntegerField()

    class Meta:
        """One row per day."""

        constraints = [models.UniqueConstraint(name="one_sent_day_per_mailbox", fields=["mailbox", "day"])]


class ProtectionPolicy(models.Model):
    """A version of the graded protection policy: drafted, watched, enforced from an instant on, rolled back.

    The newest version that was watched and not rolled back judges; `enforce_from` (world time) is the one switch that
    every process reads. Versions are never edited.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    number = models.PositiveIntegerField()
    values = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    watched_from = models.DateTimeField(null=True)
    enforce_from = models.DateTimeField(null=True)
    rolled_back_at = models.DateTimeField(null=True)

    class Meta:
        """Numbered from 1 in each workspace; nothing is enforced that was not watched first."""

        constraints = [
            models.UniqueConstraint(name="one_protection_policy_per_number", fields=["workspace", "number"]),
            models.CheckConstraint(
                name="watched_before_enforced",
                condition=Q(enforce_from__isnull=True) | Q(watched_from__isnull=False),
            ),
        ]


class ProtectionDecision(models.Model):
    """A change of stage with the facts it was judged by, so that any version can judge it again."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False)
    mailbox = models.ForeignKey(Mailbox, on_delete=models.CASCADE, db_constraint=False)
    policy_version = models.PositiveIntegerField()
    before = models.CharField(max_length=12)
    after = models.CharField(max_length=12)
    reason = models.CharField(max_length=60)
    percent = models.PositiveSmallIntegerField()
    enforced = models.BooleanField(help_text="False: watching only.")
    facts = models.JSONField()
    at = models.DateTimeField()
    world_at = models.DateTimeField()

    class Meta:
        """Read newest first."""

        indexes = [models.Index(name="decision_of_mailbox", fields=["mailbox", "-id"])]


class Incident(models.Model):
    """Something that should not happen and changed nothing: kept, shown and alarmed."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    kind = models.CharField(max_length=40)
    delivery_id = models.BigIntegerField(null=True)
    permit_id = models.BigIntegerField(null=True)
    data = models.JSONField(default=dict)
    at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True)


class AbsenceRead(models.Model):
    """One look for an uncertain mail that did not find it; two complete ones, apart, prove its absence."""

    permit = models.ForeignKey(Permit, on_delete=models.CASCADE)
    read_at = models.DateTimeField(help_text="True time before the first request of the read.")
    found = models.CharField(max_length=10, help_text="absent or unknown")
    reason = models.CharField(max_length=200, blank=True, help_text="Why it is unknown, without addresses.")


class Doubt(models.Model):
    """How often an uncertain mail was looked for, and when next; gone once it is known what became of it."""

    permit = models.OneToOneField(Permit, primary_key=True, on_delete=models.CASCADE)
    mailbox = models.ForeignKey(Mailbox, on_delete=models.CASCADE, db_constraint=False)
    looks = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(null=True, help_text="True time; null: nobody looks any more.")
    hopeless = models.BooleanField(default=False, help_text="No look can tell; at next_at a person is asked.")

    class Meta:
        """Read by what is due."""

        indexes = [models.Index(name="doubt_due", fields=["next_at"], condition=Q(next_at__isnull=False))]


class KeptCopy(models.Model):
    """Whether an accepted mail was found in its mailbox: evidence that this one keeps what it sends, or does not."""

    delivery = models.OneToOneField(Delivery, primary_key=True, on_delete=models.CASCADE)
    found = models.BooleanField()
    read_at = models.DateTimeField()


class Judgement(models.Model):
    """What a person said about a mail in doubt, and why; the text is emptied when its person is erased."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False)
    delivery = models.ForeignKey(Delivery, on_delete=models.PROTECT, db_constraint=False)
    permit_id = models.BigIntegerField()
    sent = models.BooleanField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    reason = models.TextField(blank=True)
    at = models.DateTimeField()
