"""What a campaign needs before mail may leave, and whom its texts would hold. Reads only; locks nobody."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.conf import settings
from django.db.models import Count, F, Func, Q, TextField, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce
from django.db.models.lookups import Exact

from app.core.errors import Refused
from bounces.actions.link_hosts import base_for, public_base
from mailboxes.core.signs import NOT_IN_A_BODY
from mailboxes.core.states import MailboxState
from sequences.core.compose import ComposeError, check_template, required_fields
from sequences.core.fields import BLANK, OF_THE_CONTACT, OF_THE_SENDER
from sequences.core.footer import check_seen
from sequences.core.states import OPEN_TOUCH, EnrollmentState
from sequences.models import Campaign, CampaignMailbox, Contact, Import, Step, Touch, Variant

PARTS = ("subject", "text", "html")


@dataclass(frozen=True, slots=True)
class Lack:
    """How many people of a campaign have no value for a field that a step needs: the step would be held for them."""

    position: int
    field: str
    people: int


def check(campaign: Campaign) -> None:
    """Raise Refused with the first thing missing. It is quick: the campaign's gate may be closed meanwhile."""
    if not campaign.workspace.postal_address.strip():
        raise Refused("The workspace has no postal address, which every campaign mail must show.")
    if NOT_IN_A_BODY.search(campaign.workspace.legal_name + campaign.workspace.postal_address):
        raise Refused("The workspace's legal name or postal address holds a control character.")
    linked = CampaignMailbox.objects.filter(campaign=campaign).exclude(mailbox__state=MailboxState.DISCONNECTED)
    if not linked.exists():
        raise Refused("The campaign has no mailbox to send from.")
    variants = list(_variants(campaign))
    if not variants:
        raise Refused("The campaign has no steps.")
    for variant in variants:
        _check_templates(variant)
        _check_sender(campaign, variant)
    if campaign.unsubscribe_mode == "link":
        _check_links([link.mailbox.address.rpartition("@")[2] for link in linked.select_related("mailbox")])


def _check_links(domains: list[str]) -> None:
    """A campaign that offers nothing but links needs a host for them, which a self-test has shown to work."""
    if all(base_for(domain) for domain in sorted(set(domains))):
        return
    if public_base():
        raise Refused(
            f"Nobody has proved yet that opt-out links work (BASE_URL is {settings.BASE_URL}): "
            "run manage.py selftest_unsubscribe, or choose unsubscribe: words or both in the campaign."
        )
    raise Refused(
        f"Nobody could press the opt-out links (BASE_URL is {settings.BASE_URL}): "
        "set BASE_URL to the public address, https, or choose unsubscribe: words or both in the campaign."
    )


def _variants(campaign: Campaign) -> Iterator[Variant]:
    found = Variant.objects.filter(step__campaign=campaign, step__removed_at=None).select_related("step")
    yield from found.order_by("step__position", "id")


def _check_templates(variant: Variant) -> None:
    for part in PARTS:
        try:
            check_template(getattr(variant, part), html=part == "html", line=part == "subject")
            if part == "html" and variant.html:
                check_seen(variant.html)
        except ComposeError as error:
            raise Refused(f"Step {variant.step.position}, {part}: {error}") from error


def _check_sender(campaign: Campaign, variant: Variant) -> None:
    """A text that names its sender needs mailboxes that have a name, or everybody would be held."""
    if "sender_name" in required_fields(variant.subject, variant.text, variant.html or None):
        links = CampaignMailbox.objects.filter(campaign=campaign, mailbox__display_name="").select_related("mailbox")
        if nameless := links.first():
            raise Refused(
                f"Step {variant.step.position} says sender_name, and {nameless.mailbox.address} has no display name."
            )


