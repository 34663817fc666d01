"""Given cases of campaign editing, G-EDT-01 to 04, against the simulator; G-EDT-05 is tests/cases/test_erasing.py."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

import pytest

from app.actions import clock
from app.core.errors import Refused
from mailboxes.actions import mailboxes, pool
from mailboxes.models import Credential, Mailbox
from sequences.actions import campaigns, dispatch, enrollments, plan
from sequences.actions.editing import senders
from sequences.models import OPEN_TOUCH, Campaign, Contact, Enrollment, Touch
from tests.cases.sending import copies, due_from, more_from
from tests.factories import a_campaign, a_contact, a_user, a_workspace, an_email, enrolled
from tests.journeys.running import a_gmail, due_here, read_all, send_here, sent_mails
from tests.plugins.simulator import Simulator
from tests.plugins.world import World
from tests.races.threads import at_once
from tests.sequences.actions.importing import import_file

pytestmark = pytest.mark.django_db(transaction=True)
TWO = (an_email(), an_email(subject="", text="Again, {{ first_name }}", delay=3))
PEOPLE = 4  # from each mailbox, in place of the given forty


@pytest.fixture(autouse=True)
def no_connection_is_kept() -> Iterator[None]:
    pool.close_idle(older_than=timedelta(0))
    yield
    pool.close_idle(older_than=timedelta(0))


def everybody_gets_it() -> None:
    """Send to whoever is due; a mailbox whose provider asked for patience meanwhile goes on after that."""
    said = send_here()
    for _ in range(3):
        if set(said) == {"accepted"}:
            return
        Mailbox.objects.update(limited_until=None)
        Touch.objects.filter(state="scheduled").update(eligible_at=clock.world_now())
        said = [word for word in send_here() if word != "nothing"] or ["accepted"]


# ------------------------------------------------------------------ G-EDT-01


@pytest.fixture
def pair(world: World, simulator: Simulator) -> tuple[Mailbox, Mailbox]:
    """Two mailboxes of one campaign, each of which wrote to its people, who are due for the second step."""
    workspace = a_workspace()
    one, other = (a_gmail(workspace, simulator, world, gap=0) for _ in range(2))
    due_from(one, PEOPLE, steps=TWO, name="one")
    campaign = Campaign.objects.get()
    campaign.campaignmailbox_set.create(workspace=workspace, mailbox=other)
    more_from(other, PEOPLE, campaign_id=campaign.id, name="other")
    assert send_here() == ["accepted"] * (2 * PEOPLE)
    world.pass_time(timedelta(days=4))
    read_all()
    return one, other


def follow_ups(mailbox: Mailbox) -> Counter[str]:
    return Counter(Touch.objects.filter(enrollment__mailbox=mailbox, position=2).values_list("state", flat=True))


def test_g_edt_01_without_a_choice_the_people_of_a_mailbox_that_left_wait(pair: tuple[Mailbox, Mailbox]) -> None:
    one, other = pair
    assert senders.in_progress(one).count() == PEOPLE
    mailboxes.disconnect(one)
    plan.plan()
    waiting = Touch.objects.filter(enrollment__mailbox=one, position=2)
    assert set(waiting.values_list("state", "hold_reason")) == {("scheduled", "mailbox_gone")}
    assert follow_ups(other) == {"planned": PEOPLE} or follow_ups(other)["planned"] > 0
    assert set(Enrollment.objects.values_list("state", flat=True)) == {"active"}
    assert not Credential.objects.filter(mailbox=one).exists()


def test_g_edt_01_who_goes_on_from_another_mailbox_gets_a_new_thread_under_its_name(
    pair: tuple[Mailbox, Mailbox], simulator: Simulator
) -> None:
    one, other = pair
    Mailbox.objects.filter(id=other.id).update(display_name="Olga Other")
    before = len(sent_mails(simulator, other))
    assert senders.go_on_from(one, other) == PEOPLE
    mailboxes.disconnect(one)
    moved = set(Contact.objects.filter(email__startswith="silent-one").values_list("email", flat=True))
    everybody_gets_it()
    news = sent_mails(simulator, other)[before:]
    mails = [mail for mail in news if mail["To"].addresses[0].addr_spec in moved]
    assert len(mails) == PEOPLE
    assert {mail["In-Reply-To"] for mail in mails} == {None}
    assert {mail["Subject"] for mail in mails} == {"A question"}
    assert {mail["From"].addresses[0].display_name for mail in mails} == {"Olga Other"}
    assert all(mail["In-Reply-To"] for mail in news if mail not in mails), "its own people are not disturbed"


def test_g_edt_01_who_is_stopped_with_a_mailbox_gets_nothing_more(pair: tuple[Mailbox, Mailbox]) -> None:
    one, other = pair
    assert senders.stop_all(one) == PEOPLE
    mailboxes.disconnect(one)
    assert set(Enrollment.objects.filter(mailbox=one).values_list("state", "reason")) == {("stopped", "mailbox_left")}
    assert send_here() == ["accepted"] * PEOPLE
    assert follow_ups(other) == {"sent": PEOPLE}


def test_g_edt_01_a_campaign_whose_only_mailbox_left_loses_nobody(world: World, simulator: Simulator) -> None:
    mailbox = a_gmail(a_workspace(), simulator, world, gap=0)
    due_from(mailbox, 3)
    Enrollment.objects.update(mailbox=None)
    Touch.objects.update(mailbox=None)
    mailboxes.disconnect(mailbox)
    plan.plan()
    assert set(Touch.objects.values_list("state", "hold_reason")) == {("scheduled", "no_mailbox")}
    with pytest.raises(Refused, match="not connected"):
        senders.go_on_from(a_gmail(mailbox.workspace, simulator, world), mailbox)


# ------------------------------------------------------------------ G-EDT-02


def test_g_edt_02_after_a_pause_no_queued_job_sends_and_resuming_sends_each_once(
    world: World, simulator: Simulator
) -> None:
    mailbox = a_gmail(a_workspace(), simulator, world, gap=0)
    due_from(mailbox, 6, name="queued")
    other = due_from(mailbox, 2, name="beside")
    campaign = Campaign.objects.order_by("id")[0]
    queued = [touch.id for touch in due_here() if touch.campaign_id == campaign.id]
    beside = list(Touch.objects.filter(enrollment_id__in=other).values_list("id", flat=True))
    assert [dispatch.send_touch(one) for one in queued[:3]] == ["accepted"] * 3
    campaigns.pause(campaign)
    assert "accepted" not in [dispatch.send_touch(one) for one in queued]
    assert [dispatch.send_touch(one) for one in beside] == ["accepted"] * 2, "another campaign is not delayed"
    campaigns.resume(campaign)
    everybody_gets_it()
    assert Counter(copies(simulator).values()) == {1: 8}


def test_g_edt_02_after_an_archive_nothing_leaves_and_jobs_end_quietly(world: World, simulator: Simulator) -> None:
    mailbox = a_gmail(a_workspace(), simulator, world, gap=0)
    due_from(mailbox, 4)
    campaign = Campaign.objects.get()
    queued = [touch.id for touch in due_here()]
    campaigns.archive(campaign)
    campaigns.tidy_archived()
    assert set(map(dispatch.send_touch, queued)) == {"nothing"}
    assert not copies(simulator)
    assert not Touch.objects.filter(state__in=OPEN_TOUCH).exists()


# ------------------------------------------------------------------ G-EDT-03


def test_g_edt_03_one_person_is_enrolled_once_however_often_it_is_tried(world: World) -> None:
    workspace = a_workspace()
    campaign = a_campaign(workspace, steps=TWO)
    olga = a_contact(workspace, "olga@example.com")
    answers = at_once(lambda _: enrollments.enrol_contact(campaign, olga), range(4))
    assert sum(one is not None for one in answers) == 1
    import_file(workspace, b"email\nOLGA@example.com\nolga@example.com\n", campaign=campaign)
    assert Enrollment.objects.filter(campaign=campaign).count() == 1
    assert Contact.objects.filter(workspace=workspace).count() == 1


def test_g_edt_03_whoever_was_taken_out_starts_again_only_by_a_persons_word_and_where_they_were(world: World) -> None:
    workspace = a_workspace()
    campaign = a_campaign(workspace, steps=TWO)
    person = enrolled(campaign, a_contact(workspace), position=2)
    enrollments.stop_enrollment(person.id)
    assert person.contact is not None
    assert enrollments.enrol_contact(campaign, person.contact) is None
    assert Enrollment.objects.get().state == "stopped"
    enrollments.reopen(person.id, by_id=a_user(workspace).id)
    assert Touch.objects.get(state="scheduled").position == 2


# ------------------------------------------------------------------ G-EDT-04


def test_g_edt_04_new_people_of_a_campaign_that_was_through_are_sent_to_and_nobody_else(
    world: World, simulator: Simulator
) -> None:
    mailbox = a_gmail(a_workspace(), simulator, world, gap=0)
    due_from(mailbox, 6, name="first")
    campaign = Campaign.objects.get()
    queued = [touch.id for touch in due_here()]
    assert [dispatch.send_touch(one) for one in queued[:3]] == ["accepted"] * 3
    pool.close_idle(
        older_than=timedelta(0)
    )  # as if the worker had been killed: whoever comes next is handed all of them
    assert Counter(dispatch.send_touch(one) for one in queued) == {"nothing": 3, "accepted": 3}
    assert set(Enrollment.objects.values_list("state", flat=True)) == {"finished"}
    Contact.objects.filter(enrollment__touch__in=queued[:2]).delete()
    more_from(mailbox, 2, campaign_id=campaign.id, name="second")
    assert send_here() == ["accepted"] * 2
    assert set(copies(simulator).values()) == {1}
    counted = Counter(Enrollment.objects.values_list("state", flat=True))
    assert sum(counted.values()) == 8
