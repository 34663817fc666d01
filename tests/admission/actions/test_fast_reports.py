"""A report may come before the call that it speaks of was settled: the mail had left, whatever its worker saw."""

from datetime import timedelta

import pytest

from admission.actions import sweeps
from admission.actions.settle import settle
from admission.core.settlement import Accepted, Settlement, Vanished
from admission.models import Incident, Permit
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.gates import Gates
from app.models import Event
from bounces.actions.outcomes import Came, record
from bounces.core.outcomes import EFFECTS, Outcome
from mailboxes import locks
from mailboxes.actions.deliveries import begin_call, withdraw
from mailboxes.models import Budget, Delivery, InboundMessage, Mailbox
from sequences.models import Touch
from tests.factories import a_campaign, a_workspace
from tests.plugins.world import World
from tests.races.ready import Ready, a_sender, granted, people, prepared
from tests.races.settled import RECEIPT, permit_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mail(world: World) -> Ready:
    """One prepared mail of a mailbox with a gap: one call at a time."""
    workspace = a_workspace()
    mailbox = a_sender(world, workspace, gap=240)
    return prepared(a_campaign(workspace, mailboxes=[mailbox]), mailbox, people(workspace, 1))[0]


def a_report(mail: Ready) -> None:
    """A bounce that names the mail comes in, as the reader of the inbox writes it."""
    mailbox = Mailbox.objects.get()
    now = clock.now()
    message = InboundMessage.objects.create(
        workspace=mailbox.workspace,
        mailbox=mailbox,
        provider_id="report",
        received_at=now,
        stored_at=now,
        next_try_at=now,
    )
    kind = Outcome.BOUNCED

    def work() -> None:
        locks.enter(Gates(mailbox.workspace_id), [mail.recipient_id])
        about = {"delivery_id": mail.delivery_id, "exact": True, "inbound_id": message.id}
        record(Came(mailbox.workspace_id, mail.recipient_id, kind, EFFECTS[kind], **about))  # type: ignore[arg-type]
        events.append(
            kind="delivery.proved",
            workspace_id=mailbox.workspace_id,
            subject_id=mail.delivery_id,
            recipient_id=mail.recipient_id,
        )

    in_transaction(work)


def called(mail: Ready) -> int:
    permit_id = permit_of(granted(mail))
    begin_call(mail.delivery_id, permit_id)
    return permit_id


def all_is_told() -> None:
    delivery, permit = Delivery.objects.get(), Permit.objects.get()
    assert (delivery.state, permit.state) == ("bounced", "accepted")
    assert Budget.objects.get().in_flight_permit is None
    assert Budget.objects.get().last_send_at is not None
    assert Touch.objects.get().state == "sent"
    assert Event.objects.filter(kind="delivery.bounced", subject_id=delivery.id).count() == 1
    assert Event.objects.filter(kind="delivery.accepted", subject_id=delivery.id).count() == 1
    assert not Incident.objects.exists()


@pytest.mark.parametrize("settlement", [Accepted(RECEIPT), Vanished("connection")])
def test_whatever_the_worker_reports_after_a_bounce_the_mail_had_left(mail: Ready, settlement: Settlement) -> None:
    permit_id = called(mail)
    a_report(mail)
    assert settle(permit_id, settlement, chance=0.5)
    all_is_told()


def test_a_bounce_settles_a_mail_in_doubt(mail: Ready) -> None:
    permit_id = called(mail)
    settle(permit_id, Vanished("connection"), chance=0.5)
    a_report(mail)
    all_is_told()


def test_a_dead_worker_does_not_block_the_mailbox_of_a_mail_that_bounced(mail: Ready) -> None:
    called(mail)
    a_report(mail)
    assert sweeps.sweep_leases() == 0  # the worker may still be waiting for its answer
    Permit.objects.update(granted_at=clock.now() - timedelta(minutes=32))
    assert sweeps.sweep_leases() == 1
    all_is_told()
    assert sweeps.sweep_leases() == 0


def test_a_lease_that_ends_in_doubt_begins_a_gap(mail: Ready, world: World) -> None:
    called(mail)
    Delivery.objects.update(lease_until=clock.now() - timedelta(seconds=1))
    assert sweeps.sweep_leases() == 1
    last = Budget.objects.get().last_send_at
    assert last is not None
    assert abs(last - world.now()) < timedelta(seconds=1)


def test_a_withdrawn_mail_is_told_once(mail: Ready) -> None:
    delivery = Delivery.objects.get()
    assert withdraw(delivery.id, reason="stopped")
    assert not withdraw(delivery.id, reason="stopped")
    (row,) = Event.objects.filter(kind="delivery.withdrawn")
    assert (row.subject_id, row.data["reason"]) == (delivery.id, "stopped")
