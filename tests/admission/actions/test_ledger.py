"""What is written down of a decision: enough to judge it again, and nobody's address."""

import json
from datetime import date
from typing import Any

import pytest

from admission.actions.ledger import PRIVATE, SUBJECT_KEPT, recorded
from admission.core.facts import Facts, SubjectFacts
from admission.core.verdict import Grant
from admission.models import LedgerLine, Permit, PermitFacts
from app.core.windows import DaysOff, Hours
from app.models import Event
from mailboxes.models import Budget, Delivery
from tests.admission.core.facts_made import FACTS, OFFICE, TUESDAY, facts, of_subject
from tests.factories import a_campaign, a_workspace
from tests.plugins.world import World
from tests.races.ready import Ready, a_sender, granted, people, prepared
from tests.races.settled import permit_of


def kept(given: Facts = FACTS) -> dict[str, Any]:
    """The facts as they come back from JSON."""
    found: dict[str, Any] = json.loads(json.dumps(recorded(given)))
    return found


def test_every_fact_is_kept_but_the_address() -> None:
    assert set(kept()) >= set(Facts.__slots__) - PRIVATE - {"subject"}
    assert {f"subject_{name}" for name in SUBJECT_KEPT} <= set(kept())
    assert "ada@acme.example" not in json.dumps(kept())


def test_what_is_left_out_of_the_subject_is_told_by_other_rows() -> None:
    left_out = set(SubjectFacts.__slots__) - set(SUBJECT_KEPT)
    assert left_out == {"hours", "address", "recipient_id", "limits", "weekend"}
    assert {"subject_opener", "subject_day_cap", "subject_new_per_day", "subject_weekend"} <= set(kept())


def test_times_and_days_are_kept_as_text() -> None:
    assert kept()["now"] == "2027-03-09T10:00:00+00:00"
    assert kept()["day"] == "2027-03-09"
    assert kept(facts(full=("domain_day",)))["full"] == ["domain_day"]


def test_the_window_of_the_time_is_kept_with_its_days_off() -> None:
    """Campaigns are edited; a permit is judged by what held when it was granted."""
    closed = DaysOff(frozenset({TUESDAY, date(2027, 12, 25)}))
    found = kept(of_subject(hours=Hours(OFFICE, "UTC", closed)))
    assert found["subject_window"] == [{"days": [1, 2, 3, 4, 5], "opens": "08:00", "closes": "18:00"}]
    assert found["subject_closed"] == ["2027-03-09"]
    assert "subject_window" not in kept(of_subject(hours=None))


@pytest.fixture
def mail(world: World) -> Ready:
    workspace = a_workspace()
    mailbox = a_sender(world, workspace, gap=240)
    return prepared(a_campaign(workspace, mailboxes=[mailbox]), mailbox, people(workspace, 1))[0]


@pytest.mark.django_db(transaction=True)
def test_a_grant_writes_permit_line_budget_event_and_state_together(mail: Ready) -> None:
    permit_id = permit_of(granted(mail, jitter=0.25))
    permit = Permit.objects.get(id=permit_id)
    delivery = Delivery.objects.get(id=mail.delivery_id)
    budget = Budget.objects.get()
    line = LedgerLine.objects.get()
    event = Event.objects.get(kind="permit.granted")
    assert (delivery.state, delivery.permit_id, delivery.attempts) == ("sending", permit_id, 1)
    assert delivery.lease_until is not None
    assert delivery.call_began_at is None
    assert (permit.state, permit.number, permit.local_day) == ("open", 1, TUESDAY)
    assert (budget.used_today, budget.day, budget.granted) == (1, TUESDAY, 1)
    assert (budget.in_flight_permit, budget.gap_jitter, budget.decided_at) == (permit_id, 0.25, permit.world_at)
    assert (line.delivery_id, line.recipient_id) == (mail.delivery_id, mail.recipient_id)
    assert (event.subject_id, event.recipient_id) == (mail.delivery_id, mail.recipient_id)
    assert event.data == {"permit": permit_id, "mailbox": delivery.mailbox_id}
    assert (event.at, event.world_at) == (permit.granted_at, permit.world_at)


@pytest.mark.django_db(transaction=True)
def test_a_grants_facts_hold_no_address(mail: Ready) -> None:
    verdict = granted(mail)
    assert isinstance(verdict, Grant)
    facts_kept = PermitFacts.objects.get(permit_id=verdict.permit_id)
    assert facts_kept.facts["delivery_state"] == "prepared"
    assert mail.email not in json.dumps(facts_kept.facts)
