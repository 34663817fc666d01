"""Everything that may be switched in a workspace, under each of which a stop has to act: the rows of MODES.

A policy is a version of numbers (none, without limits, such as let nothing out), or the graded protection policy, which
is absent, watched, enforced in each of its stages or rolled back. A workspace is halted, a mailbox is paused by a
person or a breaker, slowed, or must sign in again, a campaign is paused or held after its first people. What has
nothing to do with each other is switched in one mode, so that a few of them hold every switch.
"""

from collections.abc import Callable

from admission.actions import judging, protection_policies
from admission.actions.judging import Track
from admission.core.protection.breakers import HARD_BOUNCES
from admission.core.protection.judging import Evidence, Judgement, Tally
from admission.core.states import LEADS_TO, NORMAL, Stage
from admission.models import PolicyVersion, Standing
from app.actions import clock, halts
from mailboxes import locks
from mailboxes.actions import limits, mailboxes
from sequences.actions import campaigns, canary
from sequences.models import Campaign
from tests.factories import NO_COMPANIES
from tests.journeys.office import Office


def numbers(office: Office, **values: int | None) -> None:
    values = NO_COMPANIES | values
    PolicyVersion.objects.create(workspace=office.workspace, number=1, values=values, created_at=clock.now())


def watching(office: Office, stage: Stage) -> None:
    """The graded policy watches, and has found the mailbox to be in this stage."""
    protection_policies.watch_first(office.workspace.id)
    force = protection_policies.in_force(office.workspace.id, clock.world_now())
    assert force is not None
    if stage is not NORMAL:
        judged = Judgement(stage, LEADS_TO[stage], "bounces")
        assert judging.step(Track(office.mailbox.id), judged, force, Evidence(Tally(), Tally(), 0))


def acting(office: Office, stage: Stage) -> None:
    """The same, and it acts."""
    watching(office, stage)
    protection_policies.enforce(office.workspace, protection_policies.FIRST, by_id=None)


def slowed(office: Office) -> None:
    """A hard breaker has halved the cap."""
    Standing.objects.filter(mailbox=office.mailbox).update(hard_percent=50, hard_reason=HARD_BOUNCES, hard_mark=0)


def tripped(office: Office) -> None:
    """A hard breaker has paused the mailbox."""
    slowed(office)
    limits.pause([office.mailbox.id], reason=HARD_BOUNCES, said="")


def watched_and_without_limits(office: Office) -> None:
    numbers(office, person_gap_days=None, person_cap=None, domain_per_day=None)
    watching(office, Stage.PAUSED)


def acting_and_signed_out(office: Office) -> None:
    acting(office, NORMAL)
    limits.refused(office.mailbox.id, reconnect=True)


def slowed_after_the_first_people(office: Office) -> None:
    acting(office, Stage.SLOWED)
    slowed(office)
    Campaign.objects.filter(workspace=office.workspace).update(canary="resting", canary_until=clock.world_now())


def cooling_down_and_tripped(office: Office) -> None:
    acting(office, Stage.COOLING_DOWN)
    with_lock(office, tripped)
    Campaign.objects.filter(workspace=office.workspace).update(canary="first", canary_size=1)


def everything_off(office: Office) -> None:
    """Nothing may leave, for every reason there is."""
    acting(office, Stage.PAUSED)
    numbers(office, person_gap_hours=10_000, person_cap=1, domain_per_day=1)
    canary.decide(office.campaign, "hold", by_id=None)
    mailboxes.pause(office.mailbox)
    campaigns.pause(office.campaign)
    halts.halt(office.workspace.id, "panic")


def rolled_back_and_held(office: Office) -> None:
    acting(office, Stage.PAUSED)
    protection_policies.roll_back(office.workspace, protection_policies.FIRST, by_id=None)
    canary.decide(office.campaign, "hold", by_id=None)


def with_lock(office: Office, change: Callable[[Office], object]) -> None:
    """Change something under the budget's lock."""
    locks.lock_budget(office.mailbox.id)
    change(office)


MODES: dict[str, Callable[[Office], object]] = {
    "watched, no limits": watched_and_without_limits,
    "enforced, normal; mailbox must sign in": acting_and_signed_out,
    "enforced, slowed; slowed by a breaker, first people resting": slowed_after_the_first_people,
    "enforced, cooling down; paused by a breaker, first people": cooling_down_and_tripped,
    "enforced, paused; everything off": everything_off,
    "rolled back; first people held": rolled_back_and_held,
    "absent": lambda _: None,
}
