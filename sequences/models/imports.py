"""Files of people."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from app.models import Workspace
from sequences.models.campaigns import Campaign
from sequences.models.people import Tag


class Import(models.Model):
    """A file of people, staged by line and written in batches; a killed import goes on at `mark`.

    One that comes through the pages waits twice for a person: `uploaded`, for the meaning of its columns, and `read`,
    for a yes to what would happen.
    """

    class State(models.TextChoices):
        """`failed` also means: no row of it was valid."""

        UPLOADED = "uploaded"
        READING = "reading"
        READ = "read"
        STAGED = "staged"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        UNDONE = "undone"

    class Scope(models.TextChoices):
        """What becomes of rows whose person is a contact already."""

        SKIP = "skip"
        UPDATE = "update"
        FILL = "fill"

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    name = models.CharField(max_length=200)
    state = models.CharField(max_length=10, choices=State, default=State.STAGED)
    campaign = models.ForeignKey(Campaign, null=True, on_delete=models.SET_NULL, db_constraint=False)
    columns = models.JSONField(default=list)
    mapping = models.JSONField(default=list)
    encoding = models.CharField(max_length=20)
    separator = models.CharField(max_length=1)
    scope = models.CharField(max_length=6, choices=Scope, default=Scope.UPDATE, db_default="update")
    tag = models.ForeignKey(Tag, null=True, on_delete=models.SET_NULL, db_constraint=False, db_index=False)
    source = models.CharField(max_length=200, blank=True, db_default="")
    basis = models.CharField(max_length=20, blank=True, db_default="")
    verified_on = models.DateField(null=True, help_text="When its addresses were verified, unless a row says so.")
    foreseen = models.JSONField(default=dict, help_text="Numbers of people, counted before anybody is written.")
    said = models.CharField(max_length=300, blank=True, db_default="", help_text="Why the file could not be read.")
    undone = models.JSONField(default=dict, help_text="What was taken back, and what stays.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    mark = models.PositiveIntegerField(default=0, help_text="Every row numbered up to this one has its verdict.")
    rows_read = models.PositiveIntegerField(default=0)
    created = models.PositiveIntegerField(default=0)
    updated = models.PositiveIntegerField(default=0)
    skipped = models.PositiveIntegerField(default=0)
    rejected = models.PositiveIntegerField(default=0)
    enrolled = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        """Once finished, the numbers add up."""

        constraints = [
            models.CheckConstraint(
                name="rows_add_up",
                condition=~Q(state__in=["done", "failed"])
                | Q(rows_read=models.F("created") + models.F("updated") + models.F("skipped") + models.F("rejected")),
            )
        ]


class ImportRow(models.Model):
    """One row of the file and what became of it; `data` is emptied once it is written."""

    class Verdict(models.TextChoices):
        """Exactly one per row."""

        CREATED = "created"
        UPDATED = "updated"
        SKIPPED = "skipped"
        REJECTED = "rejected"

    batch = models.ForeignKey(Import, on_delete=models.CASCADE)
    number = models.PositiveIntegerField(help_text="Counted from 1 without the header.")
    line = models.PositiveIntegerField(help_text="The physical line on which the row begins.")
    data = models.JSONField(default=dict)
    recipient_id = models.BigIntegerField(null=True)
    verdict = models.CharField(max_length=10, choices=Verdict, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    column = models.PositiveIntegerField(null=True)

    class Meta:
        """A row is staged once."""

        constraints = [models.UniqueConstraint(name="one_row_per_number", fields=["batch", "number"])]
        indexes = [models.Index(name="import_rejected", fields=["batch", "number"], condition=Q(verdict="rejected"))]


class ImportPiece(models.Model):
    """A piece of an uploaded file, until its rows are staged; a day at the most."""

    batch = models.ForeignKey(Import, on_delete=models.CASCADE, db_index=False)
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        """In order."""

        constraints = [models.UniqueConstraint(name="one_piece_per_number", fields=["batch", "number"])]
