"""The lasting memory of a person: one row per keyed hash of a normalised address."""

from collections.abc import Iterable

from django.conf import settings

from app import sql
from mailboxes.core.address import Address, address_key
from mailboxes.models import Recipient


def key_of(address: Address) -> str:
    """Return the keyed hash under which this installation remembers an address."""
    return key_of_text(address.normalised)


def key_of_text(text: str) -> str:
    """Return the keyed hash of a normalised address, or of anything else that may be recognised and not kept."""
    return address_key(settings.ADDRESS_PEPPER, text)


def remember(workspace_id: int, addresses: Iterable[Address]) -> dict[str, int]:
    """Return recipient ids by normalised address, making the rows that are missing. Locks nothing for long."""
    keys = {address.normalised: key_of(address) for address in addresses}
    values = {"workspace_id": workspace_id, "keys": sorted(keys.values())}
    sql.run("mailboxes", "remember", values)
    found = Recipient.objects.filter(workspace_id=workspace_id, key__in=keys.values()).values_list("key", "id")
    ids = dict(found)
    return {normalised: ids[key] for normalised, key in keys.items()}


def find(workspace_id: int, address: Address) -> int | None:
    """Return the recipient's id if this workspace ever knew the address."""
    found = Recipient.objects.filter(workspace_id=workspace_id, key=key_of(address))
    return found.values_list("id", flat=True).first()
