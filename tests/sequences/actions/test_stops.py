"""Whom an entry of the do-not-contact list stops, in which campaigns, and where it says nothing."""

from datetime import timedelta

import pytest

from admission.actions.permits import grant_permit
from admission.core.verdict import Reason, Refuse
from app.actions import clock
from app.core.errors import Refused
from bounces.actions import spellings, suppressions, unsubscribe
from bounces.core.tokens import UnsubscribeToken
from bounces.models import LearnedAddress, Suppression, UnsubscribeRequest
from mailboxes.core.address import parse_address, parse_domain
from sequences import queries
from sequences.actions import enrollments, mail, stops
from sequences.models import Enrollment, Touch
from sequences.subject import subject_of
from tests.factories import a_contact, a_recipient
from tests.journeys.office import Mailed, Office, an_office
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
LIST = ("Vera@Example.com", "foo.example", "*.bar.example", "bücher.example")


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


def refused(touch: Touch, reason: Reason = Reason.SUPPRESSED) -> bool:
    """Whether the permit says never, asked for a touch that is due."""
    Touch.objects.filter(id=touch.id).update(state="planned", slot_at=touch.eligible_at)
    job = queries.job(touch.id)
    assert job is not None
    letter = mail.write(job)
    mail.prepare(job, letter)
    verdict = grant_permit(delivery_id=letter.delivery_id, subject=subject_of(job), jitter=0.5, position={})
    return verdict == Refuse(reason)


def suppress(office: Office, text: str) -> None:
    entry = suppressions.parse_entry(text)
    if entry.address is not None:
        suppressions.suppress_addresses(office.workspace.id, [entry.address], reason="typed")
    elif entry.domain is not None:
        suppressions.suppress_domain(office.workspace.id, entry.domain, reason="typed")


@pytest.mark.parametrize(
    ("address", "blocked"),
    [
        ("vera@example.COM", True),
        ("VERA@example.com", True),
        ("x@foo.example", True),
        ("x@a.bar.example", True),
        ("x@xn--bcher-kva.example", True),
        ("x@notfoo.example", False),
        ("x@bar.example", False),
        ("x@example.com", False),
    ],
)
def test_the_sender_and_the_look_up_give_the_same_answer(office: Office, address: str, blocked: bool) -> None:
    for entry in LIST:
        suppress(office, entry)
    touch = office.waiting(address)
    found = suppressions.blocks(office.workspace.id, parse_address(address)) is not None
    assert (found, refused(touch)) == (blocked, blocked)


def test_an_entry_of_one_workspace_says_nothing_in_another(office: Office, world: World) -> None:
    other = an_office(world)
    for entry in LIST:
        suppress(other, entry)
    assert not refused(office.waiting("vera@example.com"))


def test_people_of_a_suppressed_domain_leave_their_campaigns(office: Office) -> None:
    gone, kept = office.waiting("x@a.bar.example"), office.waiting("x@bar.example")
    suppress(office, "*.bar.example")
    assert stops.tidy_domains() == 1
    states = dict(Enrollment.objects.values_list("id", "state"))
    assert (states[gone.enrollment_id], states[kept.enrollment_id]) == ("stopped", "active")
    assert Suppression.objects.get().cascaded_at is not None
    assert stops.tidy_domains() == 0


def a_click(person: Mailed) -> None:
    enrollment = person.enrollment
    token = UnsubscribeToken(enrollment.workspace_id, enrollment.recipient_id, person.delivery.id)
    unsubscribe.request(token)


def test_one_click_means_every_campaign_of_this_workspace_and_no_other(office: Office, world: World) -> None:
    tom, una = office.mailed("tom@acme.example"), office.mailed("una@acme.example")
    second = office.another()
    in_b = second.waiting(contact=tom.contact)
    elsewhere = an_office(world).mailed("tom@acme.example")
    a_click(tom)
    a_click(tom)
    assert (tom.state, una.state, elsewhere.state) == ("unsubscribed", "active", "active")
    assert Enrollment.objects.get(id=in_b.enrollment_id).state == "unsubscribed"
    entry = Suppression.objects.get()
    assert (entry.reason, entry.delivery_id) == ("unsubscribed", tom.delivery.id)
    world.pass_time(timedelta(days=3))
    later = office.another()
    with pytest.raises(Refused):
        enrollments.enrol_contact(later.campaign, tom.contact)
    assert refused(later.waiting(contact=tom.contact))  # however they got in


def test_a_domain_stays_suppressed_for_whoever_is_added_later(office: Office) -> None:
    suppressions.suppress_domain(office.workspace.id, parse_domain("foo.example"), reason="typed")
    stops.tidy_domains()
    a_contact(office.workspace, "early@foo.example")
    assert refused(office.waiting("late@foo.example"))


OTHER = "vera@home.example"


@pytest.mark.parametrize("known_as", ["the first address", "the other address", "a spelling", "a stranger"])
def test_a_wish_that_is_not_honoured_yet_forbids_mail_to_the_other_address_too(office: Office, known_as: str) -> None:
    touch = office.waiting("vera@example.com")
    me = Enrollment.objects.get(id=touch.enrollment_id).recipient_id
    other = a_recipient(office.workspace, "vera+news@example.com" if known_as == "a spelling" else OTHER).id
    spellings.choose(office.workspace.id, alike=True)
    pair = {"the first address": (me, other), "the other address": (other, me)}.get(known_as)
    now = clock.now()
    if pair:
        LearnedAddress.objects.create(
            workspace=office.workspace, recipient_id=pair[0], alias_id=pair[1], learned_at=now
        )
    UnsubscribeRequest.objects.create(workspace=office.workspace, recipient_id=other, received_at=now, next_try_at=now)
    assert refused(touch, Reason.OPT_OUT_OPEN) is (known_as != "a stranger")
