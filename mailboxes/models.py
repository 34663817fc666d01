"""Mailboxes, the people they write to, what was sent and what came in.

A row that has a composite key into its workspace (migration 0002) needs no second check that the workspace exists.
"""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage
from django.db import models
from django.db.models import Q
from django.db.models.functions import MD5

from app.models import Workspace
from mailboxes.core.states import LIVE_DELIVERY, BreakerState, DeliveryState, InboundState, MailboxState

LIVE = [state.value for state in DeliveryState if state in LIVE_DELIVERY]


class Recipient(models.Model):
    """The memory of a person and the lock of everything about them; outlives the erasure of their data.

    `key` is the keyed hash of the normalised address. `fence` rises with each stop and each reopening.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    key = models.CharField(max_length=64)
    fence = models.PositiveIntegerField(default=0)
    erased_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        """One row per address."""

        constraints = [models.UniqueConstraint(name="one_recipient_per_address", fields=["workspace", "key"])]


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
        ]

    def __str__(self) -> str:
        """Return the address, which its own team may see."""
        return self.address


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


class Quota(models.Model):
    """What a provider still lets a user or a project spend: one row each, locked for one short transaction.

    `key` is "user:" and the mailbox's id or "project:" and Google's number or name of it. All times are true time.
    """

    key = models.CharField(max_length=120, primary_key=True)
    full_at = models.DateTimeField(help_text="When all units are there again, if nobody takes any.")


class ProviderBreaker(models.Model):
    """Whether any process asks a provider; no row: yes. `until` (true time): when to try, or a try's end."""

    provider = models.CharField(max_length=200, primary_key=True)
    state = models.CharField(max_length=10)
    trips = models.PositiveSmallIntegerField(default=0)
    cause = models.CharField(max_length=20, blank=True)
    until = models.DateTimeField(null=True)
    changed_at = models.DateTimeField()

    class Meta:
        """Only what is closed has no time to wait for."""

        constraints = [
            models.CheckConstraint(name="breaker_state_is_known", condition=Q(state__in=list(map(str, BreakerState)))),
            models.CheckConstraint(
                name="closed_waits_for_nothing",
                condition=Q(state="closed", until__isnull=True) | (~Q(state="closed") & Q(until__isnull=False)),
            ),
        ]


class Budget(models.Model):
    """The locked row of a mailbox: used today, last sent, in flight; always the last lock of a transaction.

    `day` is the mailbox's local day and only moves forward, `decided_at` and `last_send_at` are world time.
    """

    mailbox = models.OneToOneField(Mailbox, primary_key=True, on_delete=models.CASCADE)
    day = models.DateField(null=True)
    used_today = models.PositiveIntegerField(default=0)
    granted = models.BigIntegerField(default=0, help_text="Permits ever granted: the number of the newest one.")
    last_send_at = models.DateTimeField(null=True)
    gap_jitter = models.FloatField(
        default=0.0, help_text="Drawn once per send: the share of the jitter the next gap gets."
    )
    in_flight_permit = models.BigIntegerField(null=True)
    decided_at = models.DateTimeField(null=True)


