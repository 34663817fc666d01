"""I5 and I11: a permit that commits while a stop is in force is seen, and one after its end is not."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from admission.actions import permits
from admission.core.verdict import Grant
from app.actions import clock, events, halts
from app.actions.attempts import in_transaction
from app.gates import Gates
from bounces.actions import suppressions
from bounces.actions.outcomes import Came, record
from bounces.core.outcomes import EFFECTS, Outcome
from bounces.models import LearnedAddress, Suppression, UnsubscribeRequest
from mailboxes import locks
from mailboxes.actions import recipients
from mailboxes.core.address import parse_address, parse_domain
from mailboxes.models import Delivery
from sequences.actions import enrollments
from sequences.models import Campaign
from tests.audit.conftest import Ledger, reported
from tests.races.ready import granted
from tests.races.settled import accepted

pytestmark = pytest.mark.django_db(transaction=True)

type Stop = Callable[[Ledger], object]


def domain_of(ledger: Ledger) -> str:
    return ledger.next.subject.domain


def replied(ledger: Ledger) -> None:
    def work() -> None:
        locks.enter(Gates(ledger.workspace.id), [ledger.next.recipient_id])
        record(Came(ledger.workspace.id, ledger.next.recipient_id, Outcome.REPLIED, EFFECTS[Outcome.REPLIED]))

    in_transaction(work)


def suppressed(ledger: Ledger) -> None:
    suppressions.suppress_addresses(ledger.workspace.id, [parse_address(ledger.next.email)], reason="typed")


def other_address_suppressed(ledger: Ledger) -> None:
    other = parse_address("other@example.net")
    alias = recipients.remember(ledger.workspace.id, [other])[other.normalised]
    LearnedAddress.objects.create(
        workspace=ledger.workspace, recipient_id=ledger.next.recipient_id, alias_id=alias, learned_at=clock.now()
    )
    suppressions.suppress_addresses(ledger.workspace.id, [other], reason="typed")


def domain_suppressed(ledger: Ledger) -> None:
    suppressions.suppress_domain(ledger.workspace.id, parse_domain(domain_of(ledger)), reason="typed")


def subdomains_suppressed(ledger: Ledger) -> None:
    parent = domain_of(ledger).partition(".")[2]
    suppressions.suppress_domain(ledger.workspace.id, parse_domain(f"*.{parent}"), reason="typed")


def campaign_paused(ledger: Ledger) -> None:
    Campaign.objects.update(state="paused")


def campaign_paused_in_the_past(ledger: Ledger) -> None:
    told(ledger, "campaign.paused")


def told(ledger: Ledger, kind: str) -> None:
    events.append(kind=kind, workspace_id=ledger.workspace.id, subject_id=ledger.campaign.id)


def wish_open(ledger: Ledger) -> None:
    UnsubscribeRequest.objects.create(
        workspace=ledger.workspace,
        recipient_id=ledger.next.recipient_id,
        received_at=clock.now() - timedelta(hours=1),
        next_try_at=clock.now(),
    )


@pytest.fixture
def unchecked(monkeypatch: pytest.MonkeyPatch) -> Callable[[Ledger], None]:
    """Send the next mail by a permit that asks nothing: the sabotage that the audit is there for."""

    def send(ledger: Ledger) -> None:
        Delivery.objects.filter(id=ledger.next.delivery_id).update(state="prepared")
        monkeypatch.setattr(permits, "decide", lambda *_: Grant())
        accepted(granted(ledger.next))

    return send


STOPS: list[tuple[Stop, set[str]]] = [
    (replied, {"I5"}),
    (lambda ledger: enrollments.stop_enrollment(ledger.next.enrollment_id), {"I5"}),
    (lambda ledger: halts.halt(ledger.workspace.id, "a test"), {"I5"}),
    (campaign_paused, {"I5"}),
    (campaign_paused_in_the_past, {"I5"}),
    (wish_open, {"I5"}),
    (suppressed, {"I5", "I11"}),
    (other_address_suppressed, {"I11"}),
    (domain_suppressed, {"I5", "I11"}),
    (subdomains_suppressed, {"I5", "I11"}),
]


@pytest.mark.parametrize(("stop", "keys"), STOPS)
def test_a_permit_after_a_stop_is_reported(
    ledger: Ledger, unchecked: Callable[[Ledger], None], stop: Stop, keys: set[str]
) -> None:
    stop(ledger)
    assert not {key for key, _ in reported()} & {"I5", "I11"}
    unchecked(ledger)
    assert {key for key, _ in reported()} & {"I5", "I11"} == keys


@pytest.mark.parametrize("stop", [stop for stop, _ in STOPS if stop is not wish_open])
def test_a_permit_before_a_stop_is_none_of_its_business(ledger: Ledger, stop: Stop) -> None:
    accepted(granted(ledger.next))
    stop(ledger)
    assert not {key for key, _ in reported()} & {"I5", "I11"}


def reopened(ledger: Ledger) -> None:
    replied(ledger)
    enrollments.reopen(ledger.next.enrollment_id)


def lifted(ledger: Ledger) -> None:
    domain_suppressed(ledger)
    suppressions.lift(ledger.workspace.id, Suppression.objects.get().id, reason="a mistake", by_id=None)


def halted_for_a_while(ledger: Ledger) -> None:
    halts.halt(ledger.workspace.id, "a test")
    halts.resume(ledger.workspace.id)


def paused_for_a_while(ledger: Ledger) -> None:
    told(ledger, "campaign.paused")
    told(ledger, "campaign.running")


def neighbours_suppressed(ledger: Ledger) -> None:
    """Entries that look like the person's and are not: a sibling domain, and the subdomains of their own."""
    for entry in (f"not{domain_of(ledger)}", f"*.{domain_of(ledger)}"):
        suppressions.suppress_domain(ledger.workspace.id, parse_domain(entry), reason="typed")


@pytest.mark.parametrize("over", [reopened, lifted, halted_for_a_while, paused_for_a_while, neighbours_suppressed])
def test_a_permit_after_a_stop_was_taken_back_is_in_order(
    ledger: Ledger, unchecked: Callable[[Ledger], None], over: Stop
) -> None:
    over(ledger)
    unchecked(ledger)
    assert not {key for key, _ in reported()} & {"I5", "I11"}
