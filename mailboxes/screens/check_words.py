"""A check in plain words: what each step is, how it ended, and what to do about a failure."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

from mailboxes.core.check_faults import GOOGLE, READING, SENDING, Fault, Finding, Outcome, Report, Step
from mailboxes.core.mail_hosts import MailHost, by_domain, by_server
from mailboxes.screens.words import State, Text

STEPS: dict[Step, Text] = {
    Step.SEND_REACH: _("Server reached"),
    Step.SEND_SECURE: _("Connection protected"),
    Step.SEND_SIGN_IN: _("Signed in"),
    Step.SEND_LIMITS: _("Takes mail"),
    Step.READ_REACH: _("Server reached"),
    Step.READ_SECURE: _("Connection protected"),
    Step.READ_SIGN_IN: _("Signed in"),
    Step.READ_FOLDERS: _("Folders found"),
    Step.READ_SENT: _("Sent folder found"),
    Step.READ_PUSH: _("Tells of new mail by itself"),
    Step.GRANT: _("Google lets us in"),
    Step.ADDRESS: _("It is this mailbox"),
    Step.MAY_SEND: _("May send"),
    Step.MAY_READ: _("May read"),
}
PASSED: dict[Step, Text] = {
    Step.SEND_REACH: _("%(server)s answers."),
    Step.READ_REACH: _("%(server)s answers."),
    Step.SEND_LIMITS: _("Mails of up to %(megabytes)s MB."),
    Step.READ_FOLDERS: _("%(count)s folders will be read: %(folders)s."),
    Step.READ_SENT: _("Copies of what was sent lie in %(folder)s."),
    Step.ADDRESS: _("%(address)s."),
}
OUTCOMES: dict[Outcome, State] = {
    Outcome.PASS: State(_("works"), "check", "go"),
    Outcome.NOTE: State(_("works, but"), "warn", "wait"),
    Outcome.FAIL: State(_("does not work"), "stop", "stop"),
    Outcome.NOT_TRIED: State(_("not tried"), "question", "quiet"),
}


@dataclass(frozen=True, slots=True)
class Advice:
    """What is the matter, and what a person can do about it."""

    what: Text
    act: Text = ""


_CHECK_TYPING = _("Check the server's name for typing mistakes.")
_SIGN_IN_AGAIN = _("Connect the mailbox again and allow both on Google's page.")

ADVICE: dict[Fault, Advice] = {
    Fault.HOST_UNKNOWN: Advice(_("There is no server of this name."), _CHECK_TYPING),
    Fault.HOST_PRIVATE: Advice(
        _("This server is not on the public Internet, or the port is not one for mail."),
        _("Check name and port. A server inside your own network must be named in the setting PRIVATE_MAIL_HOSTS."),
    ),
    Fault.REHEARSAL: Advice(
        _("A rehearsal speaks to its own simulator only."), _("Connect real mailboxes in the real installation.")
    ),
    Fault.NOBODY_LISTENS: Advice(
        _("The server is there, but nobody listens on this port."),
        _("Try 465 with TLS or 587 with STARTTLS for sending, 993 with TLS for reading."),
    ),
    Fault.PORT_BLOCKED: Advice(
        _("The server does not answer on this port."),
        _("A firewall may block it: many hosting companies block ports for mail until asked. Or the port is wrong."),
    ),
    Fault.UNREACHABLE: Advice(_("The server cannot be reached."), _("Try again in a few minutes.")),
    Fault.CERTIFICATE_NAME: Advice(
        _("The server's certificate is for another name."),
        _("Use the name that your provider writes in its help, not an alias in your own domain."),
    ),
    Fault.CERTIFICATE_EXPIRED: Advice(
        _("The server's certificate has expired."), _("Whoever runs the server has to renew it.")
    ),
    Fault.CERTIFICATE_UNTRUSTED: Advice(
        _("Nobody we trust vouches for the server's certificate."),
        _("The password was not sent. Whoever runs the server needs a certificate of a public authority."),
    ),
    Fault.WANTS_STARTTLS: Advice(
        _("This port does not speak TLS from the start."), _("Choose STARTTLS here, or the port 465 (993 for reading).")
    ),
    Fault.WANTS_TLS: Advice(
        _("The server waits for TLS from the start."), _("Choose TLS here, or the port 587 for sending with STARTTLS.")
    ),
    Fault.NO_STARTTLS: Advice(
        _("The server offers no STARTTLS, so the password would be readable on the way."),
        _("Choose TLS and the port 465 (993 for reading). If that was offered yesterday, somebody may listen in."),
    ),
    Fault.TLS_FAILED: Advice(_("No protected connection came about."), _("Check port and protection, and try again.")),
    Fault.NOT_PROTECTED: Advice(
        _("It is not: whoever listens on the way reads the password."), _("Use it for a server of this machine only.")
    ),
    Fault.SILENT: Advice(_("The server took the connection and then said nothing."), _("Try again in a few minutes.")),
    Fault.TALK_BROKEN: Advice(
        _("The server ended the conversation, or does not speak the language of mail."), _("Check name and port.")
    ),
    Fault.WRONG_PASSWORD: Advice(
        _("The server does not take this user name and password."),
        _("Check both. If a second factor is on, an app password is needed instead of your own."),
    ),
    Fault.APP_PASSWORD_NEEDED: Advice(
        _("This provider takes an app password only, not the one you sign in with."),
        _("Make an app password in the account's security settings and paste it here."),
    ),
    Fault.PASSWORDS_OFF: Advice(
        _("This provider takes no passwords from mail programs."),
        _("Its administrator may allow a password for this mailbox; else it cannot be connected yet."),
    ),
    Fault.IMAP_OFF: Advice(
        _("Reading by IMAP is switched off for this mailbox."),
        _("Switch IMAP on in the mailbox's settings, or ask its administrator, and check again."),
    ),
    Fault.BROWSER_NEEDED: Advice(
        _("The provider wants you to sign in with a browser first."),
        _("Sign in there once, confirm that it was you, and check again."),
    ),
    Fault.ACCOUNT_LOCKED: Advice(
        _("The provider has locked this account."), _("Sign in at the provider and see what it asks for.")
    ),
    Fault.TOO_MANY_LOGINS: Advice(
        _("The provider counted too many sign-ins."), _("Wait for an hour before you check again.")
    ),
    Fault.REFUSED_FOR_NOW: Advice(_("The sign-in was refused for the moment."), _("Try again in a few minutes.")),
    Fault.NO_LOGIN_OFFERED: Advice(
        _("The server offers no way to sign in that we know."),
        _("Check port and protection: many servers offer it on 465 or 587 only."),
    ),
    Fault.NO_INBOX: Advice(_("No inbox was found, or far too many folders."), _("Check the user name.")),
    Fault.NO_SENT: Advice(
        _("No folder for sent mail was found."),
        _("A mail of which we do not know whether it left cannot be looked for; a person will be asked."),
    ),
    Fault.NO_PUSH: Advice(_("It does not, so it is asked every few minutes.")),
    Fault.NO_IMAP: Advice(
        _("No server for reading was named."),
        _("Without reading, answers are not seen: first mails may leave, follow-ups are held."),
    ),
    Fault.GRANT_DEAD: Advice(
        _("The grant is not valid any more: it was taken back, or the password was changed."), _SIGN_IN_AGAIN
    ),
    Fault.GRANT_NARROW: Advice(_("Google allows less than sending and reading."), _SIGN_IN_AGAIN),
    Fault.CLIENT_WRONG: Advice(
        _("Google does not know this server's client."), _("An administrator checks GOOGLE_CLIENT_ID and its secret.")
    ),
    Fault.DELEGATION_MISSING: Advice(
        _("The service account may not act for this mailbox."),
        _(
            "In Google's admin console: Security, API controls, Domain-wide delegation. Allow the account's number "
            "with the two scopes, and check that the address exists. It can take a day until it works."
        ),
    ),
    Fault.ADDRESS_DIFFERS: Advice(
        _("Google let us into %(granted)s, not into %(wanted)s."), _("Sign in with the right account.")
    ),
    Fault.QUOTA: Advice(_("Google's share for today or this minute is used up."), _("Try again later.")),
    Fault.API_OFF: Advice(
        _("The Gmail API is not switched on in the Google project."), _("An administrator switches it on there.")
    ),
    Fault.UNKNOWN: Advice(_("It did not work, and we do not know why."), _("Try again in a few minutes.")),
    Fault.STEP_BEFORE: Advice(_("A step before it did not work.")),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One step on the page. page: where the provider's users make an app password; said: the server's own words."""

    name: Text
    state: State
    what: str
    act: str
    page: str
    said: str


