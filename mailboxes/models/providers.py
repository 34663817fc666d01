"""What is known of providers beside their mailboxes: the units left, and whether they answer."""

from django.db import models
from django.db.models import Q

from mailboxes.core.states import BreakerState


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
