"""What is checked before a campaign starts, and beside a text: each a sentence, with the place where it is mended."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from admission.models import Standing
from app.core.errors import Refused
from bounces.actions.link_hosts import base_for
from mailboxes.core.signs import NOT_IN_A_BODY
from mailboxes.core.states import MailboxState
from mailboxes.models import Mailbox
from sequences.actions import launch, launch_hours
from sequences.core.compose import ComposeError, required_fields
from sequences.core.fields import OF_THE_SENDER
from sequences.core.texts import Fault, odd, text_faults
from sequences.models import Campaign, Contact, Enrollment, Step, Variant

UNFINISHED = "…"  # a place in the ready texts that is still to be written


@dataclass(frozen=True, slots=True)
class Check:
    """One line: `tone` go, wait (may start, but look) or stop; a button where somebody can mend it."""

    title: str | Promise
    tone: str
    sentence: str
    button: str | Promise = ""
    url: str = ""

    @property
    def icon(self) -> str:
        """The icon of its tone."""
        return {"go": "check", "wait": "clock", "stop": "warn"}[self.tone]


def launch_checks(campaign: Campaign) -> list[Check]:
    """Return the eight lines. Contacts are read once for each field that a step needs."""
    variants = list(Variant.objects.filter(step__campaign=campaign, step__removed_at=None).select_related("step"))
    boxes = list(Mailbox.objects.filter(campaignmailbox__campaign=campaign).order_by("address"))
    return [
        _sender(campaign),
        _mailboxes(campaign, boxes),
        _authentication(boxes),
        _texts(campaign, variants),
        _fields(campaign),
        _people(campaign),
        _hours(campaign),
        _opt_out(campaign, boxes),
    ]


def _sender(campaign: Campaign) -> Check:
    title, url = _("Who writes"), reverse("settings")
    workspace = campaign.workspace
    if not workspace.postal_address.strip() or NOT_IN_A_BODY.search(workspace.legal_name + workspace.postal_address):
        sentence = gettext(
            "The law asks for a postal address in every mail, and the workspace has none that can be shown."
        )
        return Check(title, "stop", sentence, _("Write it down"), url)
    return Check(title, "go", f"{workspace.legal_name}, {workspace.postal_address}".replace("\n", ", "))


def _mailboxes(campaign: Campaign, boxes: list[Mailbox]) -> Check:
    title, url = _("Mailboxes"), reverse("campaign_settings", args=[campaign.id])
    connected = [one for one in boxes if one.state == MailboxState.CONNECTED]
    if not connected:
        return Check(title, "stop", gettext("No connected mailbox is chosen."), _("Choose mailboxes"), url)
    rest = len(boxes) - len(connected)
    if rest:
        sentence = ngettext("%(n)d of its mailboxes cannot send.", "%(n)d of its mailboxes cannot send.", rest) % {
            "n": rest
        }
        return Check(title, "wait", sentence, _("See mailboxes"), reverse("mailboxes"))
    return Check(title, "go", ", ".join(one.address for one in connected))


def _authentication(boxes: list[Mailbox]) -> Check:
    title, url = _("SPF, DKIM, DMARC"), reverse("mailboxes")
    worst = [one for one in health_lines(boxes) if one.tone != "go"]
    if not worst:
        return Check(title, "go" if boxes else "wait", gettext("Every mailbox was measured and passes."))
    shown = next((one for one in worst if one.tone == "stop"), worst[0])
    return Check(title, shown.tone, f"{shown.title}: {shown.sentence}", _("See mailboxes"), url)


def health_lines(boxes: Iterable[Mailbox]) -> list[Check]:
    """Return what is known of each mailbox's authentication. One query."""
    listed = list(boxes)
    standings = {one.mailbox_id: one for one in Standing.objects.filter(mailbox__in=listed)}
    return [_health(box, standings.get(box.id)) for box in listed]


def _health(box: Mailbox, standing: Standing | None) -> Check:
    if standing is None or standing.health == Standing.Health.UNKNOWN:
        sentence = gettext("not measured yet: its first mail waits until a probe came back")
        return Check(box.address, "wait", sentence)
    if standing.health == Standing.Health.FAIL:
        return Check(box.address, "stop", standing.health_says or gettext("its mail does not pass"))
    return Check(box.address, "go", gettext("passes"))


def _texts(campaign: Campaign, variants: list[Variant]) -> Check:
    title, url = _("Steps and texts"), reverse("edit_campaign", args=[campaign.id])
    if not variants:
        return Check(title, "stop", gettext("There are no steps yet."), _("Add steps"), url)
    for one in variants:
        found = text_faults(one.step.kind, one.subject, one.text, one.html)
        if found:
            return Check(title, "stop", _placed(one, found[0]), _("Mend it"), text_url(campaign, one))
    unfinished = [one for one in variants if UNFINISHED in one.text]
    if unfinished:
        sentence = gettext("Step %(n)d still has a place to fill in (…).") % {"n": unfinished[0].step.position}
        return Check(title, "wait", sentence, _("Write it"), text_url(campaign, unfinished[0]))
    steps = len({one.step_id for one in variants})
    return Check(title, "go", ngettext("%(n)d step is ready.", "%(n)d steps are ready.", steps) % {"n": steps})