@dataclass(frozen=True, slots=True)
class Side:
    """The steps of one direction."""

    title: Text
    lines: list[Line]


def sides(report: Report) -> list[Side]:
    """Return the steps of a check, by direction; a Gmail mailbox has one way for both."""
    host = host_of(report)
    named = ((_("Sending"), SENDING), (_("Receiving"), READING), (_("Google"), GOOGLE))
    found = [(title, _lines([one for one in report.findings if one.step in steps], host)) for title, steps in named]
    return [Side(title, lines) for title, lines in found if lines]


def _lines(findings: list[Finding], host: MailHost | None) -> list[Line]:
    """Say once why steps in a row were not tried."""
    lines: list[Line] = []
    for before, one in zip([None, *findings], findings, strict=False):
        told = line(one, host)
        same = before is not None and one.outcome is Outcome.NOT_TRIED and before.fault is one.fault
        lines.append(replace(told, what="", act="") if same else told)
    return lines


def host_of(report: Report) -> MailHost | None:
    """Return the provider that a check spoke to, where it is a known one."""
    servers = [str(one.facts["server"]).rpartition(":")[0] for one in report.findings if "server" in one.facts]
    found = next((host for server in servers if (host := by_server(server))), None)
    return found or by_domain(report.address.rpartition("@")[2])


def line(finding: Finding, host: MailHost | None = None) -> Line:
    """Return one finding in words."""
    advice = ADVICE[finding.fault] if finding.fault else Advice(PASSED.get(finding.step, ""))
    wants_page = finding.fault is Fault.APP_PASSWORD_NEEDED and host is not None
    return Line(
        name=STEPS[finding.step],
        state=OUTCOMES[finding.outcome],
        what=_filled(advice.what, finding),
        act=str(advice.act),
        page=host.page if wants_page and host is not None else "",
        said=finding.said,
    )


def sentence(report: Report) -> str:
    """Return why a mailbox does not work, as one or two sentences; empty when it does."""
    broken = report.failure
    if broken is None:
        return ""
    told = line(broken, host_of(report))
    return " ".join(part for part in (told.what, told.act, told.page) if part)


def _filled(text: Text, finding: Finding) -> str:
    """Fill facts in; a number that the server did not tell leaves the sentence out."""
    if finding.outcome is Outcome.PASS and (not finding.facts or finding.facts.get("megabytes") == 0):
        return ""
    return str(text) % finding.facts if "%(" in str(text) else str(text)
