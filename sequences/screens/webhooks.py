"""What the pages of webhooks show."""

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from app.models import Webhook
from mailboxes.screens.words import State, Text

MOST = 100

KIND_WORDS: dict[str, Text] = {
    "campaign.paused": _("a campaign was paused"),
    "campaign.started": _("a campaign was started"),
    "mail.refused": _("a mail was refused for good"),
    "mail.sent": _("a mail was accepted"),
    "mail.uncertain": _("it is not sure that a mail left, and a person has to look"),
    "mailbox.paused": _("a mailbox was paused"),
    "mailbox.sign_in_needed": _("a mailbox must sign in again"),
    "message.relabelled": _("a person said what a message is"),
    "person.absent": _("somebody is out of office"),
    "person.bounced": _("a mail came back"),
    "person.complained": _("somebody called a mail spam"),
    "person.left": _("somebody left the company"),
    "person.opted_out": _("somebody opted out"),
    "person.replied": _("somebody replied"),
    "sending.resumed": _("sending goes on"),
    "sending.stopped": _("all sending was stopped"),
    "sequence.finished": _("somebody had every step"),
    "task.opened": _("a task was opened"),
}
POST_STATES = {
    "waiting": State(_("waits"), "clock", "wait"),
    "done": State(_("arrived"), "check", "go"),
    "refused": State(_("refused"), "stop", "stop"),
    "given_up": State(_("given up"), "warn", "stop"),
}


def webhooks(workspace_id: int) -> QuerySet[Webhook]:
    """Return the webhooks, those that live first, the newest first."""
    return Webhook.objects.filter(workspace_id=workspace_id).order_by("ended_at", "-id")[:MOST]
