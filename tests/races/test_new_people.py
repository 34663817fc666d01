"""Limits on new people, of a campaign, of a company and of its first ones, however many workers ask at once."""

from datetime import timedelta

import pytest

from admission.core.settlement import Deferred
from admission.core.verdict import Reason, Wait
from admission.models import Counter, LedgerLine, Permit
from app.models import Workspace
from mailboxes.core.errors import Scope
from mailboxes.models import HandMail, Mailbox
from sequences.models import Campaign, Enrollment, Touch
from tests.factories import a_campaign, a_workspace
from tests.plugins.world import World
from tests.races.ready import Ready, a_policy, a_sender, granted, people, prepared, still_prepared, told
from tests.races.settled import accepted, ended
from tests.races.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

DAY = timedelta(days=1)


@pytest.fixture
def workspace(db: None) -> Workspace:
    return a_workspace()


def eight(world: World, workspace: Workspace, *, domain: str | None = None, **campaign: object) -> list[Ready]:
    """The first mails of eight people in one campaign, each from a mailbox of its own."""
    boxes = [a_sender(world, workspace) for _ in range(8)]
    made = a_campaign(workspace, mailboxes=boxes, **campaign)  # type: ignore[arg-type]
    persons = people(workspace, 8, domain=domain)
    return [prepared(made, box, [person])[0] for box, person in zip(boxes, persons, strict=True)]


def test_a_campaign_opens_to_so_many_new_people_a_day(world: World, workspace: Workspace) -> None:
    waiting = eight(world, workspace, new_per_day=3)
    assert told(at_once(granted, waiting)) == {"grant": 3, "new_contacts_per_day": 5}
    world.pass_time(DAY)
    assert told(at_once(granted, still_prepared(waiting))) == {"grant": 3, "new_contacts_per_day": 2}


def test_who_is_tried_again_is_no_new_person(world: World, workspace: Workspace) -> None:
    waiting = eight(world, workspace, new_per_day=1)
    ended(granted(waiting[0]), Deferred(Scope.RECIPIENT))
    world.pass_time(timedelta(hours=6))
    again = {"state": "planned", "slot_at": world.now(), "eligible_at": world.now(), "hold_reason": ""}
    Touch.objects.filter(id=waiting[0].subject.touch_id).update(mailbox_id=waiting[0].subject.mailbox_id, **again)
    assert told([granted(waiting[0])]) == {"grant": 1}
    assert Counter.objects.get(scope="openers").used == 1
    assert told([granted(waiting[1])]) == {"new_contacts_per_day": 1}


def test_a_number_that_was_lowered_meanwhile_holds_for_mails_under_way(world: World, workspace: Workspace) -> None:
    """A worker read the campaign before; under the locks today's number counts."""
    waiting = eight(world, workspace, new_per_day=8, day_cap=8)
    Campaign.objects.update(new_per_day=2)
    assert told(at_once(granted, waiting)) == {"grant": 2, "new_contacts_per_day": 6}


def test_a_company_gets_one_first_mail_a_day(world: World, workspace: Workspace) -> None:
    a_policy(workspace, domain_openers=1)
    waiting = eight(world, workspace, domain="acme.example")
    assert told(at_once(granted, waiting)) == {"grant": 1, "domain_openers": 7}


def test_free_mail_is_no_company(world: World, workspace: Workspace) -> None:
    a_policy(workspace, domain_openers=1, domain_people=1, domain_per_day=1)
    waiting = eight(world, workspace, domain="gmail.com")
    assert told(at_once(granted, waiting)) == {"grant": 8}
    assert not Counter.objects.exists()


