"""What came back, whom it stops, and whom this workspace must never mail again."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from app.models import Workspace
from mailboxes.models import Mailbox, Recipient


class Outcome(models.Model):
    """One thing that came back about one person. Written under the recipient's lock, never undone."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False)
    recipient = models.ForeignKey(Recipient, on_delete=models.PROTECT, db_constraint=False)
    kind = models.CharField(max_length=20)
    stops = models.BooleanField(help_text="No automated mail may follow this until a person reopens.")
    fence = models.PositiveIntegerField(help_text="The recipient's fence after this outcome.")
    category = models.CharField(max_length=30, blank=True)
    status = models.CharField(max_length=12, blank=True, help_text="Enhanced status code.")
    delivery_id = models.BigIntegerField(null=True)
    exact = models.BooleanField(default=False, help_text="Matched by our own Message-ID, not by address.")
    inbound_id = models.BigIntegerField(null=True)
    rule = models.CharField(max_length=60, blank=True)
    return_date = models.DateField(null=True)
    at = models.DateTimeField()
    world_at = models.DateTimeField()

    class Meta:
        """One outcome per message and person it speaks of."""

        constraints = [
            models.UniqueConstraint(
                name="one_outcome_per_message_and_person",
                fields=["inbound_id", "recipient"],
                condition=Q(inbound_id__isnull=False),
            )
        ]
        indexes = [
            models.Index(name="outcome_of_recipient", fields=["recipient", "id"]),
            models.Index(name="outcome_of_delivery", fields=["delivery_id"], condition=Q(delivery_id__isnull=False)),
        ]


class Suppression(models.Model):
    """Do not contact: an address (by its recipient row, so that it needs no contact) or a domain."""

    class Scope(models.TextChoices):
        """What an entry covers; a domain is written `foo.example`, or `*.bar.example` for its subdomains alone."""

        ADDRESS = "address"
        DOMAIN = "domain"

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    scope = models.CharField(max_length=10, choices=Scope)
    recipient = models.ForeignKey(Recipient, null=True, on_delete=models.PROTECT, db_constraint=False)
    domain = models.CharField(max_length=253, blank=True)
    reason = models.CharField(max_length=60)
    delivery_id = models.BigIntegerField(null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True)
    lift_reason = models.CharField(max_length=200, blank=True)
    cascaded_at = models.DateTimeField(null=True, help_text="A domain's people were all taken out of their campaigns.")

    class Meta:
        """One living entry per address and per domain."""

        constraints = [
            models.UniqueConstraint(
                name="one_suppression_per_address",
                fields=["workspace", "recipient"],
                condition=Q(lifted_at__isnull=True, recipient__isnull=False),
            ),
            models.UniqueConstraint(
                name="one_suppression_per_domain",
                fields=["workspace", "domain"],
                condition=Q(lifted_at__isnull=True) & ~Q(domain=""),
            ),
            models.CheckConstraint(
                name="suppression_names_one_thing",
                condition=Q(scope="address", recipient__isnull=False, domain="")
                | (Q(scope="domain", recipient__isnull=True) & ~Q(domain="")),
            ),
        ]


class UnsubscribeRequest(models.Model):
    """The bare wish, committed before anything is tried; while it is open the permit refuses."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False)
    recipient = models.ForeignKey(Recipient, on_delete=models.PROTECT, db_constraint=False)
    delivery_id = models.BigIntegerField(null=True)
    received_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField()

    class Meta:
        """Open ones are looked up by the permit and by the sweeper."""

        indexes = [
            models.Index(name="unsubscribe_open", fields=["recipient"], condition=Q(done_at__isnull=True)),
            models.Index(name="unsubscribe_due", fields=["next_try_at"], condition=Q(done_at__isnull=True)),
        ]


class LearnedAddress(models.Model):
    """Another address of a person, learned from an answer they wrote; both are recipients."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False)
    recipient = models.ForeignKey(Recipient, on_delete=models.PROTECT, db_constraint=False, related_name="aliases")
    alias = models.ForeignKey(Recipient, on_delete=models.PROTECT, db_constraint=False, related_name="alias_of")
    learned_at = models.DateTimeField()

    class Meta:
        """An address is learned once for a person."""

        constraints = [models.UniqueConstraint(name="one_alias_per_person", fields=["recipient", "alias"])]
        indexes = [models.Index(name="alias_lookup", fields=["alias"])]


class Conversation(models.Model):
    """What a person and a mailbox wrote to each other."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False)
    mailbox = models.ForeignKey(Mailbox, on_delete=models.CASCADE, db_constraint=False)
    recipient = models.ForeignKey(Recipient, on_delete=models.PROTECT, db_constraint=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    last_kind = models.CharField(max_length=20, blank=True)
    last_inbound_at = models.DateTimeField(null=True)

    class Meta:
        """One conversation per person and mailbox."""

        constraints = [models.UniqueConstraint(name="one_conversation", fields=["mailbox", "recipient"])]
