"""One person's data: written by hand, moved to another address, erased. Each locks the person first."""

from collections.abc import Mapping
from typing import Any

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Busy, Refused
from app.gates import Gates
from app.models import Workspace
from bounces.actions.suppressions import blocks, suppress_person
from bounces.core.ways import Way
from bounces.models import LearnedAddress, Suppression
from bounces.queries import first_mailed
from mailboxes import locks
from mailboxes.actions import recipients
from mailboxes.actions.deliveries import withdraw
from mailboxes.actions.found import look_again
from mailboxes.core.address import Address, AddressError, parse_address
from mailboxes.core.states import DeliveryState
from mailboxes.models import Delivery
from sequences.actions import enrollments, holds
from sequences.core.contact_values import ValueRefused, checked
from sequences.core.homes.origin import Origin, region_in, whereabouts
from sequences.core.states import EnrollmentState
from sequences.models import Contact, Enrollment

NOT_SENT = (DeliveryState.PREPARED.value, DeliveryState.WITHDRAWN.value, DeliveryState.DEAD.value)
SAYS_NOTHING = ("bounced",)  # reasons of a suppression that belong to an address and not to the person who had it


def parsed(text: str) -> Address:
    """Read an address that a person typed. Raises Refused with a sentence."""
    try:
        return parse_address(text)
    except AddressError as error:
        raise Refused(str(error)) from error


