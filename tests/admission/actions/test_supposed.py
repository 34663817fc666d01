"""The facts of a mail that nobody has written are those that its permit would read once it is."""

from dataclasses import asdict
from datetime import timedelta
from typing import Any

import pytest

from admission.core.facts import Composed, Facts, SubjectFacts
from admission.core.policy import Policy
from admission.queries import Supposed, ask_facts, ask_supposed, facts_in
from app.actions import clock
from mailboxes.models import AwayRange, HandMail, Mailbox
from tests.factories import a_campaign, a_workspace
from tests.plugins.world import World
from tests.races.ready import Ready, a_sender, granted, people, prepared
from tests.races.settled import accepted

pytestmark = pytest.mark.django_db(transaction=True)
OF_THE_INSTANT = {"now", "world_now"}


@pytest.fixture
def mails(world: World) -> list[Ready]:
    """Two people of one campaign in a mailbox with a past; the first got a mail."""
    workspace = a_workspace()
    limits = {"reserved": 3, "hourly_cap": 1, "ramp_start": 5, "rolling_cap": 5}
    mailbox = a_sender(world, workspace, **limits)
    made = prepared(a_campaign(workspace, mailboxes=[mailbox]), mailbox, people(workspace, 2))
    assert accepted(granted(made[0]))
    day = clock.world_now().date()
    HandMail.objects.create(
        workspace=workspace, mailbox=mailbox, provider_id="1", sent_at=clock.world_now(), local_day=day, recipients=2
    )
    AwayRange.objects.create(
        workspace=workspace, mailbox=mailbox, first_day=day + timedelta(days=3), last_day=day + timedelta(days=4)
    )
    return made


def read(mail: Ready) -> Facts:
    composed = Composed(mail.subject.recipient_id, mail.subject.mailbox_id)
    asked = ask_facts(mail.delivery_id, mail.subject.domain, Policy())
    return facts_in(asked, SubjectFacts(address=mail.email), (), composed)[0]


def supposed(mailbox_id: int, **of: Any) -> Facts:
    asked = ask_supposed(Supposed(mailbox_id, **of), Policy())
    composed = Composed(of.get("recipient_id", 0), mailbox_id)
    return facts_in(asked, SubjectFacts(address=of.get("address", "")), (), composed)[0]


def told(facts: Facts, *, without: set[str] = frozenset()) -> dict[str, Any]:  # type: ignore[assignment]
    return {name: value for name, value in asdict(facts).items() if name not in OF_THE_INSTANT | without}


def test_they_are_those_of_the_mail_once_it_is_written(mails: list[Ready]) -> None:
    mail = mails[1]
    of = mail.subject
    found = supposed(
        of.mailbox_id,
        recipient_id=of.recipient_id,
        address=mail.email,
        domain=of.domain,
        campaign_id=of.campaign_id,
    )
    assert told(found) == told(read(mail))


def test_a_mailbox_alone_has_the_same_facts_but_for_the_person(mails: list[Ready]) -> None:
    of_a_person = {"sealed_address", "recipient_id", "subject", "fence"}
    found = supposed(mails[1].subject.mailbox_id)
    assert told(found, without=of_a_person) == told(read(mails[1]), without=of_a_person)
    assert (found.used_today, found.by_hand_today, found.reserved, found.rolling_full) == (1, 1, 3, True)


def test_nothing_is_written_and_a_mailbox_that_is_gone_is_told(mails: list[Ready]) -> None:
    with pytest.raises(LookupError):
        supposed(Mailbox.objects.order_by("-id").values_list("id", flat=True)[0] + 1)
