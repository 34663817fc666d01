"""What the next days look like, worked out beforehand: pages read one row instead of every person who waits."""

from django.db import models

from app.models import Workspace


class Outlook(models.Model):
    """The forecast of all running campaigns of a workspace together, as sequences.actions.outlook last worked it out.

    `values`: {"days": [...], "campaigns": [...]}, numbers and dates alone.
    """

    workspace = models.OneToOneField(Workspace, primary_key=True, on_delete=models.CASCADE, db_constraint=False)
    values = models.JSONField(default=dict)
    world_at = models.DateTimeField(help_text="World time from which it looks ahead.")
