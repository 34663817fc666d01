"""A letter by hand and the campaign's mail to the same person meet: after the hold no permit is granted."""

from collections.abc import Callable

import pytest

from admission.models import Permit
from app.actions import clock
from app.models import Event, ReactionDue
from bounces.actions import ingest
from mailboxes.models import HandMail, InboundMessage, Mailbox
from sequences.models import Touch
from tests.factories import a_campaign, a_workspace
from tests.plugins.world import World
from tests.races.ready import Ready, a_sender, granted, people, prepared
from tests.races.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def a_letter(mailbox: Mailbox, ready: Ready) -> int:
    """A letter by hand to the person, as the feed stored it: nobody has read it yet."""
    now, name = clock.now(), f"by-hand-{ready.delivery_id}"
    world_now = clock.world_now()
    HandMail.objects.create(
        workspace_id=mailbox.workspace_id,
        mailbox=mailbox,
        provider_id=name,
        sent_at=world_now,
        local_day=world_now.date(),
        people=[ready.recipient_id],
    )
    stored = InboundMessage.objects.create(
        workspace_id=mailbox.workspace_id,
        mailbox=mailbox,
        provider_id=name,
        own=True,
        received_at=world_now,
        stored_at=now,
        next_try_at=now,
    )
    return stored.id


def test_no_permit_is_granted_after_a_letter_by_hand_was_read(world: World) -> None:
    workspace = a_workspace()
    mailbox = a_sender(world, workspace, cap=100)
    waiting = prepared(a_campaign(workspace, mailboxes=[mailbox]), mailbox, people(workspace, 4))
    work: list[Callable[[], object]] = []
    for one in waiting:
        letter = a_letter(mailbox, one)
        work += [lambda letter=letter: ingest.classify(letter), lambda one=one: granted(one)]  # type: ignore[misc]
    at_once(lambda act: act(), work)
    held = dict(Event.objects.filter(kind="recipient.written_to").values_list("recipient_id", "at"))
    assert held.keys() == {one.recipient_id for one in waiting}
    permits = dict(Permit.objects.values_list("recipient_id", "granted_at"))
    assert all(at <= held[person] for person, at in permits.items())
    assert set(Touch.objects.values_list("state", "hold_reason")) == {("held", "hand_written")}
    assert not ReactionDue.objects.exists()
    for one in waiting:
        granted(one)
    assert dict(Permit.objects.values_list("recipient_id", "granted_at")) == permits
