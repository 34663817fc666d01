"""The lasting memory of a person: one row per keyed hash of a normalised address."""

from collections.abc import Collection, Iterable

from django.conf import settings
from django.db.models import Q

from app import sql
from mailboxes.core.address import Address, address_key, plain_spelling
from mailboxes.models import Recipient


def key_of(address: Address) -> str:
    """Return the keyed hash under which this installation remembers an address."""
    return key_of_text(address.normalised)


def key_of_text(text: str) -> str:
    """Return the keyed hash of a normalised address, or of anything else that may be recognised and not kept."""
    return address_key(settings.ADDRESS_PEPPER, text)


def plain_key_of(address: Address) -> str:
    """Return the key of the address that this one is a spelling of; its own where it is that one itself."""
    return key_of_text(plain_spelling(address.normalised))


def remember(workspace_id: int, addresses: Iterable[Address]) -> dict[str, int]:
    """Return recipient ids by normalised address, making the rows that are missing. Locks nothing for long."""
    spelled = {address.normalised: (key_of(address), plain_key_of(address)) for address in addresses}
    keys = {normalised: key for normalised, (key, _) in spelled.items()}
    alikes = {key: None if plain == key else plain for key, plain in sorted(set(spelled.values()))}
    values = {"workspace_id": workspace_id, "keys": list(alikes), "alikes": list(alikes.values())}
    sql.run("mailboxes", "remember", values)
    found = Recipient.objects.filter(workspace_id=workspace_id, key__in=keys.values())
    ids: dict[str, int] = {}
    older: dict[str, str] = {}
    for key, recipient_id, alike in found.values_list("key", "id", "alike"):
        ids[key] = recipient_id
        if alike is None and (plain := alikes[key]) is not None:
            older[key] = plain
    _spell(workspace_id, older)
    return {normalised: ids[key] for normalised, key in keys.items()}


def spell(workspace_id: int, addresses: Iterable[Address]) -> None:
    """Note of which plain address these are spellings, on rows that were made without that. Makes no row.

    Locks the recipients that it changes, in key order.
    """
    pairs = {key_of(address): plain_key_of(address) for address in addresses}
    _spell(workspace_id, {key: plain for key, plain in pairs.items() if plain != key})


def _spell(workspace_id: int, alikes: dict[str, str]) -> None:
    if alikes:
        values = {"workspace_id": workspace_id, "keys": list(alikes), "alikes": list(alikes.values())}
        sql.run("mailboxes", "spell", values)


def remember_keys(workspace_id: int, keys: Collection[str]) -> dict[str, int]:
    """Return recipient ids by key, of people of whom nothing but the keyed hash is left, making missing rows."""
    ordered = sorted(set(keys))
    sql.run("mailboxes", "remember", {"workspace_id": workspace_id, "keys": ordered, "alikes": [None] * len(ordered)})
    found = Recipient.objects.filter(workspace_id=workspace_id, key__in=ordered)
    return dict(found.values_list("key", "id"))


def find(workspace_id: int, address: Address) -> int | None:
    """Return the recipient's id if this workspace ever knew the address."""
    found = Recipient.objects.filter(workspace_id=workspace_id, key=key_of(address))
    return found.values_list("id", flat=True).first()


def find_alike(workspace_id: int, address: Address) -> list[int]:
    """Return the recipients whose address is a spelling of the same plain one as this, this one among them."""
    plain = plain_key_of(address)
    found = Recipient.objects.filter(Q(key=plain) | Q(alike=plain), workspace_id=workspace_id)
    return list(found.order_by("id").values_list("id", flat=True))
