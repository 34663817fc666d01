"""How campaigns were changed: what their texts, steps and settings were before, and steps not yet put in place."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from app.models import Workspace
from sequences.models.campaigns import Campaign, Variant


class CampaignVersion(models.Model):
    """One change of a campaign, with what it was before and after; of steps it says how far its people are moved."""

    class Kind(models.TextChoices):
        """What changed."""

        COPY = "copy"
        STRUCTURE = "structure"
        SETTINGS = "settings"

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    kind = models.CharField(max_length=10, choices=Kind)
    variant = models.ForeignKey(Variant, null=True, on_delete=models.SET_NULL, db_constraint=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    extends = models.BooleanField(default=False, help_text="Who had finished goes on with what was added behind.")
    at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, help_text="All its people were moved.")

    class Meta:
        """Unfinished ones are looked for every few seconds."""

        indexes = [
            models.Index(name="version_of_campaign", fields=["campaign", "id"]),
            models.Index(name="version_unfinished", fields=["id"], condition=Q(done_at__isnull=True)),
        ]


class StructureDraft(models.Model):
    """Steps as somebody arranges them, one draft a campaign; nothing of it holds before it is put in place.

    `base` are the steps it began with: where these changed meanwhile it is refused.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, db_constraint=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    base = models.JSONField()
    steps = models.JSONField()
    at = models.DateTimeField()
