"""What people add to conversations: answers on their way, notes, texts they use again, and keys they chose."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from app.models import Workspace
from bounces.models import Conversation
from mailboxes.models import Delivery


class Answer(models.Model):
    """A mail that somebody wrote in a conversation. Its words and its state are those of its delivery.

    While it is open a worker sends it once `send_at` is over; whoever takes it back before closes it. It is never
    opened again: what nobody knows the end of is not sent twice.
    """

    class After(models.TextChoices):
        """What becomes of the conversation once the answer has left."""

        STAY = "stay"
        DONE = "done"
        REMIND = "remind"

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, db_constraint=False)
    delivery = models.OneToOneField(Delivery, on_delete=models.CASCADE, db_constraint=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    seen = models.PositiveIntegerField(help_text="Messages that had come in when it was written.")
    send_at = models.DateTimeField(help_text="True time; before it nobody sends it.")
    tries = models.PositiveSmallIntegerField(default=0)
    waits_for = models.CharField(max_length=60, blank=True, help_text="Why the last try did not send it.")
    after = models.CharField(max_length=6, choices=After, default=After.STAY)
    remind_days = models.PositiveSmallIntegerField(default=0)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        """The open ones are looked for every second."""

        indexes = [models.Index(name="answer_open", fields=["send_at"], condition=Q(closed_at__isnull=True))]


class AnswerFile(models.Model):
    """A file that goes with an answer; erased with its words."""

    answer = models.ForeignKey(Answer, on_delete=models.CASCADE)
    name = models.CharField(max_length=200)
    content_type = models.CharField(max_length=100)
    body = models.BinaryField()


class Note(models.Model):
    """What somebody of us wrote down beside a conversation; nobody else sees it. Erased with the person."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, db_constraint=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    text = models.TextField()
    at = models.DateTimeField(help_text="World time.")


class Snippet(models.Model):
    """A text that a workspace uses again in answers, with merge fields as campaigns have them."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_index=False)
    name = models.CharField(max_length=80)
    text = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    at = models.DateTimeField()

    class Meta:
        """Chosen by name."""

        constraints = [models.UniqueConstraint(name="one_snippet_per_name", fields=["workspace", "name"])]


class KeyChoice(models.Model):
    """The keys a person uses in the inbox, by what they do; what is not here is as it comes."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE)
    keys = models.JSONField(default=dict)
