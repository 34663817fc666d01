"""Whom a workspace knows: the memory of a person, and the lock of everything about them."""

from django.db import models

from app.models import Workspace


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
