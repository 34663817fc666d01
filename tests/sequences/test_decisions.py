"""What a person decides on the command line: shown with its evidence, refused in one sentence, kept with who did it."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.management.base import CommandError
from django.db.models import F

from admission.actions import reconcile
from admission.core.settlement import Rejected, Vanished
from admission.models import Judgement
from app.models import Event
from bounces.actions.suppressions import suppress_person
from bounces.core.reading import Category
from mailboxes.core.errors import Scope
from mailboxes.models import Delivery
from sequences.actions import enrollments, touches
from sequences.models import Contact, Enrollment, Touch
from tests.factories import a_mailbox, a_user, a_workspace
from tests.journeys.office import Office, an_office, tried
from tests.plugins.world import World
from tests.sequences.deciding import refused, told

pytestmark = pytest.mark.django_db(transaction=True)

WHY = ("--reason", "The provider's log ends before DATA.")


@pytest.fixture
def office(world: World) -> Office:
    made = an_office(world)
    made.workspace.slug = "nordlicht"
    made.workspace.save()
    return made


@pytest.fixture
def nora(office: Office) -> User:
    """An owner, who may decide."""
    return a_user(office.workspace)


def in_doubt(office: Office) -> Delivery:
    return tried(office.waiting("ada@acme.example").id, Vanished("cut"))


def long_in_doubt(office: Office) -> Delivery:
    made = in_doubt(office)
    Delivery.objects.filter(id=made.id).update(call_began_at=F("call_began_at") - timedelta(hours=2))
    return made


def test_without_a_doubt_the_list_says_so(office: Office) -> None:
    assert told("uncertain") == "No mail is in doubt.\n"
    assert told("uncertain", 77) == "Delivery 77 is not in doubt.\n"


def test_a_mail_in_doubt_is_shown_with_its_evidence(office: Office) -> None:
    doubted = long_in_doubt(office)
    assert reconcile.reconcile() == 0
    shown = told("uncertain")
    contact = Contact.objects.get()
    for words in (
        f"Delivery {doubted.id}: in doubt since ",
        "(2 hours ago)",
        f"campaign: {office.campaign.name}, step 1",
        f"person: contact {contact.id}, ada@acme.example",
        f"mailbox: {office.mailbox.address} (gmail)",
        f"<{doubted.message_id}>",
        ": unknown, ",
        "next look: ",
        "a person may say --sent, or --not-sent\n",
    ):
        assert words in shown
    assert told("uncertain", doubted.id) == shown


def test_a_fresh_doubt_says_from_when_its_absence_may_be_stated(office: Office) -> None:
    in_doubt(office)
    assert "or --not-sent from " in told("uncertain")
    assert "next look: within a minute" in told("uncertain")


def test_a_person_says_that_a_mail_was_sent(office: Office, nora: User) -> None:
    doubted = in_doubt(office)
    assert "counts as sent" in told("uncertain", doubted.id, "--sent", "--by", nora.email.upper())
    assert Delivery.objects.get().state == "accepted"
    assert Judgement.objects.get().by == nora


def test_a_person_states_that_a_mail_was_not_sent(office: Office, nora: User) -> None:
    doubted = long_in_doubt(office)
    assert "is free" in told("uncertain", doubted.id, "--not-sent", "--by", nora.email, "--yes", *WHY)
    assert Delivery.objects.get().state == "prepared"
    kept = Judgement.objects.get()
    assert (kept.by, kept.reason, kept.sent) == (nora, WHY[1], False)


def test_a_person_who_was_stopped_meanwhile_gets_nothing(office: Office, nora: User) -> None:
    doubted = long_in_doubt(office)
    enrollments.stop_enrollment(Enrollment.objects.get().id)
    said = ("uncertain", doubted.id, "--not-sent", "--by", nora.email, "--yes", *WHY)
    assert "is not sent again" in told(*said)
    assert Delivery.objects.get().state == "withdrawn"


def test_an_absence_is_not_stated_in_passing(office: Office, nora: User) -> None:
    """Without --yes, a reason, a name, or before the call can be over nothing happens."""
    doubted = long_in_doubt(office)
    said = ("uncertain", doubted.id, "--not-sent")
    by = ("--by", nora.email)
    assert "a second time. Say --yes" in refused(*said, *by, *WHY)
    assert "Say why" in refused(*said, *by, "--yes")
    assert f"with --by EMAIL; these may: {nora.email}." in refused(*said, *WHY, "--yes")
    Delivery.objects.update(call_began_at=F("call_began_at") + timedelta(minutes=100))
    assert "may still be under way" in refused(*said, *by, *WHY, "--yes")


def test_only_who_runs_campaigns_here_decides(office: Office, nora: User) -> None:
    doubted = in_doubt(office)
    viewer = a_user(office.workspace, role="viewer")
    stranger = a_user(a_workspace(slug="another"))
    for somebody in (viewer, stranger):
        words = refused("uncertain", doubted.id, "--sent", "--by", somebody.email, "--workspace", "nordlicht")
        assert words == f"{somebody.email} may not decide this; these may: {nora.email}."


def test_mails_of_another_workspace_are_none_of_ours(office: Office) -> None:
    doubted = in_doubt(office)
    other = a_user(a_workspace(slug="another"))
    theirs = ("--by", other.email, "--workspace", "another")
    assert "No mail" in refused("uncertain", doubted.id, "--sent", *theirs)
    assert "There is no step" in refused("held", doubted.touch_id, "--release", *theirs)
    assert "There is no enrollment" in refused("enrollment", Enrollment.objects.get().id, "--stop", *theirs)
    assert "There is no contact" in refused("contact", "ada@acme.example", "--erase", "--yes", *theirs)
    assert told("held", "--workspace", "another") == "0 held.\n"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("uncertain", "--sent"), "Say which mail"),
        (("uncertain", "9", "--sent"), "No mail 9"),
        (("uncertain", "nine"), "invalid int value"),
        (("uncertain", "9", "--sent", "--not-sent"), "not allowed with"),
        (("held", "--release"), "Name held steps by their numbers"),
        (("held", "9", "--release"), "There is no step 9"),
        (("held", "--campaign", "Nowhere"), "There is no campaign called 'Nowhere'"),
        (("enrollment",), "Name enrollments by their numbers"),
        (("enrollment", "9", "--stop"), "There is no enrollment 9"),
        (("enrollment", "--failed"), "--failed goes with --campaign"),
        (("contact", "nobody@acme.example"), "There is no contact 'nobody@acme.example'"),
        (("contact", "not an address"), "neither a number nor an address"),
        (("contact", "9" * 30), "There is no contact"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(office: Office, command: tuple[str, ...], words: str) -> None:
    assert words in refused(*command)


def test_held_steps_are_shown_and_released(office: Office, nora: User) -> None:
    touch, other = office.waiting("ada@acme.example"), office.waiting("bob@acme.example")
    touches.hold(touch.id, "missing_field", "branch")
    touches.hold(other.id, "absence_far")
    shown = told("held")
    assert f"{touch.id}: {office.campaign.name!r}, step 1, contact {touch.enrollment.contact_id}, ada@acme" in shown
    assert "missing_field: A field that the text needs is missing (branch). Fill it in." in shown
    assert shown.endswith("2 held.\n")
    assert "bob@" not in told("held", "--reason", "missing_field", "--step", 1, "--campaign", office.campaign.name)
    assert told("held", touch.id, "--release", "--by", nora.email) == f"{touch.id}: released.\n"
    assert Touch.objects.get(id=touch.id).state == "scheduled"
    assert Event.objects.get(kind="touch.released").data == {"reason": "missing_field", "by": nora.id}


def test_a_step_that_has_another_door_names_it_and_the_others_go_on(office: Office, nora: User) -> None:
    doubted = in_doubt(office)
    touch = office.waiting("bob@acme.example")
    touches.hold(touch.id, "missing_field")
    with pytest.raises(CommandError, match="It is not known whether this mail left"):
        told("held", doubted.touch_id, touch.id, "--release", "--by", nora.email)
    assert Touch.objects.get(id=touch.id).state == "scheduled"
    assert Touch.objects.get(id=doubted.touch_id or 0).state == "held"
    step = ("--campaign", office.campaign.name, "--step", "1")
    assert "It is not known" in refused("held", *step, "--reason", "uncertain", "--release", "--by", nora.email)


def test_all_that_a_mended_text_held_go_on_together(office: Office, nora: User) -> None:
    for name in ("ada", "bob"):
        touches.hold(office.waiting(f"{name}@acme.example").id, "cannot_compose")
    step = ("--campaign", office.campaign.name, "--step", "1", "--reason", "cannot_compose")
    assert told("held", *step, "--release", "--by", nora.email).startswith("2 people go on at step 1 of ")
    assert set(Touch.objects.values_list("state", flat=True)) == {"scheduled"}
    assert "has no step 7" in refused("held", *step, "--step", 7, "--release", "--by", nora.email)


def test_an_enrollment_is_stopped_and_taken_up_again(office: Office, nora: User) -> None:
    one = office.waiting("ada@acme.example").enrollment
    by = ("--by", nora.email)
    assert told("enrollment", one.id, "--stop", *by) == f"{one.id}: stopped.\n"
    assert Event.objects.get(kind="enrollment.ended").data["by"] == nora.id
    assert f"{one.id}: {office.campaign.name!r}, contact {one.contact_id}, ada@acme.example: Stopped" in told(
        "enrollment", one.id
    )
    fence = Enrollment.objects.get().recipient.fence
    assert refused("enrollment", one.id, "--stop", *by) == f"{one.id}: The sequence had ended already."
    assert Enrollment.objects.get().recipient.fence == fence
    assert told("enrollment", one.id, "--reopen", *by) == f"{one.id}: goes on.\n"
    assert Enrollment.objects.get().state == "active"
    assert "Only a stopped, failed or answered sequence" in refused("enrollment", one.id, "--reopen", *by)


def test_all_that_failed_on_our_side_are_taken_up_again_after_the_repair(office: Office, nora: User) -> None:
    blamed = Rejected(Scope.DOMAIN, Category.AUTHENTICATION, 550, "5.7.26")
    for name in ("ada", "bob"):
        enrollments.end(office.waiting(f"{name}@acme.example").enrollment, "fail", reason=blamed.category)
    enrollments.end(office.waiting("eve@acme.example").enrollment, "fail", reason="step_refused")
    failed = ("enrollment", "--campaign", office.campaign.name, "--failed")
    assert told(*failed).count("Failed on our side") == 3
    assert told(*failed, "authentication", "--reopen", "--by", nora.email).startswith("2 people go on in ")
    assert Enrollment.objects.filter(state="active").count() == 2


def test_a_contact_is_shown_moved_and_erased(office: Office, nora: User) -> None:
    contact = office.mailed("ada@acme.example").contact
    assert "ada@acme.example" in told("contact", "Ada@ACME.example")
    assert "In the campaign" in told("contact", contact.id)
    by = ("--by", nora.email)
    assert "has the address ada@zeta.example" in told("contact", contact.id, "--address", "ada@zeta.example", *by)
    assert "erases the person" in refused("contact", contact.id, "--erase", *by)
    assert "is erased" in told("contact", contact.id, "--erase", "--yes", *by)
    assert not Contact.objects.exists()
    assert Event.objects.get(kind="contact.erased").data == {"by": nora.id}


def test_an_address_that_is_blocked_or_taken_is_refused(office: Office, nora: User) -> None:
    a_mailbox(office.workspace)
    ada, bob = office.mailed("ada@acme.example").contact, office.mailed("bob@acme.example").contact
    suppress_person(office.workspace.id, bob.recipient_id, reason="by_person")
    move = ("contact", ada.id, "--by", nora.email, "--address")
    assert "another contact with this address" in refused(*move, "bob@acme.example")
    assert refused(*move, "no address")
    assert "Do not contact." in told("contact", bob.id)
