"""The given cases of the area SND: G-SND-01 to G-SND-06, by the product against scripted servers.

G-SND-07, jobs that come twice, is in tests/faults/test_jobs_twice.py.
"""

import itertools
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from admission.models import Permit
from app.models import Event, Workspace
from mailboxes.actions import pool
from mailboxes.models import Delivery, DeliveryBody, Mailbox
from mailboxes.transports import smtp
from mailboxes.transports.smtp_worn import WORN
from sequences.actions import audit, dispatch, explain, plan
from sequences.actions.erasure import erase
from sequences.models import Campaign, Enrollment, Touch
from tests.cases.sending import (
    address_of,
    copies,
    due_from,
    ended,
    hours_pass,
    in_step,
    more_from,
    rest_of,
    rested,
    states,
    suppressed,
)
from tests.factories import SECRETS, a_user, a_workspace, an_email, weekly
from tests.journeys.running import a_gmail, an_smtp, due_here, send_here
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

TWO_STEPS = (an_email(), an_email(subject="", text="Again", delay=3))
FIVE_TO_FIVE = datetime(2027, 3, 9, 16, 50, tzinfo=UTC)


@pytest.fixture
def workspace(db: None) -> Workspace:
    return a_workspace()


@pytest.fixture
def pages(workspace: Workspace) -> Client:
    """Somebody who looks at the screens."""
    client = Client()
    client.force_login(a_user(workspace))
    return client


@pytest.fixture(autouse=True)
def every_promise_is_kept(simulator: Simulator) -> Iterator[None]:
    """What `manage.py audit` looks at, by our ledger and the simulator's journal, after each case."""
    WORN.forget()
    yield
    assert {key: rows for key, rows in audit.violations(simulator.journal_path).items() if rows} == {}
    pool.close_idle(older_than=timedelta(0))
    WORN.forget()


# G-SND-01: 429 with Retry-After as a date. How each form is read is tested in tests/journeys/test_refusals.py.


@pytest.mark.parametrize("asked", ["date:90", 120, "date:259200"])
def test_g_snd_01_no_request_is_made_while_the_provider_asked_for_patience(
    workspace: Workspace, world: World, simulator: Simulator, pages: Client, asked: int | str
) -> None:
    limited, free = (a_gmail(workspace, simulator, world, gap=0) for _ in range(2))
    due_from(limited, 3)
    due_from(free, 3)
    simulator.fault("status", status=429, retry_after=asked, mailbox=limited.address)
    assert sorted(send_here()) == ["accepted"] * 3 + ["deferred"] + ["mailbox"] * 2
    before = len(simulator.journal())
    world.pass_time(timedelta(days=2))
    assert send_here() == ["mailbox"] * 3  # at once: no worker waits
    assert len(simulator.journal()) == before
    assert b"resting until" in pages.get("/mailboxes/").content
    assert (states(), suppressed()) == ({"active", "finished"}, 0)
    rested(limited)
    assert send_here() == ["accepted"] * 3
    assert set(copies(simulator).values()) == {1}


@pytest.mark.parametrize("asked", ["-5", "soon", "date:-100", None])
def test_g_snd_01_our_own_patience_grows(
    workspace: Workspace, world: World, simulator: Simulator, asked: str | None
) -> None:
    mailbox = a_gmail(workspace, simulator, world, gap=0)
    due_from(mailbox, 1)
    simulator.fault("status", status=429, retry_after=asked, times=4)
    waits = []
    for _ in range(4):
        world.pass_time(timedelta(hours=6))
        assert send_here() == ["deferred"]
        waits.append(rest_of(mailbox))
        rested(mailbox)
        world.at(world.now().replace(hour=9) + timedelta(days=1))
    assert waits[0] >= timedelta(seconds=30)
    assert all(before < after for before, after in itertools.pairwise(waits))
    assert (states(), suppressed()) == ({"active"}, 0)


# G-SND-02: what a 5xx answer says about whom

ANSWERS = [
    # the answer, how the enrollment stands, whether the address is on the list, whether the mailbox rests
    (550, "5.1.1 no such user", ("bounced", "bounced"), 1, False),
    (501, "5.1.3 bad address", ("bounced", "bounced"), 1, False),
    (550, "5.7.1 blocked, see block list", ("active", ""), 0, True),
    (554, "5.7.26 sender not authenticated", ("failed", "authentication"), 0, True),
    (552, "5.2.2 mailbox full", ("active", ""), 0, False),
    (550, "we would rather not", ("bounced", "bounced"), 0, False),
    (552, "5.3.4 too big", ("failed", "step_refused"), 0, False),
]


