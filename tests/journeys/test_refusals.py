"""What a provider's no does: to one mail, one person, one mailbox, and to nobody else."""

import itertools
from datetime import timedelta

import pytest

from admission.models import Permit
from app.actions import clock
from app.models import Event, Workspace
from bounces.models import Suppression
from mailboxes.actions import pool
from mailboxes.models import Delivery, InboundCursor, Mailbox
from sequences.actions import dispatch, plan
from sequences.models import Enrollment, Touch
from tests.factories import a_campaign, a_contact, a_workspace, enrolled
from tests.journeys.running import a_gmail, an_smtp, due_here, read_all, send_due, send_here, sent_mails
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def workspace(db: None) -> Workspace:
    return a_workspace()


def people(mailbox: Mailbox, number: int) -> list[Enrollment]:
    """Silent people who are due from this mailbox."""
    campaign = a_campaign(mailbox.workspace, mailboxes=[mailbox])
    names = [f"silent-{mailbox.id}-{one}@acme{one}.example" for one in range(number)]
    return [enrolled(campaign, a_contact(mailbox.workspace, name), mailbox=mailbox) for name in names]


def copies(simulator: Simulator) -> int:
    return len(simulator.journal("accept"))


def rest_of(mailbox: Mailbox) -> timedelta:
    """How long the provider's limit still holds."""
    until = Mailbox.objects.values_list("limited_until", flat=True).get(id=mailbox.id)
    return timedelta(0) if until is None else until - clock.now()


RETRY_AFTER = [
    ("date:90", 80, 90),
    (120, 110, 120),
    ("-5", 30, 660),
    ("soon", 30, 660),
    ("date:-100", 30, 660),
    ("date:259200", 259_000, 259_200),
    (None, 30, 660),
]


@pytest.mark.parametrize(("asked", "least", "most"), RETRY_AFTER)
def test_a_limit_rests_one_mailbox_as_long_as_it_asks(
    workspace: Workspace, world: World, simulator: Simulator, asked: str | int | None, least: int, most: int
) -> None:
    limited, free = (a_gmail(workspace, simulator, world, gap=0) for _ in range(2))
    people(limited, 2)
    people(free, 2)
    status, reason = (403, "rateLimitExceeded") if asked is None else (429, None)
    simulator.fault("status", status=status, reason=reason, retry_after=asked, mailbox=limited.address)
    assert sorted(send_here()) == ["accepted", "accepted", "deferred", "mailbox"]
    assert timedelta(seconds=least) <= rest_of(limited) <= timedelta(seconds=most)
    assert rest_of(free) == timedelta(0)
    assert set(Enrollment.objects.values_list("state", flat=True)) == {"active", "finished"}
    Mailbox.objects.update(limited_until=clock.now())  # its time is over
    world.pass_time(timedelta(hours=7))
    assert send_here() == ["accepted", "accepted"]
    assert copies(simulator) == 4