def _placed(variant: Variant, fault: Fault) -> str:
    if fault.line is None:
        return gettext("Step %(n)d: %(fault)s") % {"n": variant.step.position, "fault": fault.sentence}
    told = {"n": variant.step.position, "line": fault.line, "fault": fault.sentence}
    return gettext("Step %(n)d, line %(line)d: %(fault)s") % told


def text_url(campaign: Campaign, variant: Variant) -> str:
    """Return where a text is edited."""
    return reverse("edit_text", args=[campaign.id, variant.id])


def _fields(campaign: Campaign) -> Check:
    title, url = _("Missing values"), reverse("edit_campaign", args=[campaign.id])
    try:
        launch.check_fields(campaign)
    except Refused as refusal:
        return Check(title, "stop", str(refusal), _("Mend the text"), url)
    lacks = launch.lacking(campaign)
    if not lacks:
        return Check(title, "go", gettext("Everybody has what the texts ask for."))
    told = gettext("%(field)s in step %(n)d: %(people)d without")
    shown = "; ".join(told % {"field": one.field, "n": one.position, "people": one.people} for one in lacks[:4])
    return Check(
        title, "wait", gettext("They are held until it is there: %(list)s.") % {"list": shown}, _("Give a default"), url
    )


def _people(campaign: Campaign) -> Check:
    title = _("People")
    people = Enrollment.objects.filter(campaign=campaign, state="active").count()
    if not people:
        return Check(title, "wait", gettext("Nobody is in it yet."), _("Choose contacts"), reverse("contacts"))
    return Check(title, "go", ngettext("%(n)d person is in it.", "%(n)d people are in it.", people) % {"n": people})


def _hours(campaign: Campaign) -> Check:
    title, url = _("Sending hours"), reverse("campaign_settings", args=[campaign.id])
    apart = launch_hours.never_together(campaign)
    if not apart:
        return Check(title, "go", gettext("Campaign and mailboxes are open together."))
    try:
        launch_hours.check_hours(campaign)
    except Refused as refusal:
        return Check(title, "stop", str(refusal), _("Change the hours"), url)
    people = sum(one.people for one in apart)
    told = ngettext("%(n)d person is never reached: %(why)s", "%(n)d people are never reached: %(why)s", people)
    return Check(title, "wait", told % {"n": people, "why": apart[0].sentence}, _("Change the hours"), url)


def _opt_out(campaign: Campaign, boxes: list[Mailbox]) -> Check:
    title, url = _("Opting out"), reverse("campaign_settings", args=[campaign.id])
    domains = sorted({one.address.rpartition("@")[2] for one in boxes})
    working = bool(domains) and all(base_for(domain) for domain in domains)
    if working:
        return Check(title, "go", gettext("Every mail has a link that was tried and works."))
    if campaign.unsubscribe_mode == "link":
        sentence = gettext("No public address of links is known to work: nobody could press them.")
        return Check(title, "stop", sentence, _("Let people opt out by words"), url)
    return Check(title, "wait", gettext("People opt out by answering, until a public address of links works."))


@dataclass(frozen=True, slots=True)
class Missing:
    """A field that a text needs, and how many people of the campaign still to get it have none."""

    field: str
    people: int


def missing_in(step: Step, subject: str, text: str, html: str) -> list[Missing]:
    """Return the fields without a default that people still to get this step lack. One query a field."""
    try:
        needed = required_fields(subject, text, html or None)
    except ComposeError:
        return []
    counted = [(name, launch.without(step, name)) for name in sorted(needed - OF_THE_SENDER)]
    return [Missing(name, people) for name, people in counted if people]


def unknown_in(campaign: Campaign, known: Iterable[str], subject: str, text: str, html: str) -> list[str]:
    """Return the fields that a text names and nobody in the workspace has; none while there are no contacts."""
    if not Contact.objects.filter(workspace_id=campaign.workspace_id).exists():
        return []
    try:
        return sorted(required_fields(subject, text, html or None) - set(known))
    except ComposeError:
        return []


@dataclass(frozen=True, slots=True)
class Lint:
    """What is said beside a text."""

    faults: list[Fault]
    odd: list[Fault]
    missing: list[Missing]
    unknown: list[str]
    sender: Check
    opt_out: Check
    health: list[Check]

    @property
    def clean(self) -> bool:
        """Whether there is nothing to mend in the text itself."""
        return not (self.faults or self.odd or self.missing or self.unknown)


def lint(step: Step, subject: str, text: str, html: str, known: Iterable[str]) -> Lint:
    """Check a text as it stands in the editor."""
    campaign = step.campaign
    boxes = list(Mailbox.objects.filter(campaignmailbox__campaign=campaign).order_by("address"))
    email = step.kind == Step.Kind.EMAIL
    found = odd(subject, text, html, opener=step.position == 1) if email else []
    if UNFINISHED in text:
        found.append(
            Fault(
                "text", gettext("A place is still to be filled in (…)."), text[: text.index(UNFINISHED)].count("\n") + 1
            )
        )
    return Lint(
        faults=text_faults(step.kind, subject, text, html),
        odd=found,
        missing=missing_in(step, subject, text, html) if email else [],
        unknown=unknown_in(campaign, known, subject, text, html),
        sender=_sender(campaign),
        opt_out=_opt_out(campaign, boxes),
        health=health_lines(boxes),
    )
