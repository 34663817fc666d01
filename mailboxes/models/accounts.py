"""Mailboxes, their limits, and the secrets they are reached with."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from app.core.zones import zone_or_utc
from app.models import Workspace, weekly_hours
from mailboxes.core.states import MailboxState


class Mailbox(models.Model):
    """An account that sends and receives. State and limits change only under its budget's lock."""

    class Kind(models.TextChoices):
        """How mail leaves."""

        GMAIL = "gmail"
        SMTP = "smtp"

    class Purpose(models.TextChoices):
        """Whose mail lies in it; decides who may see what is not ours."""

        OUTREACH = "outreach"
        PERSONAL = "personal"

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    kind = models.CharField(max_length=10, choices=Kind)
    purpose = models.CharField(max_length=10, choices=Purpose, default=Purpose.PERSONAL)
    address = models.CharField(max_length=254)
    display_name = models.CharField(max_length=200, blank=True)
    endpoints = models.JSONField(default=dict)
    provider = models.CharField(
        max_length=200, blank=True, db_default="", help_text="Who sends its mail; written at its first use."
    )
    state = models.CharField(max_length=20, default=MailboxState.CONNECTED.value)
    state_reason = models.CharField(max_length=200, blank=True)
    limited_until = models.DateTimeField(null=True, help_text="True time until which the provider asked us to wait.")
    said = models.CharField(max_length=600, blank=True, db_default="", help_text="Its server's last refusal.")
    failures = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="Times in a row it could not be reached since the permit `failed_after`."
    )
    failed_after = models.BigIntegerField(default=0, db_default=0, help_text="Budget.granted at the last failure.")
    time_zone = models.CharField(max_length=64, default="UTC")
    daily_cap = models.PositiveIntegerField(default=20, help_text="Automated mails per local day.")
    rolling_cap = models.PositiveIntegerField(default=400, help_text="All mails in any 24 hours: the provider's limit.")
    gap_seconds = models.PositiveIntegerField(default=240, help_text="World seconds between two automated mails.")
    gap_jitter = models.PositiveSmallIntegerField(default=35, help_text="Percent by which a gap may be longer.")
    hourly_cap = models.PositiveIntegerField(
        null=True, default=6, help_text="Automated mails in any 60 minutes; empty: no limit."
    )
    reserved = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="Mails of a day that are kept for what people write by hand."
    )
    ramp_start = models.PositiveSmallIntegerField(
        null=True, default=5, help_text="Automated mails on a new mailbox's first day; empty: no ramp."
    )
    ramp_step = models.PositiveSmallIntegerField(
        default=2, db_default=2, help_text="More mails a day for each proven day."
    )
    workday = models.JSONField(
        null=True, help_text="Weekly hours of its own, as a campaign's window; empty: only the campaign's count."
    )
    signature = models.TextField(
        max_length=2000, blank=True, db_default="", default="", help_text="Below what people write from it by hand."
    )
    link_base = models.CharField(
        max_length=300, blank=True, db_default="", help_text="What its opt-out links begin with; empty: no links."
    )
    link_good_until = models.DateTimeField(
        null=True, help_text="True time; from then on none of its campaign mail leaves."
    )
    relay_domain = models.CharField(
        max_length=253, blank=True, db_default="", help_text="With which its relay makes Message-IDs of its own."
    )
    created_at = models.DateTimeField()

    class Meta:
        """An address is connected once in a workspace."""

        constraints = [
            models.UniqueConstraint(
                name="one_mailbox_per_address",
                fields=["workspace", "address"],
                condition=~Q(state=MailboxState.DISCONNECTED.value),
            ),
            models.CheckConstraint(name="mailbox_state_is_known", condition=Q(state__in=list(map(str, MailboxState)))),
            models.CheckConstraint(name="mailbox_kind_is_known", condition=Q(kind__in=["gmail", "smtp"])),
            models.CheckConstraint(name="workday_is_weekly_hours", condition=weekly_hours("workday")),
        ]

    def __str__(self) -> str:
        """Return the address, which its own team may see."""
        return self.address

    @property
    def zone(self) -> str:
        """Return the zone that its days are counted by: UTC where the stored name is nobody's any more."""
        return zone_or_utc(self.time_zone)


class Budget(models.Model):
    """The locked row of a mailbox: used today, last sent, in flight; always the last lock of a transaction.

    `day` is the mailbox's local day and only moves forward; `closes_at`, `decided_at`, `last_send_at` are world time.
    """

    mailbox = models.OneToOneField(Mailbox, primary_key=True, on_delete=models.CASCADE)
    day = models.DateField(null=True)
    closes_at = models.DateTimeField(
        null=True, help_text="When the day is over, by the zone it was charged in; no other day opens before."
    )
    used_today = models.PositiveIntegerField(default=0)
    granted = models.BigIntegerField(default=0, help_text="Permits ever granted: the number of the newest one.")
    last_send_at = models.DateTimeField(null=True)
    gap_jitter = models.FloatField(
        default=0.0, help_text="Drawn once per send: the share of the jitter the next gap gets."
    )
    in_flight_permit = models.BigIntegerField(null=True)
    decided_at = models.DateTimeField(null=True)