def test_a_limited_mailbox_is_not_even_logged_in_to(
    workspace: Workspace, world: World, simulator: Simulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailbox = a_gmail(workspace, simulator, world, gap=0)
    people(mailbox, 3)
    due_here()
    Mailbox.objects.update(limited_until=clock.now() + timedelta(days=3))
    monkeypatch.setattr(pool, "transport_for", lambda *_: pytest.fail("it was asked for a connection"))
    assert send_here() == ["mailbox"] * 3
    assert set(Touch.objects.values_list("state", "hold_reason")) == {("scheduled", "provider_limit")}
    plan.plan()
    assert not Touch.objects.filter(state="planned").exists()


REFUSALS = [
    # operation, code, words, word of the send, enrollment, reason, suppressed
    ("smtp.rcpt", 550, "5.1.1 no such user here", "rejected", "bounced", "bounced", 1),
    ("smtp.rcpt", 501, "5.1.3 bad address syntax", "rejected", "bounced", "bounced", 1),
    ("smtp.rcpt", 550, "we would rather not", "rejected", "bounced", "bounced", 0),
    ("smtp.rcpt", 552, "5.2.2 mailbox full", "deferred", "active", "", 0),
    ("smtp.dot", 550, "5.7.1 blocked, see the block list", "deferred", "active", "", 0),
    ("smtp.dot", 554, "5.7.26 the sender is not authenticated", "rejected", "failed", "authentication", 0),
    ("smtp.dot", 552, "5.3.4 message too big", "rejected", "failed", "step_refused", 0),
    ("smtp.dot", 451, "4.3.0 try again later", "deferred", "active", "", 0),
]


@pytest.mark.parametrize(("op", "status", "text", "word", "state", "reason", "suppressed"), REFUSALS)
def test_a_refusal_speaks_of_the_address_the_mail_or_the_sender(
    workspace: Workspace, world: World, simulator: Simulator, op: str, status: int, text: str, word: str, state: str,
    reason: str, suppressed: int,
) -> None:  # fmt: skip
    mailbox = an_smtp(workspace, simulator, world, gap=0)
    first, _ = people(mailbox, 2)
    simulator.fault("status", op=op, status=status, text=text)
    words = send_here()
    assert words[0] == word
    assert Enrollment.objects.values_list("state", "reason").get(id=first.id) == (state, reason)
    assert Suppression.objects.count() == suppressed
    assert copies(simulator) == words.count("accepted")
    (permit,) = Permit.objects.filter(recipient_id=first.recipient_id)
    assert permit.response.startswith(word)
    assert str(status) in permit.response


def test_a_blocked_sender_is_not_tried_again_within_minutes(
    workspace: Workspace, world: World, simulator: Simulator
) -> None:
    mailbox = an_smtp(workspace, simulator, world, gap=0)
    people(mailbox, 3)
    simulator.fault("status", op="smtp.dot", status=550, text="5.7.1 blocked, see the block list")
    assert send_here() == ["deferred", "mailbox", "mailbox"]
    assert rest_of(mailbox) >= timedelta(minutes=59)


def test_one_refused_address_among_many_costs_nobody_else(
    workspace: Workspace, world: World, simulator: Simulator
) -> None:
    mailbox = an_smtp(workspace, simulator, world, gap=0)
    due = people(mailbox, 8)
    at_rcpt, at_dot = (one.contact.email for one in (due[2], due[5]) if one.contact is not None)
    simulator.fault("status", op="smtp.rcpt", status=550, text="5.1.1 nobody", recipient=at_rcpt)
    simulator.fault("status", op="smtp.dot", status=550, text="no", recipient=at_dot)
    words = send_here()
    assert (words.count("accepted"), words.count("rejected")) == (6, 2)
    assert sorted(one["rcpt"] for one in simulator.journal("accept")) == sorted(
        one.contact.email for one in due if one.contact is not None and one not in (due[2], due[5])
    )


def test_a_greylist_gets_the_same_mail_again_and_one_copy(
    workspace: Workspace, world: World, simulator: Simulator
) -> None:
    mailbox = an_smtp(workspace, simulator, world, gap=0)
    people(mailbox, 1)
    simulator.fault("status", op="smtp.rcpt", status=451, text="4.7.1 greylisted, come back", times=2)
    began = world.now()
    assert send_here() == ["deferred"]
    delivery = Delivery.objects.get()
    assert delivery.not_before is not None
    assert timedelta(minutes=5) <= delivery.not_before - began <= timedelta(hours=1)
    assert dispatch.send_touch(Touch.objects.get().id) == "nothing"  # it is not planned before its time
    world.at(delivery.not_before)
    assert send_here() == ["deferred"]
    second = Delivery.objects.values_list("not_before", flat=True).get()
    assert second is not None
    world.at(second)
    assert send_here() == ["accepted"]
    (mail,) = sent_mails(simulator, mailbox)
    assert mail["Message-ID"] == f"<{delivery.message_id}>"
    assert (copies(simulator), Suppression.objects.count()) == (1, 0)


def test_a_server_that_closes_at_its_greeting_costs_the_people_nothing(
    workspace: Workspace, world: World, simulator: Simulator
) -> None:
    mailbox = an_smtp(workspace, simulator, world, gap=0)
    people(mailbox, 2)
    simulator.fault("status", op="smtp.connect", status=421, text="4.3.2 closing")
    assert send_here() == ["not_reached", "mailbox"]
    assert not Permit.objects.exists()
    assert rest_of(mailbox) > timedelta(seconds=20)
    Mailbox.objects.update(limited_until=None)
    assert send_here() == ["accepted", "accepted"]


@pytest.mark.parametrize("lane", ["gmail", "smtp"])
def test_dead_credentials_are_tried_once_told_once_and_fail_nobody(
    workspace: Workspace, world: World, simulator: Simulator, lane: str
) -> None:
    mailbox = {"gmail": a_gmail, "smtp": an_smtp}[lane](workspace, simulator, world)
    people(mailbox, 3)
    if lane == "gmail":
        simulator.account(mailbox.address, revoked=True, expire_tokens=True)
    else:
        simulator.fault("status", op="smtp.auth", status=535, text="5.7.8 no", times=5)
    assert send_here() == ["no_credentials", "mailbox", "mailbox"]
    assert Mailbox.objects.get().state == "reconnect_needed"
    assert Event.objects.filter(kind="mailbox.reconnect_needed").count() == 1
    assert set(Enrollment.objects.values_list("state", flat=True)) == {"active"}
    assert not Permit.objects.exists()
    assert mailbox.id not in read_due()
    plan.plan()
    assert set(Touch.objects.values_list("state", "hold_reason")) == {("scheduled", "mailbox_not_connected")}


def read_due() -> list[int]:
    """Which mailboxes the clock would read now."""
    from mailboxes.actions import inbound  # noqa: PLC0415 - used here only

    InboundCursor.objects.update(next_poll_at=clock.now())
    return inbound.due()


def test_a_reconnected_mailbox_goes_on_at_its_own_pace(
    workspace: Workspace, world: World, simulator: Simulator
) -> None:
    mailbox = a_gmail(workspace, simulator, world, gap=600)
    people(mailbox, 3)
    simulator.account(mailbox.address, revoked=True, expire_tokens=True)
    assert send_due(world) == ["no_credentials"]
    world.pass_time(timedelta(days=2))
    simulator.account(mailbox.address, revoked=False)
    Mailbox.objects.update(state="connected", state_reason="")
    read_all()
    sends = []
    for _ in range(24):  # two hours: more than the drawn paces of three mails can take
        sends += [(word, world.now()) for word in send_due(world)]
        world.pass_time(timedelta(minutes=5))
    times = [at for word, at in sends if word == "accepted"]
    assert len(times) == 3
    assert all(after - before >= timedelta(seconds=600) for before, after in itertools.pairwise(times))


def test_a_token_endpoint_that_is_down_for_a_moment_changes_nothing(
    workspace: Workspace, world: World, simulator: Simulator
) -> None:
    mailbox = a_gmail(workspace, simulator, world)
    people(mailbox, 1)
    simulator.account(mailbox.address, expire_tokens=True)
    simulator.fault("status", op="token", status=503, times=2)
    words = []
    for _ in range(4):
        words += send_due(world)
        Mailbox.objects.update(limited_until=None)
    assert words[-1] == "accepted"
    assert (Mailbox.objects.get().state, copies(simulator)) == ("connected", 1)
    assert not Event.objects.filter(kind="mailbox.reconnect_needed").exists()


@pytest.mark.parametrize("lane", ["gmail", "smtp"])
def test_a_job_delivered_many_times_sends_once(
    workspace: Workspace, world: World, simulator: Simulator, lane: str
) -> None:
    mailbox = {"gmail": a_gmail, "smtp": an_smtp}[lane](workspace, simulator, world)
    people(mailbox, 1)
    plan.plan()
    touch = Touch.objects.get()
    assert touch.slot_at is not None
    assert dispatch.send_touch(touch.id) == "early"
    world.at(touch.slot_at)
    assert [dispatch.send_touch(touch.id) for _ in range(4)] == ["accepted", "nothing", "nothing", "nothing"]
    assert copies(simulator) == 1
