"""Two workers hold the same step, and one composes it anew: the other one's mail must not leave under its permit."""

import pytest

from admission.core.verdict import Grant, Reason, Refuse, Verdict
from admission.models import Permit
from app.actions import clock
from mailboxes.core.address import parse_address
from mailboxes.models import Mailbox
from sequences import queries
from sequences.actions import contacts, mail
from sequences.models import Campaign, Contact, Touch
from sequences.subject import subject_of
from tests.factories import a_campaign, a_workspace
from tests.plugins.world import World
from tests.races.ready import Ready, a_sender, granted, people, scheduled

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(world: World) -> Campaign:
    workspace = a_workspace()
    return a_campaign(workspace, mailboxes=[a_sender(world, workspace) for _ in range(2)])


@pytest.fixture
def person(campaign: Campaign) -> Contact:
    return people(campaign.workspace, 1)[0]


@pytest.fixture
def touch_id(campaign: Campaign, person: Contact) -> int:
    return scheduled(campaign, [person])[0]


def a_mailbox_of(campaign: Campaign) -> Mailbox:
    return campaign.campaignmailbox_set.order_by("id")[0].mailbox


def plan(touch_id: int, mailbox: Mailbox) -> queries.Job:
    """Give the touch its slot in this mailbox, and read it as a worker does."""
    Touch.objects.filter(id=touch_id).update(state="planned", slot_at=clock.world_now(), mailbox=mailbox)
    job = queries.job(touch_id)
    assert job is not None
    return job


def prepare(job: queries.Job) -> Ready:
    """Compose and prepare what the worker has read."""
    letter = mail.write(job)
    assert mail.prepare(job, letter)
    enrollment_id, subject = job.enrollment_id, subject_of(job, letter.source)
    return Ready(letter.delivery_id, enrollment_id, 0, job.recipient_id, job.email, subject)


def asked_after(late: Ready, renewed: Ready) -> tuple[Verdict, Verdict]:
    """Both ask, the one that was overtaken first; it is one and the same delivery."""
    assert late.delivery_id == renewed.delivery_id
    return granted(late), granted(renewed)


def test_a_mail_to_an_address_that_was_given_up_has_no_permit(
    campaign: Campaign, person: Contact, touch_id: int
) -> None:
    sender = a_mailbox_of(campaign)
    read = plan(touch_id, sender)
    contacts.edit_address(person, parse_address("new@other.example"))
    late, renewed = prepare(read), prepare(plan(touch_id, sender))
    first, second = asked_after(late, renewed)
    assert first == Refuse(Reason.NOT_PREPARED)
    assert isinstance(second, Grant)
    assert Permit.objects.get().recipient_id == renewed.recipient_id != late.recipient_id


def test_a_mail_of_a_mailbox_that_gave_the_step_away_has_no_permit(campaign: Campaign, touch_id: int) -> None:
    one, two = (link.mailbox for link in campaign.campaignmailbox_set.order_by("id"))
    late, renewed = prepare(plan(touch_id, one)), prepare(plan(touch_id, two))
    first, second = asked_after(late, renewed)
    assert first == Refuse(Reason.NOT_PREPARED)
    assert isinstance(second, Grant)
    assert Permit.objects.get().mailbox_id == two.id


def test_a_text_that_was_written_anew_meanwhile_is_not_sent(campaign: Campaign, person: Contact, touch_id: int) -> None:
    sender = a_mailbox_of(campaign)
    late = prepare(plan(touch_id, sender))
    contacts.update(person, {"first_name": "Grace"})
    first, second = asked_after(late, prepare(plan(touch_id, sender)))
    assert first == Refuse(Reason.NOT_PREPARED)
    assert isinstance(second, Grant)
