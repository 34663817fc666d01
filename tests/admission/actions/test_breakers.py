"""The hard breakers act in the transaction of what came back: by the product's own mails, reports and refusals."""

from datetime import timedelta

import pytest

from admission.actions import breakers, scores
from admission.core.settlement import Rejected
from admission.models import Permit, Standing
from app.actions import clock
from app.models import Event, ReactionDue
from bounces.core.outcomes import Outcome as Kind
from bounces.core.reading import Category
from bounces.models import Outcome
from mailboxes.actions import health, limits, mailboxes
from mailboxes.core.errors import Scope
from mailboxes.core.health.findings import Source
from mailboxes.models import Mailbox
from tests.factories import a_mailbox
from tests.journeys.came_back import back, comes, mails, padded
from tests.journeys.office import HERE, Office, an_office, tried
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
REFUSED = Rejected(Scope.RECIPIENT, Category.INVALID_RECIPIENT, 550, "5.1.1")


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


def stands(mailbox: Mailbox) -> tuple[str, str, int]:
    mailbox.refresh_from_db()
    standing = Standing.objects.get(mailbox=mailbox)
    return mailbox.state, mailbox.state_reason, standing.hard_percent


def test_three_halve_the_cap_and_five_pause_the_mailbox(office: Office) -> None:
    people = mails(office, 6)
    back(people[:2])
    assert stands(office.mailbox) == ("connected", "", 100)
    back(people[2:3])
    assert stands(office.mailbox) == ("connected", "", 50)
    slowed = Event.objects.get(kind="mailbox.slowed")
    assert slowed.data == {"reason": "hard_bounces", "percent": 50, "bad": 3, "sends": 6}
    back(people[3:5])
    assert stands(office.mailbox) == ("paused", "hard_bounces", 50)
    assert Event.objects.get(kind="mailbox.paused").data == {"reason": "hard_bounces"}
    assert not ReactionDue.objects.exists()


def test_refusals_at_the_boundary_count_as_much_as_reports(office: Office) -> None:
    back(mails(office, 2))
    for _ in range(3):
        tried(office.waiting().id, REFUSED)
    assert stands(office.mailbox) == ("paused", "hard_bounces", 50)
    assert Permit.objects.filter(state="rejected").count() == 3


@pytest.mark.parametrize(
    ("kind", "category", "exact"),
    [
        (Kind.BOUNCED, "invalid_recipient", False),
        (Kind.BOUNCED, "mailbox_full", True),
        (Kind.BOUNCED, "temporary", True),
        (Kind.FAILED, "policy_block", True),
        (Kind.REPLIED, "", True),
    ],
)
def test_what_is_no_hard_bounce_of_this_very_mail_counts_for_nothing(
    office: Office, kind: Kind, category: str, exact: bool
) -> None:
    for one in mails(office, 5):
        comes(one.delivery, kind, category, exact=exact)
    assert stands(office.mailbox) == ("connected", "", 100)


def test_what_a_person_says_was_read_wrongly_counts_no_more(office: Office) -> None:
    people = mails(office, 5)
    back(people[:2])
    Outcome.objects.update(corrected_at="2027-03-09T10:00:00Z")
    back(people[2:4])
    assert stands(office.mailbox)[2] == 100


def test_a_person_who_resumes_begins_a_new_count_and_late_reports_are_of_the_old_one(office: Office) -> None:
    people = mails(office, 10)
    back(people[:5])
    mailboxes.resume(office.mailbox)
    assert stands(office.mailbox) == ("connected", "", 100)
    back(people[5:])
    assert stands(office.mailbox) == ("connected", "", 100)
    back(mails(office, 3))
    assert stands(office.mailbox) == ("connected", "", 50)


def connect_again(mailbox: Mailbox) -> None:
    """The same account with the same servers, by a person."""
    wanted = mailboxes.Connection(mailbox.kind, mailbox.address, {"username": "x", "password": "x"}, mailbox.endpoints)
    mailboxes.connect(mailbox.workspace, wanted)


