"""Mailboxes in words: each state as word, icon and tone, and how long ago something was."""

from dataclasses import dataclass
from datetime import timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

type Text = str | Promise


@dataclass(frozen=True, slots=True)
class State:
    """A state on the screen: none of word, icon and colour has to be enough alone."""

    word: Text
    icon: str
    tone: str  # go, info, wait, stop, quiet


MAILBOX: dict[str, State] = {
    "connected": State(_("Connected"), "check", "go"),
    "resting": State(_("Resting"), "clock", "wait"),
    "left_alone": State(_("Its provider does not answer"), "plug", "wait"),
    "warned": State(_("Its mails come back"), "warn", "wait"),
    "called_spam": State(_("Was called spam"), "warn", "wait"),
    "slowed": State(_("Sends half"), "warn", "wait"),
    "unread": State(_("Inbox not read"), "warn", "wait"),
    "paused": State(_("Paused"), "pause", "wait"),
    "reconnect_needed": State(_("Must sign in again"), "plug", "stop"),
    "disconnected": State(_("Disconnected"), "plug", "quiet"),
}
MAILBOX_KIND: dict[str, Text] = {"gmail": _("Gmail"), "smtp": _("SMTP")}
MAILBOX_PURPOSE: dict[str, Text] = {"outreach": _("only for outreach"), "personal": _("a person's own")}
WARNED = {"set_up_refused": "warned", "complaint": "called_spam"}  # why a mailbox that sends is warned -> its state
MAILBOX_BECAUSE: dict[str, Text] = {
    "credentials_refused": _("its sign-in was refused"),
    "sender_refused": _("several answers in a row refused this sender, whoever the mail was for"),
    "set_up_refused": _("its mails came back because of its own set-up: sign-in, alias, or what its domain says of it"),
    "domain_refused": _("several answers in a row refused mail of this domain, whoever it was for"),
    "complaint": _("somebody called one of its mails spam"),
    "complaints": _("too many of its mails were called spam"),
    "domain_complaints": _("too many mails of its domain were called spam"),
    "hard_bounces": _("too many of its mails went to addresses that do not exist"),
    "domain_hard_bounces": _("too many mails of its domain went to addresses that do not exist"),
}


def ago(span: timedelta) -> str:
    """Return how long ago something was, in the largest unit that still says something."""
    seconds = max(0, int(span.total_seconds()))
    if not seconds:
        return gettext("just now")
    if seconds < 90:
        return ngettext("%(n)d second ago", "%(n)d seconds ago", seconds) % {"n": seconds}
    if seconds < 90 * 60:
        return ngettext("%(n)d minute ago", "%(n)d minutes ago", seconds // 60) % {"n": seconds // 60}
    if seconds < 36 * 3600:
        return ngettext("%(n)d hour ago", "%(n)d hours ago", seconds // 3600) % {"n": seconds // 3600}
    return ngettext("%(n)d day ago", "%(n)d days ago", seconds // 86400) % {"n": seconds // 86400}


def span(seconds: int) -> str:
    """Return a span of time, in whole minutes where it is one."""
    if seconds >= 60 and seconds % 60 == 0:
        return ngettext("%(n)d minute", "%(n)d minutes", seconds // 60) % {"n": seconds // 60}
    return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}