def check_fields(campaign: Campaign) -> None:
    """Raise Refused for a merge field that exists nowhere in the workspace: nobody could ever have a value for it.

    It may read every contact of the workspace, so no gate is closed meanwhile. Faults of a template are left to check.
    """
    if not Contact.objects.filter(workspace_id=campaign.workspace_id).exists():
        return  # the file that brings the fields may still come
    known = set(OF_THE_CONTACT | OF_THE_SENDER | _imported(campaign.workspace_id))
    for variant in _variants(campaign):
        for part in PARTS:
            _check_part(campaign, variant, part, known)


def _check_part(campaign: Campaign, variant: Variant, part: str, known: set[str]) -> None:
    """Look for each field that is not known yet, and remember those that are there."""
    source = getattr(variant, part)
    try:
        for name in check_template(source, html=part == "html"):
            having = Contact.objects.filter(workspace_id=campaign.workspace_id, fields__has_key=name)
            if name in known or having.exists():
                known.add(name)
        check_template(source, html=part == "html", known=known)
    except ComposeError as error:
        if error.field is not None:
            raise Refused(f"Step {variant.step.position}, {part}: {error}") from error


def _imported(workspace_id: int) -> frozenset[str]:
    """Return the custom fields that the workspace's imports brought, with or without a value for anybody."""
    mappings = Import.objects.filter(workspace_id=workspace_id).values_list("mapping", flat=True)
    return frozenset(field for mapping in mappings for _, field in mapping if field)


def lacking(campaign: Campaign) -> list[Lack]:
    """Return who would be held for want of a value, by step and field: people whose open step is that one or before.

    A field with a default, or asked for by an `if`, is not needed. Everybody is read once, whatever the fields.
    """
    needed = _needed(campaign)
    names = sorted({name for _, name in needed})
    if not names:
        return []
    waiting = Touch.objects.filter(
        campaign_id=campaign.id, state__in=OPEN_TOUCH, enrollment__state=EnrollmentState.ACTIVE
    )
    blank = [_is_blank(name) for name in names]
    counts = {f"without_{place}": Count("id", filter=one) for place, one in enumerate(blank)}
    lacks = waiting.filter(reduce(or_, blank))  # looked at first: those who lack nothing are joined to nothing
    by_step = lacks.values_list("position").annotate(**counts).values_list("position", *counts)
    found = []
    rows: list[tuple[int, ...]] = list(by_step.order_by("position"))
    for position, name in needed:
        place = 1 + names.index(name)
        if people := sum(row[place] for row in rows if row[0] <= position):
            found.append(Lack(position, name, people))
    return found


def without(step: Step, name: str) -> int:
    """Count the people still to get a step who have nothing, or nothing visible, in a field."""
    waiting = Touch.objects.filter(
        campaign_id=step.campaign_id,
        state__in=OPEN_TOUCH,
        position__lte=step.position,
        enrollment__state=EnrollmentState.ACTIVE,
    )
    return waiting.filter(_is_blank(name)).count()


def _needed(campaign: Campaign) -> list[tuple[int, str]]:
    """Return the positions of emails with the fields of contacts that they cannot do without, in order."""
    asked: set[tuple[int, str]] = set()
    for variant in _variants(campaign):
        if variant.step.kind == Step.Kind.EMAIL:
            names = required_fields(variant.subject, variant.text, variant.html or None)
            asked |= {(variant.step.position, name) for name in names - OF_THE_SENDER}
    return sorted(asked)


def _is_blank(name: str) -> Q:
    """Ask for contacts who have nothing, or nothing visible, in a field; one that is erased lacks nothing."""
    value = F(f"enrollment__contact__{name}") if name in OF_THE_CONTACT else _custom(name)
    text = Coalesce(value, Value(""), output_field=TextField())
    visible = Func(text, Value(BLANK), function="btrim", output_field=TextField())
    return Q(enrollment__contact__isnull=False) & Q(Exact(visible, Value("")))


def _custom(name: str) -> KeyTextTransform:
    return KeyTextTransform(name, "enrollment__contact__fields")