def test_a_pause_of_a_persons_own_begins_no_new_count(office: Office) -> None:
    people = mails(office, 5)
    back(people[:4])
    mailboxes.pause(office.mailbox)
    mailboxes.resume(office.mailbox)
    back(people[4:])
    assert stands(office.mailbox) == ("paused", "hard_bounces", 50)


@pytest.mark.parametrize("way", ["paused", "credentials refused", "both", "disconnected"])
def test_what_comes_back_while_a_mailbox_rests_pauses_it_all_the_same(office: Office, way: str) -> None:
    """However it comes back, a person sees the breaker's reason, and resumes; then a new count begins."""
    people = mails(office, 12)
    back(people[:2])
    if way in {"paused", "both"}:
        mailboxes.pause(office.mailbox, reason="a look")
    if way in {"credentials refused", "both"}:
        limits.refused(office.mailbox.id, reconnect=True)
    if way == "disconnected":
        mailboxes.disconnect(office.mailbox)
    back(people[2:8])
    comes_back(office)
    assert stands(office.mailbox)[:2] == ("paused", "hard_bounces")
    assert Event.objects.filter(kind="mailbox.paused", data={"reason": "hard_bounces"}).count() == 1
    mailboxes.resume(office.mailbox)
    assert stands(office.mailbox) == ("connected", "", 100)
    back(people[8:])
    assert stands(office.mailbox) == ("connected", "", 100)
    assert not ReactionDue.objects.exists()


def comes_back(office: Office) -> None:
    office.mailbox.refresh_from_db()
    if office.mailbox.state != "paused":
        connect_again(office.mailbox)


def test_a_breakers_pause_outlives_a_connection(office: Office) -> None:
    back(mails(office, 5))
    for _ in range(2):
        mailboxes.disconnect(office.mailbox)
        connect_again(office.mailbox)
        assert stands(office.mailbox) == ("paused", "hard_bounces", 50)
    mailboxes.resume(office.mailbox)
    assert stands(office.mailbox) == ("connected", "", 100)


def test_three_complaints_and_a_receivers_figure_pause_a_mailbox_that_a_person_had_paused(office: Office) -> None:
    people = mails(office, 3)
    other = sister(office, "sister@example.org")
    mails(other, 1)
    for one in (office, other):
        mailboxes.pause(one.mailbox)
    back(people, Kind.COMPLAINED)
    assert {stands(one.mailbox)[:2] for one in (office, other)} == {("paused", "domain_complaints")}
    mailboxes.resume(office.mailbox)
    mailboxes.pause(office.mailbox)
    office.world.pass_time(timedelta(hours=1))
    pushed(office, 0.4)
    assert stands(office.mailbox)[:2] == ("paused", "domain_complaints")
    assert Event.objects.filter(kind="mailbox.paused", data={"reason": "domain_complaints"}).count() == 3


