"""Limits that no mailbox's own lock could keep: of a person, of a company and of a campaign's day."""

from collections import Counter as Tally
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest

from admission.core.policy import PERSON_SPAN
from admission.core.verdict import Wait
from admission.models import Counter, Permit
from app.models import Workspace
from sequences.models import Contact
from tests.factories import a_campaign, a_workspace
from tests.plugins.world import World
from tests.races.ready import Ready, a_policy, a_sender, granted, people, prepared, still_prepared, told
from tests.races.settled import accepted
from tests.races.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def a_campaign_each(world: World, workspace: Workspace, contacts: list[Contact]) -> list[Ready]:
    """Two campaigns with a mailbox each, both about to write to the same people."""
    waiting: list[Ready] = []
    for _ in range(2):
        mailbox = a_sender(world, workspace)
        waiting += prepared(a_campaign(workspace, mailboxes=[mailbox]), mailbox, contacts)
    return waiting


def a_mailbox_each(world: World, workspace: Workspace, contacts: list[Contact], **campaign: Any) -> list[Ready]:
    """One campaign with two mailboxes, each with half of the people."""
    mailboxes = [a_sender(world, workspace) for _ in range(2)]
    made = a_campaign(workspace, mailboxes=mailboxes, **campaign)
    half = len(contacts) // 2
    return prepared(made, mailboxes[0], contacts[:half]) + prepared(made, mailboxes[1], contacts[half:])


def test_a_person_gets_one_of_two_mails_that_are_due_at_once(world: World) -> None:
    workspace = a_workspace()
    waiting = a_campaign_each(world, workspace, people(workspace, 4))
    verdicts = at_once(granted, waiting)
    assert told(verdicts) == {"grant": 4, "person_gap": 4}
    assert set(Tally(Permit.objects.values_list("recipient_id", flat=True)).values()) == {1}
    first = dict(Permit.objects.values_list("recipient_id", "world_at"))
    for ready, verdict in zip(waiting, verdicts, strict=True):
        if isinstance(verdict, Wait):
            day = first[ready.recipient_id].date() + timedelta(days=2)  # a Tuesday, so both are business days
            assert verdict.until == datetime.combine(day, time.min, UTC)


def test_a_mail_in_doubt_counts_as_one_the_person_got(world: World) -> None:
    workspace = a_workspace()
    waiting = a_campaign_each(world, workspace, people(workspace, 1))
    assert told([granted(waiting[0])]) == {"grant": 1}
    Permit.objects.update(state=Permit.State.UNCERTAIN, settled_at=world.now())
    assert told([granted(waiting[1])]) == {"person_gap": 1}


def test_a_person_gets_no_more_than_the_policys_number_in_60_days(world: World) -> None:
    workspace = a_workspace()
    a_policy(workspace, person_gap_days=None, person_cap=1)
    contacts = people(workspace, 4)
    verdicts = at_once(granted, a_campaign_each(world, workspace, contacts))
    assert told(verdicts) == {"grant": 4, "person_cap": 4}
    freed = {permit + PERSON_SPAN for permit in Permit.objects.values_list("world_at", flat=True)}
    assert {verdict.until for verdict in verdicts if isinstance(verdict, Wait)} == freed


def test_a_company_gets_no_more_than_the_policys_number_a_day(world: World) -> None:
    workspace = a_workspace()
    a_policy(workspace, domain_per_day=3)
    waiting = a_mailbox_each(world, workspace, people(workspace, 8, domain="acme.example"))
    assert told(at_once(granted, waiting)) == {"grant": 3, "domain_day": 5}
    assert list(Counter.objects.values_list("scope", "key", "used")) == [("domain_day", "acme.example", 3)]
    world.pass_time(timedelta(days=1))
    assert told(at_once(granted, still_prepared(waiting))) == {"grant": 3, "domain_day": 2}


def test_a_campaign_sends_no_more_than_its_day_allows(world: World) -> None:
    workspace = a_workspace()
    waiting = a_mailbox_each(world, workspace, people(workspace, 8), day_cap=3)
    assert told(at_once(granted, waiting)) == {"grant": 3, "campaign_day": 5}
    assert Counter.objects.get(scope="campaign_day").used == 3
    world.pass_time(timedelta(days=1))
    assert told(at_once(granted, still_prepared(waiting))) == {"grant": 3, "campaign_day": 2}


def test_the_newest_policy_acts_at_once(world: World) -> None:
    workspace = a_workspace()
    a_policy(workspace, domain_per_day=1)
    waiting = a_mailbox_each(world, workspace, people(workspace, 4, domain="acme.example"))
    assert told(at_once(granted, waiting)) == {"grant": 1, "domain_day": 3}
    a_policy(workspace, domain_per_day=None)
    assert told(at_once(granted, still_prepared(waiting))) == {"grant": 3}


def test_no_limit_gives_back_what_was_granted(world: World) -> None:
    """A call that ended without sending keeps its share of every limit."""
    workspace = a_workspace()
    a_policy(workspace, domain_per_day=1)
    waiting = a_mailbox_each(world, workspace, people(workspace, 2, domain="acme.example"))
    accepted(granted(waiting[0]))
    assert told([granted(waiting[1])]) == {"domain_day": 1}