@pytest.mark.parametrize("verb", ["smtp.rcpt", "smtp.dot"])
@pytest.mark.parametrize(("status", "text", "stands", "listed", "rests"), ANSWERS)
def test_g_snd_02_an_answer_is_held_against_whom_it_speaks_of(
    workspace: Workspace, world: World, simulator: Simulator, pages: Client, verb: str, status: int, text: str,
    stands: tuple[str, str], listed: int, rests: bool,
) -> None:  # fmt: skip
    mailbox = an_smtp(workspace, simulator, world, gap=0)
    (person,) = due_from(mailbox, 1)
    simulator.fault("status", op=verb, status=status, text=text)
    send_here()
    assert (ended(person), suppressed()) == (stands, listed)
    assert (rest_of(mailbox) >= timedelta(minutes=59)) == rests
    assert Mailbox.objects.get().state == "connected"
    contact = Enrollment.objects.get().contact_id
    assert f"{status} {text}" in pages.get(f"/contacts/{contact}/").content.decode()
    assert send_here() in ([], ["mailbox"])  # nothing is tried again within minutes


def test_g_snd_02_what_was_said_is_erased_with_the_person(
    workspace: Workspace, world: World, simulator: Simulator
) -> None:
    mailbox = an_smtp(workspace, simulator, world, gap=0)
    (person,) = due_from(mailbox, 1)
    simulator.fault("status", op="smtp.rcpt", status=550, text=f"5.1.1 <{address_of(person)}> unknown")
    send_here()
    assert address_of(person) in str(DeliveryBody.objects.get().answers)
    assert "unknown" in explain.delivery(str(Delivery.objects.get().id), addresses=True)
    assert address_of(person) not in explain.delivery(str(Delivery.objects.get().id))
    contact = Enrollment.objects.get().contact
    assert contact is not None
    erase(contact)
    assert DeliveryBody.objects.get().answers == {}


@pytest.mark.parametrize(
    ("text", "reason", "paused"),
    [("5.7.1 blocked, see block list", "sender_refused", 1), ("5.7.26 not authenticated", "domain_refused", 2)],
)
def test_g_snd_02_a_few_refusals_of_the_sender_in_a_row_pause_it(
    workspace: Workspace, world: World, simulator: Simulator, pages: Client, text: str, reason: str, paused: int
) -> None:
    mailbox, _ = (an_smtp(workspace, simulator, world, gap=0) for _ in range(2))
    due_from(mailbox, 5)
    simulator.fault("status", op="smtp.dot", status=550, text=text, times=9)
    for _ in range(5):
        send_here()
        rested(mailbox)
    assert Mailbox.objects.filter(state="paused", state_reason=reason).count() == paused
    assert Event.objects.filter(kind="mailbox.paused").count() == paused
    assert Permit.objects.count() == 3
    assert suppressed() == 0
    assert Enrollment.objects.filter(state="active").count() == (5 if reason == "sender_refused" else 2)
    assert f"550 {text[:5]}" in pages.get("/mailboxes/").content.decode()


def test_g_snd_02_a_mail_that_got_through_ends_the_row(
    workspace: Workspace, world: World, simulator: Simulator
) -> None:
    mailbox = an_smtp(workspace, simulator, world, gap=0)
    people = due_from(mailbox, 6)
    for number in (0, 1, 3, 4):
        simulator.fault("status", op="smtp.dot", status=550, text="5.7.26 no", recipient=address_of(people[number]))
    words = []
    for _ in people:
        words += [word for word in send_here() if word != "mailbox"]
        rested(mailbox)
    assert [word == "accepted" for word in words] == [False, False, True, False, False, True]
    assert Mailbox.objects.get().state == "connected"


