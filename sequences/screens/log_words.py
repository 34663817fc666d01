"""The groups of things that the log is filtered by."""

from django.utils.translation import gettext_lazy as _

from mailboxes.screens.words import Text

GROUPS: dict[str, Text] = {
    "delivery": _("Mails that leave"),
    "permit": _("What mails were cleared or held by"),
    "recipient": _("Stops and absences of people"),
    "outcome": _("What came back"),
    "inbound": _("Messages that were read"),
    "enrollment": _("People in campaigns"),
    "task": _("Tasks"),
    "campaign": _("Campaigns"),
    "contact": _("Contacts"),
    "import": _("Imports"),
    "mailbox": _("Mailboxes"),
    "protection": _("The protection policy"),
    "policy": _("Numbers that mails are judged by"),
    "conversation": _("Conversations"),
    "workspace": _("The workspace"),
    "member": _("Its members"),
}
