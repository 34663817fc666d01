"""The installation, its workspaces and members, and the append-only event log."""

from django.conf import settings
from django.db import models
from django.db.models import BooleanField, F, Func, Q, Value

from app.core.zones import zone_or_utc

_SOUND = (
    '@.opens like_regex "^[0-2][0-9]:[0-5][0-9]$" && @.closes like_regex "^[0-2][0-9]:[0-5][0-9]$"'
    " && @.opens != @.closes && exists(@.days)"
)
WEEKLY_HOURS = (  # a member that is missing makes a condition unknown, which is no better than false
    f'strict $ ? (@.type() == "array" && @.size() > 0 && !exists(@[*] ? (!({_SOUND}) || ({_SOUND}) is unknown)))'
)


def weekly_hours(column: str) -> Func:
    """Return the check of a column with weekly hours, as app.core.window_text writes them; overlaps it cannot see."""
    return Func(F(column), Value(WEEKLY_HOURS), function="jsonb_path_exists", output_field=BooleanField())


class Installation(models.Model):
    """The one row that says what kind of database this is and how world time runs in it.

    `kind` never changes (a trigger refuses it). In a real database world time is true time.
    """

    class Kind(models.TextChoices):
        """A rehearsal may only ever speak to its own simulator."""

        REHEARSAL = "rehearsal"
        REAL = "real"

    id = models.SmallIntegerField(primary_key=True, default=1)
    kind = models.CharField(max_length=10, choices=Kind)
    speed = models.FloatField(default=1.0, help_text="World seconds per true second.")
    anchor_real = models.DateTimeField(help_text="A true instant …")
    anchor_world = models.DateTimeField(help_text="… and the world instant that belongs to it.")
    simulator_endpoints = models.JSONField(
        default=list, help_text="host:port of this run's simulator; rehearsals only."
    )
    born_at = models.DateTimeField()

    class Meta:
        """One row; a real database knows no other time and no simulator."""

        constraints = [
            models.CheckConstraint(name="one_installation", condition=Q(id=1)),
            models.CheckConstraint(name="kind_is_known", condition=Q(kind__in=["rehearsal", "real"])),
            models.CheckConstraint(name="speed_is_positive", condition=Q(speed__gt=0)),
            models.CheckConstraint(
                name="real_time_is_true_time",
                condition=Q(kind="rehearsal") | Q(speed=1.0, anchor_real=F("anchor_world"), simulator_endpoints=[]),
            ),
        ]


class Workspace(models.Model):
    """A tenant; every row of every other package belongs to one."""

    class CompanyRule(models.TextChoices):
        """What a person's answer does to the others whom the workspace writes to at the same company."""

        NOTHING = "nothing"
        HOLD = "hold"
        STOP = "stop"

    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    legal_name = models.CharField(max_length=200, blank=True)
    postal_address = models.TextField(blank=True, help_text="In every campaign mail; without it no campaign starts.")
    time_zone = models.CharField(max_length=64, default="UTC")
    country = models.CharField(max_length=2, blank=True, help_text="ISO 3166, for its public holidays.")
    company_rule = models.CharField(
        max_length=7, choices=CompanyRule, default=CompanyRule.HOLD, db_default=CompanyRule.HOLD.value
    )
    alike_addresses = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Do-not-contact entries cover every spelling: ada+news@, and dots at Gmail.",
    )
    halted_at = models.DateTimeField(null=True)
    halt_reason = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        """Return the name people gave it."""
        return self.name

    @property
    def zone(self) -> str:
        """Return the zone that its days are counted by: UTC where the stored name is nobody's any more."""
        return zone_or_utc(self.time_zone)


class Member(models.Model):
    """A user's seat in a workspace."""

    class Role(models.TextChoices):
        """From reading only to everything."""

        VIEWER = "viewer"
        MEMBER = "member"
        MANAGER = "manager"
        OWNER = "owner"

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField()

    class Meta:
        """One seat per person."""

        constraints = [
            models.UniqueConstraint(name="one_seat_per_user", fields=["workspace", "user"]),
            models.CheckConstraint(
                name="role_is_known", condition=Q(role__in=["viewer", "member", "manager", "owner"])
            ),
        ]


class Invitation(models.Model):
    """A seat that waits for whoever opens its link, until it is taken, withdrawn or too old.

    The link's secret is not kept, only its hash.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    email = models.CharField(max_length=254, help_text="Whom it is for; only this address may take it.")
    role = models.CharField(max_length=10, choices=Member.Role)
    secret_hash = models.CharField(max_length=64, unique=True)
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        """One open invitation for an address."""

        constraints = [
            models.UniqueConstraint(
                name="one_open_invitation",
                fields=["workspace", "email"],
                condition=Q(accepted_at__isnull=True, withdrawn_at__isnull=True),
            ),
        ]


class ApiKey(models.Model):
    """A key under which a program acts for a member, with at most the role that the member has at that moment.

    The key itself is shown once and not kept; `prefix` tells keys apart on a page and in a request that fails.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    member = models.ForeignKey(Member, on_delete=models.CASCADE)
    name = models.CharField(max_length=80)
    role = models.CharField(max_length=10, choices=Member.Role)
    prefix = models.CharField(max_length=12)
    secret_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, help_text="To the hour.")
    revoked_at = models.DateTimeField(null=True)


