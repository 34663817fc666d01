"""Whether a workspace takes every spelling of an address for the same one: `ada+news@`, and dots at Gmail."""

from collections.abc import Collection, Sequence
from contextlib import suppress

from django.utils.module_loading import import_string

from app import gates, sql
from app.actions import events
from app.actions.attempts import in_transaction
from app.gates import Gates
from app.models import Workspace
from app.questions import QUESTIONS
from mailboxes import locks
from mailboxes.actions import recipients
from mailboxes.core.address import Address, AddressError, parse_address
from mailboxes.models import DeliveryBody, Recipient

BATCH = 500  # people whose addresses are looked at in one go


def choose(workspace_id: int, *, alike: bool, by_id: int | None = None) -> bool:
    """Let entries of the do-not-contact list cover every spelling, or the very address alone; False: it was so.

    Takes the workspace's gate exclusively: from the commit on no permit is granted to a spelling of an entry. Who has
    an enrollment is taken out of it by the permit of their next mail. Before it is switched on, rows from before
    spellings were kept get theirs, in batches, where the address is still known. Raises Busy.
    """
    if alike:
        _spell_known(workspace_id)

    def work() -> bool:
        gates.close(f"workspace:{workspace_id}")
        changed = Workspace.objects.filter(id=workspace_id).exclude(alike_addresses=alike).update(alike_addresses=alike)
        if changed:
            events.append(
                kind="workspace.spellings",
                workspace_id=workspace_id,
                subject_id=workspace_id,
                data={"state": "on" if alike else "off", "by": by_id},
            )
        return changed == 1

    return in_transaction(work)


def _spell_known(workspace_id: int) -> None:
    """Note of which plain address each one is a spelling, by contacts and written mails; a transaction a batch."""
    people = Recipient.objects.filter(workspace_id=workspace_id, alike=None).order_by("id").values_list("id", flat=True)
    last = 0
    while batch := list(people.filter(id__gt=last)[:BATCH]):
        addresses = _addresses(batch)
        in_transaction(lambda known=addresses: recipients.spell(workspace_id, known))  # type: ignore[misc]
        last = batch[-1]


def _addresses(people: Sequence[int]) -> list[Address]:
    mailed = DeliveryBody.objects.filter(delivery__recipient_id__in=people).exclude(address="")
    texts = [*import_string(QUESTIONS["which_addresses_have_they"])(people).values()]
    texts += mailed.values_list("address", flat=True).distinct()
    found = []
    for text in set(texts):
        with suppress(AddressError):
            found.append(parse_address(text))
    return found


def suppressed(workspace_id: int, people: Collection[int]) -> frozenset[int]:
    """Return which of these people have another spelling on the list, where the workspace takes them for the same."""
    if not Workspace.objects.filter(id=workspace_id, alike_addresses=True).exists():
        return frozenset()
    values = {"recipients": sql.array(people)}
    return frozenset(found for (found,) in sql.rows("bounces", "suppressed_spellings", values))


def lock(workspace_id: int, people: Collection[int]) -> None:
    """Lock these people and whoever has another spelling of their address, at most 200; the gate first, shared.

    Of spellings beyond that number (nobody has so many) those are locked that were known first.
    """
    values = {"recipients": sql.array(people)}
    found = {one for (one,) in sql.rows("bounces", "spelled_alike", values)} - set(people)
    room = locks.MOST_RECIPIENTS - len(people)
    locks.enter(Gates(workspace_id), {*people, *sorted(found)[:room]})


def others(workspace_id: int, address: Address) -> set[int]:
    """Return the recipients whose address is a spelling of the same plain one, where the workspace takes them so."""
    if not Workspace.objects.filter(id=workspace_id, alike_addresses=True).exists():
        return set()
    return set(recipients.find_alike(workspace_id, address))
