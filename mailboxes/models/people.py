"""Whom a workspace knows: the memory of a person, and the lock of everything about them."""

from django.db import models
from django.db.models import Q

from app.models import Workspace


class Recipient(models.Model):
    """The memory of a person and the lock of everything about them; outlives the erasure of their data.

    `key` is the keyed hash of the normalised address. `fence` rises with each stop and each reopening. `alike` is the
    key of the plain address that this one is a spelling of (`ada+news@`, dots at Gmail); null where it is that itself.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    key = models.CharField(max_length=64)
    alike = models.CharField(max_length=64, null=True)  # noqa: DJ001 - most have none, and the index leaves those out
    fence = models.PositiveIntegerField(default=0)
    erased_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        """One row per address."""

        constraints = [models.UniqueConstraint(name="one_recipient_per_address", fields=["workspace", "key"])]
        indexes = [
            models.Index(name="spelling_of", fields=["workspace", "alike"], condition=Q(alike__isnull=False)),
        ]
