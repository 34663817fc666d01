"""Steps and texts change while a campaign runs: who goes on where, what is kept, and what a refusal leaves alone."""

from datetime import timedelta

import pytest

from admission.actions.settle import settle
from admission.core.settlement import Accepted
from admission.core.verdict import Grant
from app.actions import clock
from app.core.errors import Refused
from mailboxes.core.message import Receipt
from mailboxes.models import Delivery
from sequences.actions.editing import moving, structure, texts
from sequences.core import structure as arranging
from sequences.core.structure import DraftStep
from sequences.models import Campaign, CampaignVersion, Enrollment, Step, Touch, Variant
from tests.factories import a_contact, an_email, enrolled
from tests.journeys.office import Mailed, Office, an_office, asked, sent
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
STEPS = (an_email(), an_email(subject="", text="Again", delay=3), an_email(subject="", text="Last", delay=3))
NEW = DraftStep(None, "email", 2, "days", text="One more thing, {{ first_name }}")


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world, steps=STEPS)


def rearranged(campaign: Campaign, steps: list[DraftStep], **how: bool) -> CampaignVersion:
    structure.arrange(campaign, steps)
    first = structure.draft_of(campaign)
    assert first is not None
    gone = arranging.removed(arranging.read(first.base), steps)
    base = arranging.read(first.base)
    return structure.put_in_place(campaign, {one: arranging.heir(base, steps, one) for one in gone}, **how)


def texts_sent_to(person: Mailed | Enrollment) -> list[str]:
    enrollment = person.enrollment if isinstance(person, Mailed) else person
    found = Touch.objects.filter(enrollment=enrollment).order_by("id").select_related("variant")
    return [one.variant.text for one in found if one.variant is not None]


def test_a_mail_under_way_when_its_step_is_removed_leads_on_by_its_settle(office: Office) -> None:
    second = Variant.objects.get(step__campaign=office.campaign, step__position=2)
    texts.save(second, {"subject": "Again"})
    touch = office.waiting()
    Touch.objects.filter(id=touch.id).update(state="planned", slot_at=clock.world_now())
    verdict, delivery_id = asked(touch.id)
    assert isinstance(verdict, Grant)
    version = rearranged(office.campaign, arranging.without(structure.steps_of(office.campaign), 0))
    assert version.done_at is None, "it goes on being looked at"
    assert settle(verdict.permit_id, Accepted(Receipt("provider", "thread", None, "250")), chance=0.5)
    following = Touch.objects.get(enrollment=touch.enrollment, state="scheduled")
    assert (following.position, following.step_id) == (1, second.step_id)
    assert Delivery.objects.get(id=delivery_id).state == "accepted"
    moving.finish_all()
    assert CampaignVersion.objects.get(id=version.id).done_at is not None


def test_what_was_added_before_where_somebody_stands_is_behind_them(office: Office) -> None:
    person = office.mailed()
    steps = structure.steps_of(office.campaign)
    rearranged(office.campaign, [steps[0], NEW, *steps[1:]])
    assert person.open_touch is not None
    assert person.open_touch.position == 3
    newcomer = office.waiting()
    sent(newcomer.id)
    assert texts_sent_to(newcomer.enrollment)[-1] == NEW.text


def test_a_step_that_somebody_had_is_not_sent_again_after_it_moved_behind(office: Office) -> None:
    person = office.mailed()
    steps = structure.steps_of(office.campaign)
    second = steps[1].id
    assert second is not None
    subject = Variant.objects.get(step_id=second)
    texts.save(subject, {"subject": "Again"})
    rearranged(office.campaign, [steps[1], steps[2], steps[0]])
    open_touch = person.open_touch
    assert open_touch is not None
    for _ in range(2):
        standing = person.open_touch
        if standing is None:
            break
        office.world.pass_time(timedelta(days=6))
        sent(standing.id)
    assert texts_sent_to(person) == [STEPS[0].text, "Again", "Last"]
    assert person.state == "finished"


@pytest.mark.parametrize("extends", [False, True])
def test_who_was_through_gets_a_new_last_step_only_if_that_was_asked_for(office: Office, *, extends: bool) -> None:
    rearranged(office.campaign, structure.steps_of(office.campaign)[:1])
    person = office.mailed()
    assert person.state == "finished"
    rearranged(office.campaign, [*structure.steps_of(office.campaign), NEW], extends=extends)
    assert person.state == ("active" if extends else "finished")
    assert (person.open_touch is not None) == extends


def test_a_draft_of_steps_that_were_changed_meanwhile_is_refused(office: Office) -> None:
    structure.arrange(office.campaign, arranging.moved(structure.steps_of(office.campaign), 1, 1))
    Step.objects.filter(campaign=office.campaign, position=3).update(delay_amount=9)
    with pytest.raises(Refused, match="changed meanwhile"):
        structure.put_in_place(office.campaign, {})
    assert Step.objects.filter(campaign=office.campaign, removed_at=None).count() == 3


def test_people_put_into_a_campaign_without_steps_begin_with_its_first(office: Office) -> None:
    empty = office.another(steps=()).campaign
    contact = a_contact(office.workspace)
    Enrollment.objects.create(
        workspace=office.workspace,
        campaign=empty,
        contact=contact,
        recipient=contact.recipient,
        enrolled_at=enrolled(office.campaign, a_contact(office.workspace)).enrolled_at,
    )
    rearranged(empty, [DraftStep(None, "email", 0, "days", "Hello", "Hello {{ first_name }}")])
    assert Touch.objects.get(enrollment__campaign=empty).position == 1


def test_a_text_saved_twice_alike_is_one_version(office: Office) -> None:
    variant = Variant.objects.get(step__campaign=office.campaign, step__position=1)
    assert texts.save(variant, {"text": "New words"})
    assert not texts.save(variant, {"text": "New words"})
    assert CampaignVersion.objects.count() == 1