def _checked(values: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return checked(values)
    except ValueRefused as error:
        raise Refused(str(error)) from error


def create(workspace: Workspace, address: Address, values: Mapping[str, Any], *, by_id: int | None = None) -> Contact:
    """Write a new contact; a suppressed address may be one and is still never mailed.

    Locks the recipient. Raises Refused for a value that cannot be and for an address that has a contact; Busy.
    """
    clean = _checked(values)
    recipient_id = recipients.remember(workspace.id, [address])[address.normalised]

    def work() -> Contact:
        locks.enter(Gates(workspace.id), [recipient_id])
        if Contact.objects.filter(recipient_id=recipient_id).exists():
            raise Refused("There is a contact with this address already.")
        now = clock.now()
        contact = Contact.objects.create(
            workspace=workspace,
            recipient_id=recipient_id,
            email=address.wire,
            domain=address.domain,
            created_at=now,
            updated_at=now,
            **clean | _home(clean, Contact()),
        )
        _tell("contact.created", contact, by_id)
        return contact

    return in_transaction(work)


def _home(values: Mapping[str, Any], stands: Contact) -> dict[str, str]:
    """Return zone, its origin and country as they follow from new values and those that stand.

    A given zone is kept until another one, or none, is given; what was derived is derived anew.
    """
    kept = stands.time_zone if stands.zone_origin == Origin.GIVEN else ""
    given, country = values.get("time_zone", kept), values.get("country", stands.country)
    found = whereabouts(given, country, region_in(values.get("fields", stands.fields)), clock.now().year)
    return {
        "time_zone": found.time_zone,
        "zone_origin": str(found.zone_origin),
        "country_code": found.country_code,
    }


def update(contact: Contact, values: Mapping[str, Any], *, by_id: int | None = None) -> None:
    """Replace these values, `fields` as a whole; what is prepared for the person is composed anew before it leaves.

    Locks the recipient. Raises Refused, Busy.
    """
    clean = _checked(values)

    def work() -> None:
        locks.enter(Gates(contact.workspace_id), [contact.recipient_id])
        same = Contact.objects.filter(id=contact.id, recipient_id=contact.recipient_id)
        stands = same.first()
        if stands is None:
            raise Busy("Somebody else has just changed or erased this contact.")
        same.update(updated_at=clock.now(), **clean | _home(clean, stands))
        holds.free_filled([contact.recipient_id])
        _tell("contact.updated", contact, by_id, values=len(clean))

    in_transaction(work)
    contact.refresh_from_db()


def edit_address(contact: Contact, address: Address, *, by_id: int | None = None) -> None:
    """Give a contact another address. Nobody escapes a stop by it, and no thread goes on at another address.

    Enrollments that have mailed the old address end; the others go on to the new one. What the person said at the
    old address holds for the new one. Locks both recipients. Raises Refused, Busy.
    """
    recipient_id = recipients.remember(contact.workspace_id, [address])[address.normalised]
    in_transaction(lambda: _move(contact, address, recipient_id, by_id))
    contact.refresh_from_db()


def _move(contact: Contact, address: Address, new_id: int, by_id: int | None) -> None:
    old_id = contact.recipient_id
    locks.enter(Gates(contact.workspace_id), {old_id, new_id})
    if not Contact.objects.filter(id=contact.id, recipient_id=old_id).exists():
        raise Busy("Somebody else has just changed this contact.")
    if new_id != old_id:
        _refuse_taken(contact, address, new_id)
        _carry_over(contact.workspace_id, old_id, new_id)
        if (first := first_mailed(old_id)) is not None:  # they may have answered from the new one already
            look_again(contact.workspace_id, senders=[address.normalised], since=first)
        for enrollment in Enrollment.objects.filter(recipient_id=old_id, state=EnrollmentState.ACTIVE):
            _follow(enrollment, new_id)
    Contact.objects.filter(id=contact.id).update(
        recipient_id=new_id, email=address.wire, domain=address.domain, updated_at=clock.now()
    )
    events.append(
        kind="contact.moved",
        workspace_id=contact.workspace_id,
        subject_id=contact.id,
        recipient_id=new_id,
        data={"from": old_id, "by": by_id},
    )


def _refuse_taken(contact: Contact, address: Address, new_id: int) -> None:
    if Contact.objects.filter(recipient_id=new_id).exists():
        raise Refused("There is another contact with this address.")
    if blocks(contact.workspace_id, address) is not None:
        raise Refused("This address is on the do-not-contact list.")


def _carry_over(workspace_id: int, old_id: int, new_id: int) -> None:
    """A no that the person gave at the old address; what only said that the address is bad stays there."""
    living = Suppression.objects.filter(recipient_id=old_id, lifted_at=None)
    entry = living.exclude(reason__in=SAYS_NOTHING).first()
    if entry is not None:
        suppress_person(workspace_id, new_id, reason=entry.reason, source=Way.MOVE)
    elif not living.exists() and Delivery.objects.filter(recipient_id=old_id).exclude(state__in=NOT_SENT).exists():
        # They may still answer from there.
        LearnedAddress.objects.get_or_create(
            workspace_id=workspace_id, recipient_id=new_id, alias_id=old_id, defaults={"learned_at": clock.now()}
        )


def _follow(enrollment: Enrollment, new_id: int) -> None:
    """Take an enrollment that mailed nobody along; end one that did, or whose campaign knows the new address."""
    sent = Delivery.objects.filter(recipient_id=enrollment.recipient_id, campaign_id=enrollment.campaign_id)
    known = Enrollment.objects.filter(campaign_id=enrollment.campaign_id, recipient_id=new_id)
    if sent.exclude(state__in=NOT_SENT).exists() or known.exists():
        enrollments.end(enrollment, "stop", reason="address_changed")
        return
    prepared = sent.filter(state=DeliveryState.PREPARED)
    for delivery_id in list(prepared.values_list("id", flat=True)):
        withdraw(delivery_id, reason="address_changed")
    # Fence 0: whatever came back from the new address before was never answered by this enrollment.
    Enrollment.objects.filter(id=enrollment.id).update(recipient_id=new_id, fence=0)


def _tell(kind: str, contact: Contact, by_id: int | None, **more: object) -> None:
    events.append(
        kind=kind,
        workspace_id=contact.workspace_id,
        subject_id=contact.id,
        recipient_id=contact.recipient_id,
        data={"by": by_id, **more},
    )


def note_source(contact: Contact, source: str, basis: str) -> None:
    """Write down where an address comes from and on what ground they are written to, as of today. Locks nobody."""
    now = clock.now()
    Contact.objects.filter(id=contact.id).update(
        source=source[:200], basis=basis[:20], sourced_on=now.date(), updated_at=now
    )
