"""What was found of a mailbox's health, and the mails that were sent to find it."""

from django.db import models
from django.db.models import Q

from app.models import Workspace
from mailboxes.core.health.findings import Result, Source
from mailboxes.models.accounts import Mailbox
from mailboxes.models.deliveries import Delivery


class HealthCheck(models.Model):
    """One answer to one question about a mailbox, or about a sending domain of the workspace.

    `name` is a mailboxes.core.health.findings.Check, or that of a score somebody pushed. Times are the world's. An
    answer of the name servers that is given again lasts on: `measured_at` moves to when it was last given.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_index=False)
    mailbox = models.ForeignKey(Mailbox, null=True, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    domain = models.CharField(max_length=253, blank=True, help_text="Of a score for all mailboxes of a domain.")
    name = models.CharField(max_length=60)
    source = models.CharField(max_length=8)
    result = models.CharField(max_length=8)
    code = models.CharField(max_length=30)
    data = models.JSONField(default=dict, help_text="Numbers, domains, selectors; no address.")
    measured_at = models.DateTimeField()
    since = models.DateTimeField(null=True, help_text="When it was first given, if it was given more than once.")

    class Meta:
        """Read by mailbox, or domain, and age."""

        constraints = [
            models.CheckConstraint(
                name="health_of_mailbox_or_domain",
                condition=Q(mailbox__isnull=False, domain="") | (Q(mailbox__isnull=True) & ~Q(domain="")),
            ),
            models.CheckConstraint(name="health_result_is_known", condition=Q(result__in=list(map(str, Result)))),
            models.CheckConstraint(name="health_source_is_known", condition=Q(source__in=list(map(str, Source)))),
        ]
        indexes = [
            models.Index(name="health_of_mailbox", fields=["mailbox", "measured_at"]),
            models.Index(
                name="health_of_domain", fields=["workspace", "domain", "measured_at"], condition=~Q(domain="")
            ),
            models.Index(name="health_by_age", fields=["measured_at"]),
        ]


class HealthRound(models.Model):
    """When a mailbox is measured next, in world time; one without a row was never measured."""

    mailbox = models.OneToOneField(Mailbox, primary_key=True, on_delete=models.CASCADE, db_constraint=False)
    due_at = models.DateTimeField(db_index=True)


class Probe(models.Model):
    """A mail from one mailbox of the workspace to another, or to itself, whose arrival tells how it is received."""

    class End(models.TextChoices):
        """What became of it; empty while nobody knows. One that is lost may arrive after all."""

        ARRIVED = "arrived"
        RETURNED = "returned"
        LOST = "lost"

    delivery = models.OneToOneField(Delivery, primary_key=True, on_delete=models.CASCADE, db_constraint=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    mailbox = models.ForeignKey(Mailbox, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    receiver = models.ForeignKey(
        Mailbox, on_delete=models.CASCADE, db_constraint=False, db_index=False, related_name="+"
    )
    token = models.CharField(max_length=40, help_text="Our id on the wire.")
    made_at = models.DateTimeField(help_text="True time.")
    ended = models.CharField(max_length=8, choices=End, blank=True)

    class Meta:
        """Looked for in what its receiver reads, and among what is under way."""

        indexes = [
            models.Index(name="probe_to_receiver", fields=["receiver", "made_at"]),
            models.Index(name="probe_of_mailbox", fields=["mailbox", "made_at"]),
            models.Index(name="probe_under_way", fields=["made_at"], condition=Q(ended="")),
        ]
