"""The do-not-contact list as a file: every living entry, safe to open in a spreadsheet and to take in again.

Of an erased person nothing but the fingerprint is left: the keyed hash, which only this installation can recognise.
With it the list can be put back after a backup older than an entry was restored.
"""

from collections.abc import Iterator
from itertools import batched

from bounces.models import Suppression
from mailboxes.core.csv_cells import csv_line
from mailboxes.models import Delivery
from sequences.models import Campaign, Contact

COLUMNS = ("entry", "kind", "fingerprint", "reason", "source", "since", "campaign")
PIECE = 500


def export_lines(workspace_id: int) -> Iterator[str]:
    """Yield the file line by line, oldest entry first: the column names, then an entry each. Four reads for 500."""
    yield csv_line(COLUMNS)
    living = Suppression.objects.filter(workspace_id=workspace_id, lifted_at=None).select_related("recipient")
    for piece in batched(living.order_by("id").iterator(chunk_size=PIECE), PIECE, strict=False):
        yield from _lines(workspace_id, piece)


def _lines(workspace_id: int, entries: tuple[Suppression, ...]) -> Iterator[str]:
    people = [entry.recipient_id for entry in entries if entry.recipient_id]
    contacts = Contact.objects.filter(workspace_id=workspace_id, recipient_id__in=people)
    addresses = dict(contacts.values_list("recipient_id", "email"))
    mails = Delivery.objects.filter(id__in=[entry.delivery_id for entry in entries if entry.delivery_id])
    sent = dict(mails.values_list("id", "campaign_id"))
    names = dict(Campaign.objects.filter(id__in=[one for one in set(sent.values()) if one]).values_list("id", "name"))
    for entry in entries:
        key = entry.recipient.key if entry.recipient else ""
        yield csv_line(
            (
                entry.domain or addresses.get(entry.recipient_id or 0, ""),
                entry.scope,
                key,
                entry.reason,
                entry.source,
                entry.created_at.isoformat(timespec="seconds"),
                names.get(sent.get(entry.delivery_id or 0) or 0, ""),
            )
        )
