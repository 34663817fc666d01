"""What is done to many contacts at once: tags, owners, campaigns, do not contact, erasure; each under its lock."""

from collections.abc import Iterable, Sequence
from contextlib import suppress

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.actions.event_batches import Line, append_many
from app.core.errors import Refused
from app.models import Member
from bounces.actions.suppressions import suppress_addresses
from mailboxes.core.address import AddressError, parse_address
from sequences.actions import enrollments, erasure, imports, tags
from sequences.models import Campaign, Contact

MOST = 500  # people in one go


def tag(workspace_id: int, contacts: Sequence[Contact], name: str, *, by_id: int | None = None) -> int:
    """Put a tag on contacts; return how many. Raises Refused."""
    return _tagging(workspace_id, contacts, name, on=True, by_id=by_id)


def untag(workspace_id: int, contacts: Sequence[Contact], name: str, *, by_id: int | None = None) -> int:
    """Take a tag off contacts; return how many. Raises Refused."""
    return _tagging(workspace_id, contacts, name, on=False, by_id=by_id)


def _tagging(workspace_id: int, contacts: Sequence[Contact], name: str, *, on: bool, by_id: int | None) -> int:
    def work() -> int:
        found = tags.named(workspace_id, name)
        ids = [contact.id for contact in contacts]
        done = tags.put(workspace_id, found.id, ids) if on else tags.take(workspace_id, found.id, ids)
        _tell("contact.tagged", workspace_id, contacts, {"tag": found.id, "on": on, "by": by_id})
        return done

    return in_transaction(work)


def assign(workspace_id: int, contacts: Sequence[Contact], owner_id: int | None, *, by_id: int | None = None) -> int:
    """Give contacts to a colleague, or to nobody; return how many. Raises Refused."""
    if owner_id is not None and not Member.objects.filter(workspace_id=workspace_id, user_id=owner_id).exists():
        raise Refused("This person has no seat in the workspace.")

    def work() -> int:
        ids = [contact.id for contact in contacts]
        found = Contact.objects.filter(workspace_id=workspace_id, id__in=ids)
        done = found.update(owner_id=owner_id, updated_at=clock.now())
        _tell("contact.assigned", workspace_id, contacts, {"owner": owner_id, "by": by_id})
        return done

    return in_transaction(work)


def block(workspace_id: int, contacts: Iterable[Contact], *, by_id: int | None = None) -> int:
    """Put contacts on the do-not-contact list; return how many are new on it. Raises Busy."""
    addresses = []
    for contact in contacts:
        with suppress(AddressError):
            addresses.append(parse_address(contact.email))
    return suppress_addresses(workspace_id, addresses, reason="by_person", by_id=by_id)


def enroll(campaign: Campaign, contacts: Sequence[Contact]) -> tuple[int, int]:
    """Put contacts into a campaign; return how many joined, and how many were in it or must not be contacted.

    Raises Refused for a campaign that nobody can join, Busy.
    """
    imports.check_campaign(campaign.workspace, campaign)
    joined = 0
    for contact in contacts:
        with suppress(Refused):
            joined += enrollments.enrol_contact(campaign, contact) is not None
    return joined, len(contacts) - joined


def erase(contacts: Iterable[Contact], *, by_id: int | None = None) -> int:
    """Erase contacts for good; return how many. Raises Busy: those before it are gone."""
    gone = 0
    for contact in contacts:
        erasure.erase(contact, by_id=by_id)
        gone += 1
    return gone


def exported(workspace_id: int, *, by_id: int | None = None) -> None:
    """Note that contacts were handed out as a file."""
    in_transaction(
        lambda: events.append(
            kind="contacts.exported", workspace_id=workspace_id, subject_id=workspace_id, data={"by": by_id}
        )
    )


def _tell(kind: str, workspace_id: int, contacts: Sequence[Contact], data: dict[str, object]) -> None:
    lines = [Line(contact.id, contact.recipient_id, data) for contact in contacts]
    append_many(kind=kind, workspace_id=workspace_id, lines=lines)
