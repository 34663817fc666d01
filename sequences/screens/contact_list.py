"""Contacts found by the beginning of a name, company or address and by what is known of them; pages by key."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from app.models import Member
from bounces.models import Suppression
from mailboxes.screens.words import State
from sequences.core.standing import Verification
from sequences.models import Contact, ContactTag, Enrollment
from sequences.screens.imports import VERIFIED
from sequences.screens.words import DO_NOT_CONTACT, ENROLLMENT

NOBODY = 0  # as an owner
FEW = 5_000  # contacts that are named by their ids


def found(workspace_id: int, asked: Mapping[str, Any]) -> QuerySet[Contact]:
    """Return the contacts that a search and its filters mean; what is not asked for restricts nothing."""
    contacts = Contact.objects.filter(workspace_id=workspace_id)
    if text := (asked.get("q") or "").strip():
        contacts = _narrowed(contacts, workspace_id, beginnings(text))
    for name, restrict in FILTERS.items():
        value = asked.get(name)
        if value not in {None, ""}:
            contacts = restrict(contacts, workspace_id, value)
    if campaign := asked.get("campaign"):
        contacts = _in_campaign(contacts, workspace_id, campaign, asked.get("state") or "")
    return contacts


def beginnings(text: str) -> list[Q]:
    """Return what one index each finds: the beginning of a name, company or address, or a whole domain.

    Two words are a first and a last name as well. Empty names are excluded in words: the indexes leave them out.
    """
    name, _, rest = text.partition(" ")
    ways = [
        Q(email__istartswith=text),
        ~Q(first_name="") & Q(first_name__istartswith=text),
        ~Q(last_name="") & Q(last_name__istartswith=text),
        ~Q(company="") & Q(company__istartswith=text),
        Q(domain=text.lower().lstrip("@")),
    ]
    if rest.strip():
        ways.append(~Q(last_name="") & Q(last_name__istartswith=rest.strip(), first_name__istartswith=name))
    return ways


def _narrowed(contacts: QuerySet[Contact], workspace_id: int, ways: Sequence[Q]) -> QuerySet[Contact]:
    """Return the contacts that any of these ways finds.

    A planner takes several ways in one statement for thousands of rows whatever was typed, and reads the whole table
    for somebody who is not there. So each way is asked through its own index first: few are named by their ids; many
    are met soon on the way down from the newest.
    """
    one_by_one = [
        Contact.objects.filter(way, workspace_id=workspace_id).order_by().values_list("id")[: FEW + 1] for way in ways
    ]
    ids = {found for (found,) in one_by_one[0].union(*one_by_one[1:], all=True)}
    if len(ids) <= FEW:
        return contacts.filter(id__in=ids)
    any_way = Q()
    for way in ways:
        any_way |= way
    return contacts.filter(any_way)


def _tagged(contacts: QuerySet[Contact], workspace_id: int, tag: int) -> QuerySet[Contact]:
    return contacts.filter(contacttag__tag_id=tag, contacttag__workspace_id=workspace_id)


def _owned(contacts: QuerySet[Contact], _: int, owner: int) -> QuerySet[Contact]:
    return contacts.filter(owner=None) if owner == NOBODY else contacts.filter(owner_id=owner)


def _blocked(contacts: QuerySet[Contact], workspace_id: int, word: str) -> QuerySet[Contact]:
    living = Suppression.objects.filter(workspace_id=workspace_id, lifted_at=None)
    if word == "no":
        own = living.filter(recipient_id=OuterRef("recipient_id"))
        theirs = living.filter(scope=Suppression.Scope.DOMAIN, domain=OuterRef("domain"))
        return contacts.exclude(Exists(own) | Exists(theirs))
    people = living.filter(recipient_id__isnull=False).values("recipient_id")
    domains = living.filter(scope=Suppression.Scope.DOMAIN).values("domain")
    return _narrowed(contacts, workspace_id, [Q(recipient_id__in=people), Q(domain__in=domains)])


def _address(contacts: QuerySet[Contact], _: int, word: str) -> QuerySet[Contact]:
    if word == "held":
        return contacts.exclude(caution="")
    return contacts.filter(caution="", verification__in=["", Verification.VALID])


def _country(contacts: QuerySet[Contact], _: int, code: str) -> QuerySet[Contact]:
    return contacts.filter(country_code=code.upper())


def _imported(contacts: QuerySet[Contact], _: int, import_id: int) -> QuerySet[Contact]:
    return contacts.filter(import_id=import_id)


type Restriction = Callable[[QuerySet[Contact], int, Any], QuerySet[Contact]]
FILTERS: dict[str, Restriction] = {
    "tag": _tagged,
    "owner": _owned,
    "blocked": _blocked,
    "address": _address,
    "country": _country,
    "imported": _imported,
}


def _in_campaign(contacts: QuerySet[Contact], workspace_id: int, campaign: int, state: str) -> QuerySet[Contact]:
    enrolled = Enrollment.objects.filter(workspace_id=workspace_id, campaign_id=campaign)
    if state:
        enrolled = enrolled.filter(state=state)
    return contacts.filter(id__in=enrolled.values("contact_id"))


@dataclass(frozen=True, slots=True)
class Row:
    """A contact in the list."""

    contact: Contact
    blocked: bool
    state: State | None
    tags: list[str]


def rows(workspace_id: int, contacts: Sequence[Contact]) -> list[Row]:
    """Return contacts with whether they may be contacted, where they stand, and their tags. Four statements."""
    people = [contact.recipient_id for contact in contacts]
    living = Suppression.objects.filter(workspace_id=workspace_id, lifted_at=None)
    blocked = set(living.filter(recipient_id__in=people).values_list("recipient_id", flat=True))
    domains = {contact.domain for contact in contacts}
    everybody = set(living.filter(scope="domain", domain__in=domains).values_list("domain", flat=True))
    latest = dict(
        Enrollment.objects.filter(recipient_id__in=people).order_by("id").values_list("recipient_id", "state")
    )
    tagged: dict[int, list[str]] = {}
    named = ContactTag.objects.filter(contact__in=[contact.id for contact in contacts]).order_by("tag__name")
    for contact_id, name in named.values_list("contact_id", "tag__name"):
        tagged.setdefault(contact_id, []).append(name)
    return [
        Row(
            contact=contact,
            blocked=(no := contact.recipient_id in blocked or contact.domain in everybody),
            state=_stands(contact, no, latest.get(contact.recipient_id, "")),
            tags=tagged.get(contact.id, []),
        )
        for contact in contacts
    ]


def _stands(contact: Contact, blocked: bool, enrollment: str) -> State | None:  # noqa: FBT001
    if blocked:
        return DO_NOT_CONTACT
    if contact.caution == "risky_address":
        return VERIFIED.get(contact.verification)
    return ENROLLMENT.get(enrollment)


def owners(workspace_id: int) -> list[tuple[int, str]]:
    """Return the colleagues who can own contacts, by their accounts."""
    seats = Member.objects.filter(workspace_id=workspace_id).select_related("user").order_by("user__email")
    return [(seat.user_id, seat.user.email) for seat in seats]