def test_the_cap_is_whole_again_after_a_clean_window_of_new_mails(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("admission.core.protection.breakers.MAILBOX_SENDS", 6)
    monkeypatch.setattr(breakers, "MAILBOX_SENDS", 6)
    back(mails(office, 3))
    mails(office, 5)
    assert breakers.lift(office.workspace.id) == 0
    mails(office, 1)
    assert breakers.lift(office.workspace.id) == 1
    assert stands(office.mailbox) == ("connected", "", 100)
    assert Event.objects.get(kind="mailbox.restored").data == {"reason": "hard_bounces"}


def test_a_late_report_completes_the_window_of_its_own_mail(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breakers, "MAILBOX_SENDS", 6)
    people = mails(office, 16)
    back(people[:4])
    assert stands(office.mailbox)[0] == "connected"
    back(people[15:])  # the newest six hold but one
    assert stands(office.mailbox)[0] == "connected"
    back(people[5:6])
    assert stands(office.mailbox)[0] == "paused"


def sister(office: Office, address: str) -> Office:
    """Another mailbox in the same campaign."""
    mailbox = a_mailbox(office.workspace, gap=0, cap=1000, endpoints=HERE, address=address)
    return Office(office.world, office.workspace, mailbox, office.campaign)


def test_a_domain_is_slowed_and_paused_by_all_its_mailboxes(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("admission.core.protection.breakers.DOMAIN_LEAST", 20)
    other, foreign = sister(office, "sister@example.org"), sister(office, "far@example.com")
    padded(office, 10)
    padded(other, 9)
    first, second = mails(office, 1), mails(other, 1)
    back([first[0]])
    assert stands(office.mailbox)[2] == 50  # 1 of 21 is more than 4 %
    assert [stands(one.mailbox)[0] for one in (office, other, foreign)] == ["connected"] * 3
    assert stands(other.mailbox)[2] == 50
    back([second[0]])
    assert stands(office.mailbox)[:2] == ("paused", "domain_hard_bounces")
    assert stands(other.mailbox)[:2] == ("paused", "domain_hard_bounces")
    assert stands(foreign.mailbox) == ("connected", "", 100)


def test_whoever_resumes_a_paused_domain_begins_a_new_count_for_all_of_it(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("admission.core.protection.breakers.DOMAIN_LEAST", 20)
    other = sister(office, "sister@example.org")
    padded(office, 9)
    padded(other, 10)
    back(mails(office, 2))
    mailboxes.resume(office.mailbox)
    back(mails(office, 1))
    assert stands(office.mailbox) == ("connected", "", 100)
    assert stands(other.mailbox)[0] == "paused"


def test_one_complaint_warns_two_slow_and_three_pause_the_domain(office: Office) -> None:
    other = sister(office, "sister@example.org")
    people, second = mails(office, 2), mails(other, 1)
    back(people[:1], Kind.COMPLAINED)
    assert stands(office.mailbox) == ("connected", "complaint", 100)
    assert Event.objects.get(kind="mailbox.warned").data == {"reason": "complaint"}
    back(people[1:], Kind.COMPLAINED)
    assert stands(office.mailbox) == ("connected", "complaint", 50)
    assert stands(other.mailbox) == ("connected", "", 100)
    back(second, Kind.COMPLAINED)
    assert {stands(one.mailbox)[:2] for one in (office, other)} == {("paused", "domain_complaints")}
    assert not ReactionDue.objects.exists()


def pushed(office: Office, percent: float, *, hours: int = 0) -> None:
    """A postmaster tool's figure about the sending domain, measured so long ago."""
    at = clock.now() - timedelta(hours=hours)
    scores.push(office.workspace.id, scores.Score("spam_rate", percent, at, domain="example.org"), by_id=1)


def test_a_receivers_own_figure_warns_and_pauses_every_mailbox_of_its_domain(office: Office) -> None:
    other, foreign = sister(office, "sister@example.org"), sister(office, "far@example.com")
    pushed(office, 0.09)
    assert stands(office.mailbox) == ("connected", "", 100)
    pushed(office, 0.1)
    assert stands(office.mailbox) == ("connected", "complaint", 100)
    pushed(office, 0.3)
    assert {stands(one.mailbox)[:2] for one in (office, other)} == {("paused", "domain_complaints")}
    assert stands(foreign.mailbox) == ("connected", "", 100)


def test_a_figure_from_before_a_person_resumed_pauses_nothing(office: Office) -> None:
    pushed(office, 0.4)
    office.world.pass_time(timedelta(days=1))
    mailboxes.resume(office.mailbox)
    office.world.pass_time(timedelta(hours=1))
    health.tell(office.workspace.id, office.mailbox.id, Source.PUSHED)
    assert stands(office.mailbox)[0] == "connected"