def test_g_snd_02_who_is_refused_again_while_others_get_through_is_ended_not_tried_for_ever(
    workspace: Workspace, world: World, simulator: Simulator
) -> None:
    mailbox = an_smtp(workspace, simulator, world, gap=0)
    first, _ = due_from(mailbox, 2)
    text = "5.7.1 you are not on the list"
    simulator.fault("status", op="smtp.rcpt", status=550, text=text, recipient=address_of(first), times=9)
    assert send_here() == ["deferred", "mailbox"]
    rested(mailbox)
    assert send_here() == ["accepted"]  # the first one waits for its own time
    world.pass_time(timedelta(hours=2))
    rested(mailbox)
    assert send_here() == ["deferred"]
    assert ended(first) == ("failed", "policy_block")
    assert (suppressed(), Mailbox.objects.get().state) == (0, "connected")


def test_g_snd_02_a_full_mailbox_is_given_up_after_a_day_without_suppression(
    workspace: Workspace, world: World, simulator: Simulator
) -> None:
    mailbox = an_smtp(workspace, simulator, world, gap=0)
    (person,) = due_from(mailbox, 1)
    simulator.fault("status", op="smtp.rcpt", status=552, text="5.2.2 mailbox full", times=99)
    happened = hours_pass(world, simulator, 60)
    assert (ended(person), suppressed()) == (("failed", "temporary"), 0)
    assert happened[-1][0] - happened[0][0] > timedelta(hours=24)


def test_g_snd_02_a_refused_login_is_the_mailboxes_fault(
    workspace: Workspace, world: World, simulator: Simulator, pages: Client
) -> None:
    mailbox = an_smtp(workspace, simulator, world, gap=0)
    due_from(mailbox, 1)
    simulator.fault("status", op="smtp.auth", status=535, text="5.7.8 who are you")
    assert send_here() == ["no_credentials"]
    assert (Mailbox.objects.get().state, states(), suppressed()) == ("reconnect_needed", {"active"}, 0)
    assert "535 5.7.8 who are you" in pages.get("/mailboxes/").content.decode()


def test_g_snd_02_a_refused_mail_is_shown_as_the_fault_of_its_step(
    workspace: Workspace, world: World, simulator: Simulator, pages: Client
) -> None:
    due_from(an_smtp(workspace, simulator, world, gap=0), 2)
    simulator.fault("status", op="smtp.dot", status=552, text="5.3.4 too big", times=2)
    send_here()
    shown = pages.get(f"/campaigns/{Campaign.objects.get().id}/").content.decode()
    assert "Step 1: a server refused the mail itself, for 2 people" in shown


# G-SND-03: one refused address among many


def test_g_snd_03_one_refused_address_costs_nobody_else(
    workspace: Workspace, world: World, simulator: Simulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp, "TRUSTED_FOR", 0.0)  # each mail is begun with RSET
    monkeypatch.setattr(smtp, "MOST_MAILS", 1000)
    mailbox = an_smtp(workspace, simulator, world, gap=0, cap=1000)
    people = due_from(mailbox, 100)
    simulator.fault("status", op="smtp.rcpt", status=550, text="5.1.1 nobody", recipient=address_of(people[36]))
    simulator.fault("status", op="smtp.dot", status=550, text="no", recipient=address_of(people[57]))
    touches = due_here()
    words = [dispatch.send_touch(touch.id) for touch in touches[:79]]
    assert opened(simulator) == 1
    simulator.fault("status", op="smtp.rset", status=421)
    words += [dispatch.send_touch(touch.id) for touch in touches[79:]]
    assert [number for number, word in enumerate(words, 1) if word != "accepted"] == [37, 58]
    assert (words[36], words[57], opened(simulator)) == ("rejected", "rejected", 2)
    refused = {address_of(people[36]), address_of(people[57])}
    assert copies(simulator) == {address_of(one): 1 for one in people if address_of(one) not in refused}
    assert [ended(people[number])[0] for number in (36, 57)] == ["bounced", "bounced"]


def opened(simulator: Simulator) -> int:
    return sum(record["what"] == "opened" for record in simulator.journal("connection"))


# G-SND-04: greylisting and other temporary refusals


def test_g_snd_04_a_greylist_is_met_again_inside_the_window_and_gets_one_copy(
    workspace: Workspace, world: World, simulator: Simulator
) -> None:
    mailbox = an_smtp(workspace, simulator, world, gap=0)
    world.at(FIVE_TO_FIVE)
    in_step(world, simulator)
    simulator.rules(greylist_seconds=300)
    (person,) = due_from(mailbox, 1, steps=TWO_STEPS)
    Campaign.objects.update(window=weekly("08:00", "17:00"))
    assert send_here() == ["deferred"]
    name = Delivery.objects.get().message_id
    happened = hours_pass(world, simulator, 24)
    assert [word for _, word in happened] == ["accepted"]
    sent_at = happened[0][0]
    assert 8 <= sent_at.hour < 17
    (record,) = simulator.journal("accept")
    assert (record["message_id"], copies(simulator)) == (name, {address_of(person): 1})
    following = Touch.objects.get(state="scheduled")
    assert following.due_at >= sent_at + timedelta(days=3)