def test_so_many_people_of_a_company_are_written_to_at_a_time(world: World, workspace: Workspace) -> None:
    a_policy(workspace, domain_openers=None, domain_people=3)
    waiting = eight(world, workspace, domain="acme.example")
    assert told(at_once(granted, waiting)) == {"grant": 3, "domain_in_flight": 5}
    world.pass_time(DAY)
    first = LedgerLine.objects.order_by("id").values_list("recipient_id", flat=True)[0]
    Enrollment.objects.filter(recipient_id=first).update(state="finished", ended_at=world.now())
    assert told(at_once(granted, still_prepared(waiting))) == {"grant": 1, "domain_in_flight": 4}


def test_a_campaign_looks_at_its_first_people(world: World, workspace: Workspace) -> None:
    waiting = eight(world, workspace, canary="first", canary_size=2)
    assert told(at_once(granted, waiting)) == {"grant": 2, "canary_rests": 6}
    until = world.now() + timedelta(hours=2)
    Campaign.objects.update(canary="resting", canary_until=until)
    left = still_prepared(waiting)
    assert granted(left[0]) == Wait(Reason.CANARY_RESTS, until)
    Campaign.objects.update(canary="held")
    assert granted(left[0]) == Wait(Reason.CANARY_HELD)
    Campaign.objects.update(canary="clear")
    assert told(at_once(granted, left)) == {"grant": 6}


def test_mailboxes_of_a_domain_share_its_number(world: World, workspace: Workspace) -> None:
    a_policy(workspace, sending_domain_per_day=3)
    waiting = eight(world, workspace)
    assert told(at_once(granted, waiting)) == {"grant": 3, "sending_domain_day": 5}


def one_mailbox(world: World, workspace: Workspace, **changes: object) -> tuple[Mailbox, list[Ready]]:
    """A mailbox and eight mails that wait in it."""
    mailbox = a_sender(world, workspace, **changes)
    return mailbox, prepared(a_campaign(workspace, mailboxes=[mailbox]), mailbox, people(workspace, 8))


def by_hand(mailbox: Mailbox, world: World, number: int, *, ago: timedelta = timedelta(minutes=1)) -> None:
    """So many mails that somebody wrote in the mailbox's own program."""
    at = world.now() - ago
    for one in range(number):
        HandMail.objects.create(
            workspace_id=mailbox.workspace_id,
            mailbox=mailbox,
            provider_id=f"hand-{one}-{ago}",
            sent_at=at,
            local_day=at.date(),
        )


def test_the_hour_slides_and_opens_when_the_oldest_is_an_hour_old(world: World, workspace: Workspace) -> None:
    _, waiting = one_mailbox(world, workspace, hourly_cap=2)
    accepted(granted(waiting[0]))
    world.pass_time(timedelta(minutes=40))
    accepted(granted(waiting[1]))
    first = Permit.objects.order_by("number")[0].world_at
    assert granted(waiting[2]) == Wait(Reason.HOUR, first + timedelta(hours=1))
    world.at(first + timedelta(hours=1))
    assert told(at_once(granted, waiting[2:])) == {"grant": 1, "hour": 5}


def test_mail_written_by_hand_counts_in_the_day_and_uses_the_reserve_first(world: World, workspace: Workspace) -> None:
    mailbox, waiting = one_mailbox(world, workspace, cap=6, reserved=2)
    by_hand(mailbox, world, 1)
    assert told(at_once(granted, waiting)) == {"grant": 4, "reserved": 4}
    by_hand(mailbox, world, 1, ago=timedelta(minutes=2))
    assert told([granted(still_prepared(waiting)[0])]) == {"cap": 1}


def test_mail_written_by_hand_counts_in_the_providers_24_hours(world: World, workspace: Workspace) -> None:
    mailbox, waiting = one_mailbox(world, workspace, rolling_cap=5)
    by_hand(mailbox, world, 3, ago=timedelta(hours=23))
    verdicts = at_once(granted, waiting)
    assert told(verdicts) == {"grant": 2, "rolling": 6}
    freed = HandMail.objects.values_list("sent_at", flat=True)[0] + timedelta(hours=24, minutes=30)
    assert {verdict.until for verdict in verdicts if isinstance(verdict, Wait)} == {freed}
