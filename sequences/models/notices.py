"""Who wants to be told what, where and when; and each thing that somebody is told, once on each channel."""

from django.db import models
from django.db.models import Q

from app.models import Member


class NoticeWish(models.Model):
    """What a seat's user wants to be told; a seat without a row has what is usual (sequences.core.notices)."""

    member = models.OneToOneField(Member, primary_key=True, on_delete=models.CASCADE)
    kinds = models.JSONField(default=dict, help_text="Kind -> now, digest or off; what is not here is as usual.")
    email = models.BooleanField(default=True, db_default=True)
    slack = models.TextField(blank=True, help_text="The webhook's address, sealed for this row.")
    teams = models.TextField(blank=True, help_text="The same.")
    names = models.BooleanField(default=False, db_default=False, help_text="People's names go along.")
    zone = models.CharField(max_length=64, blank=True, help_text="Empty: the workspace's.")
    quiet_from = models.TimeField(null=True)
    quiet_until = models.TimeField(null=True)
    digest_at = models.TimeField(default="08:00")
    said = models.JSONField(default=dict, help_text="Channel -> how its last call ended.")


class Notice(models.Model):
    """One event for one seat on one channel: ids only; its words are made when it leaves."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, db_index=False)
    channel = models.CharField(max_length=8)
    event_id = models.BigIntegerField()
    kind = models.CharField(max_length=20)
    subject_id = models.BigIntegerField()
    recipient_id = models.BigIntegerField(null=True)
    state = models.CharField(max_length=8, default="waiting", help_text="waiting, done, refused or given_up.")
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(help_text="True time.")
    done_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        """An event is told a seat once on a channel; what is due is read by time."""

        constraints = [
            models.UniqueConstraint(name="one_notice_per_event", fields=["member", "channel", "event_id"]),
            models.CheckConstraint(
                name="notice_state_is_known", condition=Q(state__in=["waiting", "done", "refused", "given_up"])
            ),
        ]
        indexes = [
            models.Index(name="notice_due_first", fields=["next_at"], condition=Q(state="waiting")),
            models.Index(name="notice_old_first", fields=["created_at"]),
        ]
