"""A list of mailboxes in words: what each row came to, and what of the file is not taken over."""

from dataclasses import dataclass

from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from mailboxes.core.bulk_rows import Note, RowFault
from mailboxes.core.check_faults import Fault, Finding, Outcome, Report, Step
from mailboxes.models import ListedMailbox, MailboxList
from mailboxes.screens.check_words import sentence
from mailboxes.screens.words import State, Text

FAULTS: dict[RowFault, Text] = {
    RowFault.UNREADABLE: _("The row cannot be read."),
    RowFault.NO_ADDRESS: _("There is no address in this row."),
    RowFault.BAD_ADDRESS: _("This is not a mail address."),
    RowFault.NO_PASSWORD: _("There is no password in this row."),
    RowFault.TWO_LOGINS: _("Sending and reading have different user names or passwords; one for both is needed."),
    RowFault.BAD_NAME: _("The name is too long, or holds a line break or an invisible sign."),
    RowFault.BAD_HOST: _("The server's host is not a host name."),
    RowFault.BAD_PORT: _("The port is not a number from 1 to 65535."),
    RowFault.BAD_SECURITY: _("The protection is one of tls, starttls."),
    RowFault.BAD_CAP: _("The number of mails a day is not a number from 1 to 2000."),
    RowFault.BAD_PURPOSE: _("The purpose is one of outreach, personal."),
    RowFault.TWICE: _("The address stands further up already."),
    RowFault.CONNECTED: _("It is connected already."),
}
NOTES: dict[Note, Text] = {
    Note.BCC: _("Copies to a bcc address are not sent from here. Columns not taken over:"),
    Note.WARM_UP: _("Nothing here sends warm-up mail. Columns not taken over:"),
    Note.LEFT_OUT: _("Not taken over:"),
    Note.UNKNOWN: _("Not known, and not taken over:"),
}
WAITS = State(_("being tried"), "clock", "info")
WORKS = State(_("works"), "check", "go")
FAILS = State(_("does not work"), "stop", "stop")
REFUSED = State(_("cannot be tried"), "warn", "wait")
THERE = State(_("connected already"), "check", "quiet")
SAVED = State(_("connected"), "check", "go")


@dataclass(frozen=True, slots=True)
class ListLine:
    """One row on the page."""

    row: ListedMailbox
    state: State
    told: str

    @property
    def may_be_saved(self) -> bool:
        """Tell whether it works and is not stored yet."""
        return self.state is WORKS


def lines_of(mailbox_list: MailboxList) -> list[ListLine]:
    """Return the rows in the order of the file. One query."""
    return [_line(row) for row in mailbox_list.listedmailbox_set.order_by("line")]


def notes_of(mailbox_list: MailboxList) -> list[tuple[Text, str]]:
    """Return what of the file is not taken over, the warning first."""
    return [(NOTES[note], ", ".join(mailbox_list.notes[note])) for note in Note if note in mailbox_list.notes]


def report_of(row: ListedMailbox) -> Report:
    """Return what the check of a row found."""
    return Report(row.address, tuple(_finding(*kept) for kept in row.findings))


def _finding(step: str, outcome: str, fault: str | None, facts: dict[str, object], said: str) -> Finding:
    return Finding(Step(step), Outcome(outcome), Fault(fault) if fault else None, facts, said)


def _line(row: ListedMailbox) -> ListLine:
    if row.refused:
        fault = RowFault(row.refused)
        told = " ".join(part for part in (str(FAULTS[fault]), _detail(fault, row.detail)) if part)
        return ListLine(row, THERE, "") if fault is RowFault.CONNECTED else ListLine(row, REFUSED, told)
    if row.mailbox_id is not None:
        return ListLine(row, SAVED, "")
    if row.tested_at is None:
        return ListLine(row, WAITS, "")
    if row.works:
        return ListLine(row, WORKS, _reading(report_of(row)))
    return ListLine(row, FAILS, sentence(report_of(row)) or now("It did not work, and we do not know why."))


def _detail(fault: RowFault, detail: str) -> str:
    if fault is RowFault.TWICE and detail:
        return now("See line %(line)s.") % {"line": detail}
    return detail if fault in {RowFault.UNREADABLE, RowFault.BAD_ADDRESS} else ""


def _reading(report: Report) -> str:
    return "" if report.reads else now("It can send, but not be read: follow-ups will be held.")
