"""A person's address changes, or all of them goes, while a mail is about to leave."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.db import connection

from admission.core.verdict import Grant
from app.core.errors import Busy
from mailboxes.core.address import parse_address
from mailboxes.models import DeliveryBody
from sequences.actions import contacts, erasure
from sequences.models import OPEN_TOUCH, Contact, Enrollment, Touch
from tests.factories import a_campaign, a_workspace
from tests.plugins.world import World
from tests.races.interleave import Pair, a_pair
from tests.races.ready import Ready, a_policy, a_sender, granted, people, prepared

pytestmark = pytest.mark.django_db(transaction=True)

type Change = Callable[[Contact], bool]

RACES = 60
COMMITS = """
SELECT (SELECT pg_xact_commit_timestamp(xmin) FROM app_event WHERE kind = %(kind)s AND subject_id = %(contact)s),
  (SELECT pg_xact_commit_timestamp(xmin) FROM admission_permit WHERE delivery_id = %(delivery)s)
"""


def targets(world: World) -> list[Ready]:
    workspace = a_workspace()
    a_policy(workspace, domain_per_day=None)
    mailbox = a_sender(world, workspace, cap=1000)
    return prepared(a_campaign(workspace, mailboxes=[mailbox]), mailbox, people(workspace, RACES))


def move(contact: Contact) -> bool:
    """Another address; False: somebody else was faster."""
    try:
        contacts.edit_address(contact, parse_address(f"moved{contact.id}@elsewhere.example"))
    except Busy:
        return False
    return True


def erase(contact: Contact) -> bool:
    try:
        erasure.erase(contact)
    except Busy:
        return False
    return True


def commits(kind: str, ready: Ready) -> tuple[datetime, datetime | None]:
    values: dict[str, int | str] = {"kind": kind, "contact": ready.contact_id, "delivery": ready.delivery_id}
    with connection.cursor() as cursor:
        cursor.execute(COMMITS, values)
        changed, permitted = cursor.fetchone()
    return changed, permitted


def race_with_a_permit(pair: Pair, ready: Ready, change: Change) -> bool:
    """Change the person while their mail asks for its permit; True: it was granted, before the change."""
    contact = Contact.objects.get(id=ready.contact_id)
    verdict, done = pair.race(lambda: granted(ready), lambda: change(contact))
    assert done
    changed, permitted = commits("contact.moved" if change is move else "contact.erased", ready)
    assert permitted is None or permitted < changed
    return isinstance(verdict, Grant)


@pytest.mark.parametrize("change", [move, erase])
def test_no_permit_commits_for_an_address_that_was_given_up_before(world: World, change: Change) -> None:
    with a_pair(seed=5) as pair:
        grants = sum(race_with_a_permit(pair, ready, change) for ready in targets(world))
    assert 5 < grants < RACES - 5


def race_with_each_other(pair: Pair, ready: Ready) -> None:
    """Erase a contact while it gets another address: either they are gone, or they go on there."""
    one, other = (Contact.objects.get(id=ready.contact_id) for _ in range(2))
    moved, erased = pair.race(lambda: move(one), lambda: erase(other))
    assert moved or erased
    lives = Contact.objects.filter(id=ready.contact_id).exists()
    active = Enrollment.objects.get(id=ready.enrollment_id).state == "active"
    assert lives == active == (not erased)
    assert DeliveryBody.objects.filter(delivery_id=ready.delivery_id, address="").exists() == erased


def test_an_erasure_and_a_change_of_address_leave_no_sequence_without_its_person(world: World) -> None:
    with a_pair(seed=6) as pair:
        for ready in targets(world):
            race_with_each_other(pair, ready)
    assert not Touch.objects.filter(state__in=OPEN_TOUCH, enrollment__contact=None).exists()