class Stored(models.GeneratedField):
    """A generated column of PostgreSQL. Django asks the server whether it can do that, also where none is needed."""

    def _check_supported(self, databases: list[str]) -> list[CheckMessage]:  # noqa: ARG002 - Django's signature
        return []

    def deconstruct(self) -> Any:
        """Be Django's own field in migrations, which import nothing of ours."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.GeneratedField", args, kwargs


class Delivery(models.Model):
    """One message somebody is to get, and where it stands. Narrow: what was written lies in DeliveryBody.

    The ids of campaign, step and touch point upward and so carry no foreign key; the audit checks them.
    """

    class Kind(models.TextChoices):
        """Why it is sent."""

        CAMPAIGN = "campaign"
        MANUAL = "manual"
        TEST = "test"

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.CAMPAIGN)
    recipient = models.ForeignKey(Recipient, on_delete=models.PROTECT, db_constraint=False, db_index=False)
    mailbox = models.ForeignKey(Mailbox, on_delete=models.PROTECT, db_constraint=False)
    campaign_id = models.BigIntegerField(null=True)
    step_id = models.BigIntegerField(null=True)
    touch_id = models.BigIntegerField(null=True)
    resend = models.PositiveSmallIntegerField(default=0, help_text="Raised by a person only.")
    state = models.CharField(max_length=12, default=DeliveryState.PREPARED.value)
    # No index may name the state itself: a claim, a mark and an acceptance then rewrite no index at all.
    live = Stored(
        expression=Q(state__in=LIVE),  # type: ignore[arg-type]
        output_field=models.BooleanField(),
        db_persist=True,
    )
    in_doubt = Stored(
        expression=Q(state=DeliveryState.UNCERTAIN.value),  # type: ignore[arg-type]
        output_field=models.BooleanField(),
        db_persist=True,
    )
    token = models.CharField(max_length=40, help_text="Our id on the wire.")
    message_id = models.CharField(max_length=255, help_text="Minted once, without angle brackets.")
    real_message_id = models.CharField(max_length=998, blank=True, help_text="What the provider made of it.")
    provider_id = models.CharField(max_length=255, blank=True)
    provider_thread_id = models.CharField(max_length=255, blank=True)
    permit_id = models.BigIntegerField(null=True, help_text="The permit that holds it, or held it last.")
    lease_until = models.DateTimeField(null=True)
    call_began_at = models.DateTimeField(null=True)
    not_before = models.DateTimeField(null=True, help_text="World time; a deferred mail waits until then.")
    attempts = models.PositiveSmallIntegerField(default=0)
    settled_at = models.DateTimeField(null=True)
    accepted_world = models.DateTimeField(null=True, help_text="World time at which responsibility passed on.")
    delivery_status = models.CharField(max_length=12, default="unknown")
    reason = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        """The rules that forbid doubles are these indexes."""

        constraints = [
            models.UniqueConstraint(name="one_delivery_per_token", fields=["token"]),
            models.UniqueConstraint(name="one_delivery_per_message_id", fields=["message_id"]),
            models.UniqueConstraint(name="one_live_delivery_per_touch", fields=["touch_id"], condition=Q(live=True)),
            models.CheckConstraint(
                name="delivery_state_is_known", condition=Q(state__in=list(map(str, DeliveryState)))
            ),
            models.CheckConstraint(
                name="sending_has_permit_and_lease",
                condition=~Q(state=DeliveryState.SENDING.value) | Q(permit_id__isnull=False, lease_until__isnull=False),
            ),
            models.CheckConstraint(
                name="uncertain_has_permit_and_call",
                condition=~Q(state=DeliveryState.UNCERTAIN.value)
                | Q(permit_id__isnull=False, call_began_at__isnull=False),
            ),
            models.CheckConstraint(
                name="prepared_holds_nothing",
                condition=~Q(state=DeliveryState.PREPARED.value)
                | Q(lease_until__isnull=True, call_began_at__isnull=True),
            ),
            models.CheckConstraint(
                name="accepted_has_its_time",
                condition=~Q(
                    state__in=[
                        DeliveryState.ACCEPTED.value,
                        DeliveryState.BOUNCED.value,
                        DeliveryState.COMPLAINED.value,
                    ]
                )
                | Q(accepted_world__isnull=False),
            ),
        ]
        indexes = [
            # reconcile: what nobody knows. What is under way is found through its open permit
            models.Index(name="delivery_uncertain", fields=["id"], condition=Q(in_doubt=True)),
            # real_ids: names that did not come by themselves; by id: one on the time would be rewritten by each send
            models.Index(
                name="delivery_nameless",
                fields=["id"],
                condition=Q(real_message_id="") & ~Q(provider_id=""),
            ),
            # matching by the provider's own ids
            models.Index(name="delivery_real_id", fields=["real_message_id"], condition=~Q(real_message_id="")),
            models.Index(
                name="delivery_thread", fields=["mailbox", "provider_thread_id"], condition=~Q(provider_thread_id="")
            ),
            # matching by recipient, freshness of the inboxes that mailed a person
            models.Index(name="delivery_of_recipient", fields=["recipient", "mailbox"]),
            models.Index(name="delivery_of_touch", fields=["touch_id"]),
        ]


class DeliveryBody(models.Model):
    """What was written and to which address; erasable, dropped by retention."""

    delivery = models.OneToOneField(Delivery, primary_key=True, on_delete=models.CASCADE)
    address = models.CharField(max_length=254)
    subject = models.TextField()
    text = models.TextField()
    html = models.TextField(blank=True)
    in_reply_to = models.CharField(max_length=998, blank=True)
    references = models.JSONField(default=list)
    source = models.CharField(max_length=64, help_text="Fingerprint of template, contact, mailbox and thread head.")
    answers = models.JSONField(
        default=dict,
        db_default={},
        help_text="Permit -> the server's refusal, in words that may quote an address.",
    )

    class Meta:
        """Looked up by subject: an answer under it is an answer to us."""

        indexes = [models.Index(MD5("subject"), name="body_of_subject")]


class InboundMessage(models.Model):
    """A message a feed brought; ends with exactly one disposition."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False)
    mailbox = models.ForeignKey(Mailbox, on_delete=models.CASCADE, db_constraint=False)
    provider_id = models.CharField(max_length=255)
    provider_thread_id = models.CharField(max_length=255, blank=True)
    message_id = models.CharField(max_length=998, blank=True)
    own = models.BooleanField(default=False)
    state = models.CharField(max_length=12, default=InboundState.STORED.value)
    kind = models.CharField(max_length=20, blank=True)
    rule = models.CharField(max_length=60, blank=True)
    evidence = models.CharField(max_length=200, blank=True)
    disposition = models.CharField(max_length=20, blank=True)
    recipient_id = models.BigIntegerField(null=True)
    delivery_id = models.BigIntegerField(null=True)
    from_domain = models.CharField(max_length=253, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField()
    reason = models.CharField(max_length=200, blank=True)
    concern = models.CharField(
        max_length=20, blank=True, db_default="", help_text="Why its body was read; empty: it was not."
    )
    body_due = models.BooleanField(
        default=False, db_default=False, help_text="It was passed over, concerns us after all, and is to be fetched."
    )
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+", db_index=False
    )
    received_at = models.DateTimeField(help_text="The server's time of arrival.")
    stored_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)

    class Meta:
        """Once per mailbox and provider id; a final state has its disposition."""

        constraints = [
            models.UniqueConstraint(name="one_row_per_provider_id", fields=["mailbox", "provider_id"]),
            models.CheckConstraint(name="inbound_state_is_known", condition=Q(state__in=list(map(str, InboundState)))),
            models.CheckConstraint(
                name="decided_means_disposition",
                condition=Q(state=InboundState.STORED.value, decided_at__isnull=True, disposition="")
                | (~Q(state=InboundState.STORED.value) & Q(decided_at__isnull=False) & ~Q(disposition="")),
            ),
        ]
        indexes = [
            models.Index(
                name="inbound_undecided", fields=["next_try_at"], condition=Q(state=InboundState.STORED.value)
            ),
            models.Index(name="inbound_by_message_id", fields=["workspace", "message_id"]),
            models.Index(name="inbound_of_mailbox", fields=["mailbox", "stored_at"]),
            # found again, to be fetched at the next poll
            models.Index(name="inbound_body_due", fields=["mailbox"], condition=Q(body_due=True)),
        ]


class InboundRaw(models.Model):
    """The bytes of a message that concerns us; dropped for everybody else's mail and by retention."""

    message = models.OneToOneField(InboundMessage, primary_key=True, on_delete=models.CASCADE)
    raw = models.BinaryField()


class InboundTrace(models.Model):
    """By what a message that found nobody can be found again for some days: keyed hashes of ids and of its sender."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_index=False)
    message = models.ForeignKey(InboundMessage, on_delete=models.CASCADE)
    key = models.CharField(max_length=64)
    until = models.DateTimeField(db_index=True)

    class Meta:
        """Looked up by key."""

        indexes = [models.Index(name="trace_of_key", fields=["workspace", "key"])]


class InboundCursor(models.Model):
    """How far a mailbox was read. Moved by compare-and-set on `version`, with the rows it passes.

    `listed_at` is database time before the first request of the last complete listing.
    """

    mailbox = models.OneToOneField(Mailbox, primary_key=True, on_delete=models.CASCADE)
    value = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=0)
    listed_at = models.DateTimeField(null=True)
    next_poll_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=60, blank=True)


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
