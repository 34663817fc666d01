"""What came in, how far each mailbox was read, and what is left of other people's mail."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from app.models import Workspace
from mailboxes.core.states import InboundState
from mailboxes.models.accounts import Mailbox


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
            # erasure: what came from a person
            models.Index(name="inbound_of_recipient", fields=["recipient_id"], condition=Q(recipient_id__isnull=False)),
            # bounces.screens.unmatched: what found nobody, newest first
            models.Index(
                name="inbound_unmatched",
                fields=["workspace", "received_at", "id"],
                condition=Q(disposition="unmatched"),
            ),
            # mail of a warm-up service that left this mailbox: it counts in the provider's rolling 24 hours
            models.Index(
                name="inbound_warm_up_sent", fields=["mailbox", "received_at"], condition=Q(own=True, kind="warm_up")
            ),
        ]


class InboundRaw(models.Model):
    """The bytes of a message that concerns us; dropped for everybody else's mail and by retention."""

    message = models.OneToOneField(InboundMessage, primary_key=True, on_delete=models.CASCADE)
    raw = models.BinaryField()


class InboundDay(models.Model):
    """How many messages a feed brought of one day, counted when each was stored: what their outcomes must add up to."""

    mailbox = models.ForeignKey(Mailbox, on_delete=models.CASCADE, db_index=False)
    day = models.DateField(help_text="Of the server's time of arrival, in UTC.")
    received = models.PositiveIntegerField()

    class Meta:
        """One row per mailbox and day."""

        constraints = [models.UniqueConstraint(name="one_count_per_mailbox_and_day", fields=["mailbox", "day"])]


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