def test_g_snd_04_who_is_put_off_for_ever_is_given_up_after_a_day(
    workspace: Workspace, world: World, simulator: Simulator
) -> None:
    mailbox = an_smtp(workspace, simulator, world, gap=0)
    (person,) = due_from(mailbox, 1)
    simulator.fault("status", op="smtp.rcpt", status=450, text="4.2.1 busy", times=99)
    happened = hours_pass(world, simulator, 50)
    tries = list(Permit.objects.order_by("id").values_list("world_at", flat=True))
    assert {word for _, word in happened} == {"deferred"}
    assert ended(person) == ("failed", "temporary")
    assert suppressed() == 0
    assert tries[-1] - tries[0] > timedelta(hours=24)
    assert all(8 <= at.hour < 18 for at in tries)
    assert tries[1] - tries[0] >= timedelta(minutes=5)


def test_g_snd_04_a_weekend_between_two_tries_gives_nobody_up(
    workspace: Workspace, world: World, simulator: Simulator
) -> None:
    mailbox = an_smtp(workspace, simulator, world, gap=0)
    world.at(FIVE_TO_FIVE + timedelta(days=3))  # a Friday
    (person,) = due_from(mailbox, 1)
    Campaign.objects.update(window=weekly("08:00", "17:00", (1, 2, 3, 4, 5)))
    simulator.fault("status", op="smtp.rcpt", status=451, text="4.7.1 come back", times=2)
    assert send_here() == ["deferred"]
    happened = hours_pass(world, simulator, 72)
    assert [word for _, word in happened] == ["deferred", "accepted"]
    assert {at.isoweekday() for at, _ in happened} == {1}
    assert ended(person)[0] == "finished"


def test_g_snd_04_each_try_waits_longer_than_the_one_before(
    workspace: Workspace, world: World, simulator: Simulator
) -> None:
    mailbox = an_smtp(workspace, simulator, world, gap=0)
    world.at(world.now().replace(hour=8))
    due_from(mailbox, 1)
    simulator.fault("status", op="smtp.rcpt", status=450, text="4.2.1 busy", times=5)
    waits = []
    for _ in range(5):
        began = world.now()
        assert send_here() == ["deferred"]
        until = Delivery.objects.values_list("not_before", flat=True).get()
        assert until is not None
        waits.append(until - began)
        world.at(until)
    assert timedelta(minutes=5) <= waits[0] <= timedelta(hours=1)
    assert all(before < after for before, after in itertools.pairwise(waits))


def test_g_snd_04_a_server_that_is_closing_costs_the_people_nothing(
    workspace: Workspace, world: World, simulator: Simulator, pages: Client
) -> None:
    mailbox = an_smtp(workspace, simulator, world, gap=0)
    due_from(mailbox, 2)
    simulator.fault("status", op="smtp.connect", status=421, text="4.3.2 closing for an hour", times=99)
    waits = []
    for _ in range(4):  # a fifth failure in a row would open the breaker of the whole provider
        assert send_here()[0] == "not_reached"
        waits.append(rest_of(mailbox))
        assert "421 4.3.2 closing for an hour" in pages.get("/mailboxes/").content.decode()
        rested(mailbox)
    assert all(before < after for before, after in itertools.pairwise(waits))
    assert not Permit.objects.exists()
    assert not Delivery.objects.exclude(attempts=0).exists()
    simulator.clear_faults()
    assert send_here() == ["accepted", "accepted"]


# G-SND-05: connection reuse limits


