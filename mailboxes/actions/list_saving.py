"""Stores the mailboxes of a list that work and that a person ticked; their secrets leave the list with it."""

from collections.abc import Collection

from app.core.errors import Refused
from app.crypto import CryptoError
from mailboxes.actions import lists
from mailboxes.actions.mailboxes import connect
from mailboxes.models import ListedMailbox, MailboxList


def save(
    mailbox_list: MailboxList, row_ids: Collection[int] | None = None, *, by_id: int | None
) -> tuple[int, list[str]]:
    """Connect the rows that work, or those of them that are named; return how many, and what was refused, in words.

    Each is a transaction of its own: one that is refused keeps no other from being stored.
    """
    rows = mailbox_list.listedmailbox_set.filter(works=True, mailbox=None).exclude(sealed="").order_by("line")
    if row_ids is not None:
        rows = rows.filter(id__in=row_ids)
    saved, refused = 0, list[str]()
    for row in rows:
        try:
            mailbox = connect(mailbox_list.workspace, lists.opened(row), by_id=by_id)
        except (Refused, CryptoError) as error:
            refused.append(f"{row.address}: {error}")
            continue
        ListedMailbox.objects.filter(id=row.id).update(mailbox=mailbox, sealed="")
        saved += 1
    return saved, refused