class HandMail(models.Model):
    """A mail found in a mailbox's Sent folder that this installation did not send: a person's, or another tool's.

    It counts in the mailbox's day and in the provider's 24 hours. `sent_at` is world time.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    mailbox = models.ForeignKey(Mailbox, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    provider_id = models.CharField(max_length=255)
    sent_at = models.DateTimeField()
    local_day = models.DateField(help_text="The mailbox's day on which it was sent.")
    recipients = models.PositiveSmallIntegerField(default=1, help_text="How many it was addressed to.")
    by_tool = models.BooleanField(default=False, db_default=False, help_text="Its head says that a program wrote it.")
    people = models.JSONField(
        default=list,
        db_default=[],
        help_text="Recipient ids of whom we know among its receivers, where no answer of a person explains it.",
    )

    class Meta:
        """Counted once; read by mailbox and time."""

        constraints = [models.UniqueConstraint(name="one_row_per_hand_mail", fields=["mailbox", "provider_id"])]
        indexes = [models.Index(name="hand_mail_lately", fields=["mailbox", "sent_at"])]


class AwayRange(models.Model):
    """Local days, both included, on which a mailbox sends nothing automated: its owner is away."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    mailbox = models.ForeignKey(Mailbox, on_delete=models.CASCADE, db_constraint=False)
    first_day = models.DateField()
    last_day = models.DateField()

    class Meta:
        """It does not end before it begins."""

        constraints = [
            models.CheckConstraint(name="away_ends_after_it_begins", condition=Q(last_day__gte=models.F("first_day")))
        ]


class Credential(models.Model):
    """The mailbox's secret, sealed; the key's id stands in the sealed text.

    No ciphertext comes twice, so whoever replaces one compares it with what was read. `updated_at` is when a person
    connected the mailbox: it tells accounts apart, and renewed tokens do not move it.
    """

    mailbox = models.OneToOneField(Mailbox, primary_key=True, on_delete=models.CASCADE)
    sealed = models.TextField()
    refreshing_until = models.DateTimeField(null=True, help_text="True time; until then one process refreshes.")
    updated_at = models.DateTimeField()


class ServiceAccount(models.Model):
    """A Google service account that acts for the mailboxes of its domain; its key file is sealed.

    `client_id` is the number that the domain's administrator allows, `project` whose quota it spends.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    name = models.CharField(max_length=100)
    email = models.CharField(max_length=254)
    client_id = models.CharField(max_length=64)
    project = models.CharField(max_length=100, blank=True)
    sealed = models.TextField()
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        """A name means one account."""

        constraints = [models.UniqueConstraint(name="one_service_account_per_name", fields=["workspace", "name"])]

    def __str__(self) -> str:
        """Return the name people gave it."""
        return self.name


class DkimKey(models.Model):
    """A key that signs the mail of a sending domain, once a person says that its public half stands in DNS."""

    class State(models.TextChoices):
        """Whether mail is signed with it."""

        WAITING = "waiting"
        SIGNING = "signing"
        RETIRED = "retired"

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    domain = models.CharField(max_length=253)
    selector = models.CharField(max_length=63)
    algorithm = models.CharField(max_length=20)
    record = models.TextField(help_text="The TXT record of its public half.")
    sealed = models.TextField()
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        """A selector means one key; a domain signs with one of each kind."""

        constraints = [
            models.UniqueConstraint(name="one_dkim_key_per_selector", fields=["workspace", "domain", "selector"]),
            models.UniqueConstraint(
                name="one_signing_key_per_kind",
                fields=["workspace", "domain", "algorithm"],
                condition=Q(state="signing"),
            ),
        ]

    def __str__(self) -> str:
        """Return where its record stands."""
        return f"{self.selector}._domainkey.{self.domain}"


class ConsentRequest(models.Model):
    """A person was sent to Google to grant a mailbox; answered once, in the same session, within minutes.

    `state` and `session` are SHA-256 of what the browser carries; the PKCE verifier is sealed.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    state = models.CharField(max_length=64, unique=True)
    session = models.CharField(max_length=64)
    address = models.CharField(max_length=254)
    redirect_uri = models.CharField(max_length=500)
    verifier = models.TextField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)


class MailboxList(models.Model):
    """A list of mailboxes that a person wants to connect: tried first, shown row by row, then stored or forgotten."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE)
    notes = models.JSONField(default=dict, help_text="What of the file is not taken over: note -> names of columns.")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True, help_text="True time; then it is deleted, secrets and all.")


class ListedMailbox(models.Model):
    """One row of a list; `sealed` is how to connect it, emptied once that is done or cannot be."""

    mailbox_list = models.ForeignKey(MailboxList, on_delete=models.CASCADE)
    line = models.PositiveIntegerField()
    address = models.CharField(max_length=320, blank=True)
    refused = models.CharField(max_length=40, blank=True, help_text="Why it was not tried.")
    detail = models.CharField(max_length=300, blank=True)
    sealed = models.TextField(blank=True)
    findings = models.JSONField(default=list)
    tested_at = models.DateTimeField(null=True)
    works = models.BooleanField(default=False)
    mailbox = models.ForeignKey(Mailbox, null=True, on_delete=models.SET_NULL)

    class Meta:
        """Shown in the order of the file."""

        constraints = [models.UniqueConstraint(name="one_row_per_line", fields=["mailbox_list", "line"])]
