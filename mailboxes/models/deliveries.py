"""What was sent: one row for each message, and beside it what can be erased.

A row that has a composite key into its workspace needs no second check that the workspace exists.
"""

from typing import Any

from django.core.checks import CheckMessage
from django.db import models
from django.db.models import Q
from django.db.models.functions import MD5

from app.models import Workspace
from mailboxes.core.states import LIVE_DELIVERY, DeliveryState
from mailboxes.models.accounts import Mailbox
from mailboxes.models.people import Recipient

LIVE = [state.value for state in DeliveryState if state in LIVE_DELIVERY]


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
        PROBE = "probe"

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
    provider_id = models.CharField(max_length=255, blank=True, help_text="What the next server called it.")
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
                condition=Q(real_message_id="") & ~Q(provider_id="") & ~Q(provider_thread_id=""),
            ),
            # matching by what a relay called it. A mail of SMTP has this entry instead of one in delivery_real_id
            models.Index(
                name="delivery_relay_id",
                fields=["mailbox", "provider_id"],
                condition=Q(provider_thread_id="") & ~Q(provider_id=""),
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