def test_g_snd_05_worn_and_idle_connections_cost_nobody_anything(
    workspace: Workspace, world: World, simulator: Simulator, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SENDERS, settings.SMTP_CONNECTIONS_PER_MAILBOX = 1, 2
    monkeypatch.setattr(pool, "WAIT", 20.0)
    simulator.rules(mails_per_connection=10, connections=2)
    mailbox = an_smtp(workspace, simulator, world, gap=0, cap=1000)
    people = due_from(mailbox, 55)
    words = by_six_workers()
    assert set(words) <= {"accepted", "notcalled"}
    assert words.count("notcalled") <= 4  # each connection that was worn before this was known
    words += by_six_workers()
    simulator.rules(hang_up=True)
    people += more_from(mailbox, 5, campaign_id=Campaign.objects.get().id, name="later")
    words += by_six_workers()
    words += by_six_workers()
    assert words.count("accepted") == 60
    assert copies(simulator) == {address_of(one): 1 for one in people}
    assert states() == {"finished"}
    assert not Permit.objects.filter(state="deferred").exists()
    assert simulator.rules()["most_open"] <= 2
    assert not any(record["what"] == "refused" for record in simulator.journal("connection"))
    pool.close_idle(older_than=timedelta(0))
    hung_up = 2
    closed = [record for record in simulator.journal("connection") if record["what"] == "closed"]
    assert sum(not record["quit"] for record in closed) <= hung_up + words.count("notcalled")
    assert simulator.rules()["open"] == 0


def by_six_workers() -> list[str]:
    """Send to everybody who is due, by six threads at once."""

    def send(touch_id: int) -> str:
        try:
            return dispatch.send_touch(touch_id)
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as workers:
        return list(workers.map(send, [touch.id for touch in due_here()]))


# G-SND-06: credentials withdrawn during a campaign


@pytest.mark.parametrize("lane", ["gmail", "smtp"])
def test_g_snd_06_withdrawn_credentials_are_tried_once_and_told_once(
    workspace: Workspace, world: World, simulator: Simulator, pages: Client, lane: str,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    caplog.set_level("DEBUG")
    mailbox = {"gmail": a_gmail, "smtp": an_smtp}[lane](workspace, simulator, world, gap=600, cap=30)
    due_from(mailbox, 80)
    withdraw(simulator, mailbox, lane)
    assert send_here().count("no_credentials") == 1
    world.pass_time(timedelta(hours=3))
    plan.plan()
    assert not Touch.objects.filter(state="planned").exists()
    assert set(Touch.objects.values_list("hold_reason", flat=True)) == {"mailbox_not_connected"}
    refused = [one for one in simulator.journal("login") if not one["granted"]] + [
        one for one in simulator.journal("grant") if not one["granted"]
    ]
    assert 1 <= len(refused) <= 3
    assert Mailbox.objects.get().state == "reconnect_needed"
    assert Event.objects.filter(kind="mailbox.reconnect_needed").count() == 1
    assert (states(), suppressed(), Permit.objects.count()) == ({"active"}, 0, 0)
    secret = SECRETS[lane]["refresh_token" if lane == "gmail" else "password"]
    assert secret not in caplog.text + pages.get("/mailboxes/").content.decode()
    reconnect_after_two_days(world, simulator, mailbox)
    times = [at for at, word in hours_pass(world, simulator, 12) if word == "accepted"]
    assert 0 < len(times) <= 30
    assert all(after - before >= timedelta(seconds=600) for before, after in itertools.pairwise(times))


def withdraw(simulator: Simulator, mailbox: Mailbox, lane: str) -> None:
    if lane == "gmail":
        simulator.account(mailbox.address, revoked=True, expire_tokens=True)
    else:
        simulator.fault("status", op="smtp.auth", status=535, text="5.7.8 no", times=99)


def reconnect_after_two_days(world: World, simulator: Simulator, mailbox: Mailbox) -> None:
    world.pass_time(timedelta(days=2))
    world.at(world.now().replace(hour=7))
    simulator.clear_faults()
    simulator.account(mailbox.address, revoked=False)
    Mailbox.objects.update(state="connected", state_reason="")
    rested(mailbox)


def test_g_snd_06_a_token_endpoint_that_is_away_for_a_moment_changes_nothing(
    workspace: Workspace, world: World, simulator: Simulator
) -> None:
    mailbox = a_gmail(workspace, simulator, world, gap=0)
    due_from(mailbox, 1)
    simulator.account(mailbox.address, expire_tokens=True)
    simulator.fault("status", op="token", status=503, times=2)
    words = []
    for _ in range(4):
        words += send_here()
        rested(mailbox)
    assert words[-1] == "accepted"
    assert Mailbox.objects.get().state == "connected"
    assert not Event.objects.filter(kind="mailbox.reconnect_needed").exists()
