"""Health in words: what each check is called, what was found, and the one line that says how to mend it."""

from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from mailboxes.core.health.findings import Check, Code, Result, Source
from mailboxes.screens.words import State, Text

CHECKS: dict[str, Text] = {
    Check.SPF: _("SPF"),
    Check.DKIM: _("DKIM"),
    Check.DMARC: _("DMARC"),
    Check.MX: _("MX"),
    Check.ARRIVAL: _("Arrival of the test mail"),
}
SOURCES: dict[str, Text] = {
    Source.DNS: _("in DNS"),
    Source.PROBE: _("as received"),
    Source.PUSHED: _("reported"),
}
RESULTS: dict[str, State] = {
    Result.PASS: State(_("passes"), "check", "go"),
    Result.FAIL: State(_("fails"), "stop", "stop"),
    Result.UNKNOWN: State(_("not known"), "question", "wait"),
}


@dataclass(frozen=True, slots=True)
class Told:
    """What was found, and what a person can do about it."""

    what: Text
    fix: Text = ""


_ONE_RECORD = _("Keep one record and merge the others into it.")
_SEE_PROVIDER = _("Your mail provider's help says which record to publish.")

TOLD: dict[str, Told] = {
    Code.GOOD: Told(_("As it should be.")),
    Code.UNANSWERED: Told(
        _("The name servers did not answer, or not alike."),
        _("It is asked again by itself; if it stays so, check that HEALTH_RESOLVERS can be reached from here."),
    ),
    Code.SPF_MISSING: Told(
        _("The domain has no SPF record."), _("Publish a TXT record: v=spf1 include:YOUR-PROVIDER ~all.")
    ),
    Code.SPF_TWO: Told(_("The domain has several SPF records, so none counts."), _ONE_RECORD),
    Code.SPF_SYNTAX: Told(_("The SPF record cannot be read."), _("Correct its spelling: v=spf1 include:… ~all.")),
    Code.SPF_LOOKUPS: Told(
        _("The SPF record asks for more than ten other records."),
        _("Remove includes of services that do not send for you any more."),
    ),
    Code.SPF_VOID: Told(
        _("The SPF record names hosts that do not exist."), _("Remove the names that lead nowhere from it.")
    ),
    Code.SPF_INCLUDE: Told(
        _("The SPF record includes a domain that has none itself."), _("Remove that include, or correct its name.")
    ),
    Code.SPF_ANYBODY: Told(
        _("The SPF record lets anybody send for the domain."), _("Write ~all or -all at its end instead of +all.")
    ),
    Code.SPF_OPEN_END: Told(
        _("It says nothing of senders that it does not list."), _("Write ~all or -all at the end of the SPF record.")
    ),
    Code.DKIM_NO_SELECTOR: Told(
        _("No signed mail of this domain was seen yet, so its key is not known."),
        _("Switch DKIM signing on at your mail provider, and connect a second mailbox that receives the test mail."),
    ),
    Code.DKIM_MISSING: Told(
        _("The key that its mail is signed with is not in DNS."), _("Publish the DKIM record that your provider shows.")
    ),
    Code.DKIM_TWO: Told(_("Several records stand where one key belongs."), _ONE_RECORD),
    Code.DKIM_SYNTAX: Told(
        _("The DKIM record cannot be read."), _("Copy it anew from your provider, the whole p= in one piece.")
    ),
    Code.DKIM_REVOKED: Told(
        _("The DKIM key was taken back: its p= is empty."), _("Publish the record of the key that signs now.")
    ),
    Code.DKIM_WEAK: Told(
        _("The DKIM key is shorter than 1,024 bits."), _("Let your provider make a key of 2,048 bits and publish it.")
    ),
    Code.DKIM_SHORT: Told(_("The key has less than 2,048 bits."), _("Change to a key of 2,048 bits some day soon.")),
    Code.DKIM_USUAL: Told(
        _("A key stands where your provider usually puts it; no signed mail proved it yet."),
        _("Connect a second mailbox of another provider, and the test mail proves it."),
    ),
    Code.DMARC_MISSING: Told(
        _("The domain has no DMARC record."), _("Publish a TXT record at _dmarc of the domain: v=DMARC1; p=none.")
    ),
    Code.DMARC_TWO: Told(_("The domain has several DMARC records, so none counts."), _ONE_RECORD),
    Code.DMARC_SYNTAX: Told(
        _("The DMARC record cannot be read."), _("Correct it: v=DMARC1; p=none, quarantine or reject.")
    ),
    Code.MX_MISSING: Told(_("Nobody can answer: the domain has no MX record."), _SEE_PROVIDER),
    Code.MX_NULL: Told(
        _("The domain says that it takes no mail."), _("Replace its MX record `0 .` by those of your provider.")
    ),
    Code.MX_NO_HOST: Told(_("The hosts of its MX records do not exist."), _("Correct their names.")),
    Code.MX_IMPLICIT: Told(_("There is no MX record; mail goes to the domain's own address."), _SEE_PROVIDER),
    Code.REFUSED_BY_RECEIVER: Told(
        _("The server that received the test mail did not accept it."),
        _("Let SPF list your provider, and let it sign with the key that stands in DNS."),
    ),
    Code.NOT_ALIGNED: Told(
        _("What proves the mail's origin is of another domain than its From."),
        _("Switch on DKIM signing for your own domain at your mail provider."),
    ),
    Code.NOT_SIGNED: Told(
        _("The test mail was not signed."), _("Switch DKIM signing on at your mail provider, and publish its record.")
    ),
    Code.UNSTAMPED: Told(
        _("The server that received the test mail says nothing of it."),
        _("Let the mail be signed with DKIM, or connect a mailbox at another provider, which checks what it receives."),
    ),
    Code.OWN_CHECK: Told(_("Its signature holds; its receiver said nothing, so it was verified here.")),
    Code.SELF_ADDRESSED: Told(
        _("It arrived in the same mailbox, which proves less."), _("Connect a second mailbox to prove more.")
    ),
    Code.IN_SPAM: Told(
        _("It arrived among the spam."), _("Mark it as no spam there, and send little until mails arrive in the inbox.")
    ),
    Code.LOST: Told(
        _("The test mail did not arrive in time."), _("It is sent again by itself; look into the other mailbox's spam.")
    ),
    Code.RETURNED: Told(_("The test mail came back."), _("The report in the mailbox says why.")),
    Code.NOT_SENT: Told(
        _("The test mail could not be sent."),
        _("Check the mailbox; take your own domain off the do-not-contact list if it stands there."),
    ),
    Code.NO_RECEIVER: Told(
        _("There is no mailbox that could receive a test mail."),
        _("Let this mailbox be read, or connect another one that is."),
    ),
    Code.BELOW: Told(
        _("The reported score is below the least that the policy allows."),
        _("Send less until the reputation has recovered; a better score that is reported lets it go on."),
    ),
    Code.NO_THRESHOLD: Told(_("No policy says which score is good enough."), _("Set least_scores in the policy.")),
    Code.WITHDRAWN: Told(_("This score is not reported any more.")),
    Code.NEVER: Told(
        _("It was never measured."), _("The first measurement comes by itself within minutes of connecting.")
    ),
    Code.TOO_OLD: Told(
        _("The last good measurement is older than 72 hours."),
        _("It is measured again by itself; for a reported score, report it again."),
    ),
}


def name_of(check: str) -> str:
    """Return what a check is called; a pushed score keeps its own name."""
    return str(CHECKS.get(check, check))


def sentence(source: str, check: str, code: str) -> str:
    """Return what decides a mailbox's health in one line with its fix: `DKIM (in DNS): … …`."""
    told = TOLD[code]
    named = gettext("%(check)s (%(source)s)") % {"check": name_of(check), "source": SOURCES.get(source, source)}
    return " ".join(part for part in (f"{named}: {told.what}", str(told.fix)) if part)
