"""Mails in doubt are looked for with growing distance, apart for each mailbox, and released on proof alone."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from django.db.models import F

from admission import actors
from admission.actions import doubts, judgements, reconcile
from admission.actions.settle import settle
from admission.core.settlement import Accepted, Vanished
from admission.models import AbsenceRead, Doubt, Incident, Permit
from app.actions.transactions import require_no_transaction
from app.core.errors import Busy
from mailboxes.actions.isolation import DOWN, NotNow
from mailboxes.core.errors import CredentialError, Scope, TransportError
from mailboxes.core.message import Receipt, SentPosition
from mailboxes.models import Delivery
from mailboxes.transports.base import Absent, Found, SentSearch, Unknown
from tests.factories import a_mailbox
from tests.journeys.office import HERE, Office, an_office, sent, tried
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE = timedelta(minutes=1)
CUT = Vanished("cut")
NO_SENT = Unknown("it keeps no copies", final=True)


@dataclass
class Sent:
    """What a mailbox answers when it is searched, and whom it was asked about."""

    answer: SentSearch | Exception = field(default_factory=Absent)
    known: dict[str, SentSearch] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def find_sent(self, token: str, message_id: str, since: SentPosition) -> SentSearch:
        require_no_transaction()
        self.asked.append(message_id)
        answer = self.known.get(message_id, self.answer)
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


@pytest.fixture
def box(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """Every mailbox answers as this says."""
    made = Sent()

    @contextmanager
    def lent(mailbox_id: int) -> Iterator[Sent]:
        yield made

    monkeypatch.setattr("admission.actions.reconcile.pool.transport_for", lent)
    return made


def found(delivery: Delivery) -> Found:
    return Found(Receipt(f"id-{delivery.id}", "thread", delivery.message_id, "found in Sent"))


def in_doubt(office: Office) -> Delivery:
    return tried(office.waiting().id, CUT)


def earlier(office: Office, box: Sent, number: int = 3) -> list[Delivery]:
    """Mails that this mailbox sent before, and that lie in it."""
    made = [sent(office.waiting().id) for _ in range(number)]
    box.known |= {delivery.message_id: found(delivery) for delivery in made}
    return made


def pass_true(span: timedelta) -> None:
    """Let true time have passed since every call, look and appointment."""
    Delivery.objects.filter(call_began_at__isnull=False).update(call_began_at=F("call_began_at") - span)
    AbsenceRead.objects.update(read_at=F("read_at") - span)
    Doubt.objects.update(next_at=F("next_at") - span)


def look_after(span: timedelta) -> int:
    pass_true(span)
    return reconcile.reconcile()


def state(delivery: Delivery) -> str:
    return Delivery.objects.get(id=delivery.id).state


def test_a_mail_is_looked_for_at_once_and_then_ever_more_rarely(office: Office, box: Sent) -> None:
    in_doubt(office)
    assert (reconcile.reconcile(), len(box.asked)) == (0, 1)
    assert (reconcile.reconcile(), len(box.asked)) == (0, 1)
    for wait in (1, 2, 4, 8):
        assert (look_after(MINUTE * wait - timedelta(seconds=10)), look_after(timedelta(seconds=11))) == (0, 0)
    assert len(box.asked) == 5


def test_two_reads_that_count_release_it_and_nothing_less(office: Office, box: Sent) -> None:
    earlier(office, box)
    doubted = in_doubt(office)
    reconcile.reconcile()
    assert (look_after(MINUTE * 39), look_after(MINUTE * 1.1), state(doubted)) == (0, 0, "uncertain")
    assert (look_after(MINUTE * 9.5), state(doubted)) == (0, "uncertain")
    assert (look_after(MINUTE * 1), state(doubted)) == (1, "prepared")
    assert Permit.objects.get(delivery=doubted).state == "void"
    assert not Doubt.objects.exists()


def absent_for_an_hour(office: Office) -> Delivery:
    """A mail that two reads that count did not find."""
    doubted = in_doubt(office)
    reconcile.reconcile()
    assert (look_after(MINUTE * 41), look_after(MINUTE * 11)) == (0, 0)
    return doubted


def test_a_mailbox_that_has_sent_too_little_proves_no_absence(office: Office, box: Sent) -> None:
    earlier(office, box, 2)
    doubted = absent_for_an_hour(office)
    assert state(doubted) == "uncertain"
    assert AbsenceRead.objects.latest("id").reason == reconcile.KEEPS_TOO_LITTLE


def test_one_sent_mail_that_is_not_there_shows_that_copies_may_not_be_kept(office: Office, box: Sent) -> None:
    before = earlier(office, box, 5)
    box.known[before[2].message_id] = Absent()
    doubted = absent_for_an_hour(office)
    assert state(doubted) == "uncertain"
    box.asked.clear()
    assert (look_after(timedelta(hours=6)), state(doubted)) == (0, "uncertain")
    assert box.asked == [doubted.message_id]  # what is known of a mail before is not asked again


def test_what_cannot_be_told_of_a_mail_before_is_asked_again(office: Office, box: Sent) -> None:
    before = earlier(office, box)
    box.known[before[0].message_id] = Unknown("busy")
    doubted = absent_for_an_hour(office)
    assert state(doubted) == "uncertain"
    box.known[before[0].message_id] = found(before[0])
    assert (look_after(timedelta(hours=6)), state(doubted)) == (1, "prepared")


def test_mails_sent_after_the_call_prove_nothing_about_it(office: Office, box: Sent) -> None:
    """A mailbox may begin to keep copies at any time."""
    doubted = in_doubt(office)
    earlier(office, box)
    reconcile.reconcile()
    assert (look_after(MINUTE * 41), look_after(MINUTE * 11), state(doubted)) == (0, 0, "uncertain")


def test_what_is_found_is_accepted_at_the_time_of_its_permit(office: Office, box: Sent) -> None:
    doubted = in_doubt(office)
    box.known[doubted.message_id] = found(doubted)
    office.world.pass_time(timedelta(days=1))
    assert reconcile.reconcile() == 1
    doubted.refresh_from_db()
    assert (doubted.state, doubted.real_message_id) == ("accepted", doubted.message_id)
    assert doubted.accepted_world == Permit.objects.get().world_at
    assert not Doubt.objects.exists()


def test_many_mails_at_a_mailbox_without_copies_are_asked_about_once(office: Office, box: Sent) -> None:
    box.answer = NO_SENT
    doubted = [in_doubt(office) for _ in range(30)]
    for wait in (MINUTE * 0, MINUTE, timedelta(hours=1), timedelta(hours=22)):
        assert look_after(wait) == 0
    assert (len(box.asked), Incident.objects.count()) == (30, 0)
    for _ in range(3):
        assert look_after(timedelta(hours=2)) == 0
    assert (len(box.asked), Incident.objects.filter(kind="uncertain").count()) == (30, 30)
    assert not Doubt.objects.exclude(next_at=None).exists()
    assert {state(one) for one in doubted} == {"uncertain"}


@pytest.mark.parametrize(
    "error",
    [
        TransportError("down", scope=Scope.PROVIDER, permanent=False),
        NotNow(DOWN),
        CredentialError("no", reconnect=True),
    ],
    ids=["unreachable", "shut out", "no credentials"],
)
def test_a_mailbox_without_a_way_in_is_asked_once_for_all_its_mails(
    office: Office, box: Sent, error: Exception
) -> None:
    for _ in range(5):
        in_doubt(office)
    box.answer = error
    assert (reconcile.reconcile(), len(box.asked)) == (0, 1)
    assert AbsenceRead.objects.filter(found="unknown").count() == 5
    assert AbsenceRead.objects.latest("id").reason
    assert (look_after(MINUTE * 2), len(box.asked)) == (0, 2)


def test_a_mailbox_whose_connections_are_all_in_use_is_searched_later(office: Office, box: Sent) -> None:
    for _ in range(3):
        in_doubt(office)
    box.answer = Busy("as many connections as there may be")
    assert (reconcile.reconcile(), len(box.asked), AbsenceRead.objects.count()) == (0, 1, 0)
    box.answer = Absent()
    assert (look_after(doubts.LEASE), len(box.asked)) == (0, 4)


def test_two_searches_of_a_mailbox_share_nothing(office: Office, box: Sent) -> None:
    """The second finds every look claimed by the first, which may be slow."""
    in_doubt(office)
    assert doubts.due() == [office.mailbox.id]
    assert len(doubts.claim(office.mailbox.id)) == 1
    assert doubts.due() == []
    assert (reconcile.search(office.mailbox.id), box.asked) == (0, [])
    pass_true(doubts.LEASE)
    assert (reconcile.search(office.mailbox.id), len(box.asked)) == (0, 1)


def test_each_mailbox_is_searched_by_a_job_of_its_own(
    office: Office, box: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[int] = []
    monkeypatch.setattr(actors.search_mailbox, "send", woken.append)
    in_doubt(office)
    other = a_mailbox(office.workspace, gap=0, cap=1000, endpoints=HERE)
    in_doubt(Office(office.world, office.workspace, other, office.campaign))
    actors.reconcile()
    assert (woken, box.asked) == ([office.mailbox.id, other.id], [])


def test_what_became_known_meanwhile_is_not_looked_for(office: Office, box: Sent) -> None:
    doubted = in_doubt(office)
    reconcile.reconcile()
    assert settle(doubted.permit_id or 0, Accepted(Receipt("x", "y", None, "250")), chance=0.5)
    assert (look_after(MINUTE * 2), len(box.asked)) == (0, 1)
    assert not Doubt.objects.exists()


def test_a_doubt_that_nobody_looks_into_ends_with_what_settles_it(office: Office, box: Sent) -> None:
    box.answer = NO_SENT
    settled, other = in_doubt(office), in_doubt(office)
    reconcile.reconcile()
    look_after(timedelta(hours=25))
    judgements.say_sent(other.id, by_id=None)
    assert settle(settled.permit_id or 0, Accepted(Receipt("x", "y", None, "250")), chance=0.5)
    assert Doubt.objects.values_list("permit_id", "next_at").get() == (settled.permit_id, None)
    assert (doubts.due(), Doubt.objects.count()) == ([], 0)
