"""First mails that no permit would get now are put off by the planner as the permit would."""

from datetime import UTC, datetime, timedelta

from admission.core.policy import Policy
from sequences.core.planner.demand import LeftReason, Wait
from sequences.core.planner.openers import Opener, put_off

NOW = datetime(2027, 3, 9, 10, tzinfo=UTC)
MIDNIGHT = datetime(2027, 3, 9, 23, tzinfo=UTC)  # of Berlin
POLICY = Policy(domain_openers=1, domain_people=3)


def one(number: int, domain: str = "firm.example", **changes: object) -> Opener:
    values = {"zone": "Europe/Berlin", "openers": 0, "people": 0, "rests_until": None, "first_left": None, **changes}
    return Opener(touch_id=number, workspace_id=1, campaign_id=1, domain=domain, **values)  # type: ignore[arg-type]


def waits(*openers: Opener, policy: Policy = POLICY) -> list[Wait]:
    return list(put_off(openers, {1: policy}, NOW))


def test_the_oldest_of_a_company_goes_and_the_others_wait_for_their_tomorrow() -> None:
    assert waits(one(1), one(2), one(3, "other.example")) == [Wait(2, MIDNIGHT, LeftReason.DOMAIN_OPENERS)]
    assert waits(one(1, openers=1)) == [Wait(1, MIDNIGHT, LeftReason.DOMAIN_OPENERS)]
    assert waits(one(1), one(2), policy=Policy(domain_openers=None, domain_people=None)) == []


def test_no_more_people_of_a_company_than_may_be_in_flight() -> None:
    policy = Policy(domain_openers=5, domain_people=3)
    assert waits(one(1, people=2), one(2, people=2), policy=policy) == [Wait(2, MIDNIGHT, LeftReason.DOMAIN_IN_FLIGHT)]


def test_people_of_a_free_mail_host_have_nothing_to_do_with_each_other() -> None:
    assert waits(one(1, "gmail.com"), one(2, "gmail.com", openers=9)) == []


def test_a_campaign_that_rests_opens_to_nobody_and_one_before_its_rest_to_so_many() -> None:
    until = NOW + timedelta(hours=2)
    assert waits(one(1, rests_until=until)) == [Wait(1, until, LeftReason.CANARY_RESTS)]
    assert waits(one(1, rests_until=NOW)) == []
    left = waits(one(1, "a.example", first_left=1), one(2, "b.example", first_left=1))
    assert [wait.touch_id for wait in left] == [2]
