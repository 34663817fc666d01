"""Words that people put on contacts."""

from collections.abc import Iterable

from django.db.models.functions import Lower

from app.actions import clock
from app.core.errors import Refused
from mailboxes.core.csv_cells import fault_of_line_value
from sequences.models import Contact, ContactTag, Tag

LONGEST = 60
MOST = 1_000  # of a workspace: a list to choose from must stay one


def named(workspace_id: int, name: str) -> Tag:
    """Return the tag of this name, made now if there is none. Raises Refused."""
    word = " ".join(name.split())
    if not word or len(word) > LONGEST or fault_of_line_value(word):
        raise Refused(f"A tag is a word or a few, of at most {LONGEST} characters.")
    known = Tag.objects.annotate(lower=Lower("name")).filter(workspace_id=workspace_id, lower=word.lower()).first()
    if known is not None:
        return known
    if Tag.objects.filter(workspace_id=workspace_id).count() >= MOST:
        raise Refused(f"A workspace has at most {MOST} tags.")
    return Tag.objects.create(workspace_id=workspace_id, name=word, created_at=clock.now())


def put(workspace_id: int, tag_id: int, contact_ids: Iterable[int]) -> int:
    """Put a tag on contacts of its workspace; who has it keeps it. Return how many were looked at."""
    rows = [ContactTag(workspace_id=workspace_id, tag_id=tag_id, contact_id=one) for one in contact_ids]
    ContactTag.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)


def take(workspace_id: int, tag_id: int, contact_ids: Iterable[int]) -> int:
    """Take a tag off contacts; return how many had it."""
    found = ContactTag.objects.filter(workspace_id=workspace_id, tag_id=tag_id, contact_id__in=list(contact_ids))
    deleted, _ = found.delete()
    return deleted


def of_contact(contact: Contact) -> list[Tag]:
    """Return a contact's tags."""
    return list(Tag.objects.filter(contacttag__contact=contact).order_by(Lower("name")))