class Event(models.Model):
    """One line of the log: ids, states, numbers and reasons, never an address, a name or a text.

    Append-only by triggers. Ids commit out of order, so readers follow (txid, id) below the oldest running
    transaction; `txid` is the column the database fills itself.
    """

    workspace_id = models.BigIntegerField()
    kind = models.CharField(max_length=60)
    subject_id = models.BigIntegerField(help_text="Row the kind's first word names: delivery.accepted -> a delivery.")
    recipient_id = models.BigIntegerField(null=True)
    data = models.JSONField(default=dict)
    at = models.DateTimeField(help_text="True time.")
    world_at = models.DateTimeField()

    class Meta:
        """Timelines read by recipient; pages read by workspace."""

        indexes = [
            models.Index(
                name="event_of_recipient", fields=["recipient_id", "id"], condition=Q(recipient_id__isnull=False)
            ),
            models.Index(name="event_of_workspace", fields=["workspace_id", "id"]),
            models.Index(name="event_of_subject", fields=["subject_id", "kind"]),
        ]


class ReactionDue(models.Model):
    """A reaction that failed in its savepoint and is owed; swept within seconds, alarmed after a minute."""

    event_id = models.BigIntegerField()
    workspace_id = models.BigIntegerField()
    reaction = models.CharField(max_length=120)
    attempts = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField()
    created_at = models.DateTimeField()
    error = models.CharField(max_length=200, blank=True, help_text="The class of the last error, never its text.")

    class Meta:
        """Each event owes each reaction once."""

        constraints = [models.UniqueConstraint(name="one_debt_per_reaction", fields=["event_id", "reaction"])]
        indexes = [models.Index(name="reaction_due_first", fields=["due_at"])]


class ReaderCursor(models.Model):
    """How far one internal reader of the log has come: below `txid`, or at it up to `event_id`."""

    name = models.CharField(max_length=60, primary_key=True)
    txid = models.BigIntegerField(default=0)
    event_id = models.BigIntegerField(default=0)


class Webhook(models.Model):
    """An address of somebody else's program that is told what happens in a workspace, signed with its own secret."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    url = models.CharField(max_length=500)
    kinds = models.JSONField(help_text="What it is told of; empty: everything.")
    sealed = models.TextField(help_text="Its secret, sealed for this row.")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField(help_text="What happened before is not told.")
    failing_since = models.DateTimeField(null=True, help_text="When the first of the calls in a row failed.")
    said = models.CharField(max_length=80, blank=True, help_text="How the last call ended: a status or our own words.")
    ended_at = models.DateTimeField(null=True)
    ended_because = models.CharField(max_length=10, blank=True, help_text="gone (it answered 410) or person.")


class WebhookPost(models.Model):
    """One event for one webhook: the same id and the same bytes at each attempt, kept for a month."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, db_index=False)
    event_id = models.BigIntegerField()
    recipient_id = models.BigIntegerField(null=True, help_text="Whom the body speaks of.")
    kind = models.CharField(max_length=40)
    body = models.TextField(help_text="JSON; emptied when the person is erased.")
    state = models.CharField(max_length=8, default="waiting", help_text="waiting, done, refused or given_up.")
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()
    said = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        """An event is told a webhook once; what is due is read by time, a person's posts when they are erased."""

        constraints = [
            models.UniqueConstraint(name="one_post_per_event", fields=["webhook", "event_id"]),
            models.CheckConstraint(
                name="post_state_is_known", condition=Q(state__in=["waiting", "done", "refused", "given_up"])
            ),
        ]
        indexes = [
            models.Index(name="post_due_first", fields=["next_at"], condition=Q(state="waiting")),
            models.Index(
                name="post_of_recipient", fields=["recipient_id"], condition=Q(recipient_id__isnull=False) & ~Q(body="")
            ),
            models.Index(name="post_old_first", fields=["created_at"]),
        ]


class DayCount(models.Model):
    """How often something happened in a workspace on one of its local days: what pages sum up instead of the log."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    day = models.DateField(help_text="In the workspace's zone at that time, by world time.")
    what = models.CharField(max_length=20)
    number = models.PositiveIntegerField(default=0)

    class Meta:
        """One row a day and thing; read by workspace and day."""

        constraints = [models.UniqueConstraint(name="one_count_per_day", fields=["workspace", "day", "what"])]
