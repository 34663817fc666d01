"""The steps of a campaign change while it runs: arranged in a draft, put in place at once, people moved after it.

Putting in place closes the campaign's gate before any row, so no permit of it is granted meanwhile: one that came first
has its mail under way, and whoever got it goes on from where its step leads; one that comes later sees the new steps.
People of a removed step follow in batches under their own locks. Until they are moved nothing of that step leaves,
because the permit knows it as removed; so a stop in between finds them as they were, and wins.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Count, F, QuerySet

from app import gates
from app.actions import clock
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from sequences.actions.editing import versions
from sequences.actions.editing.moving import finish
from sequences.core import structure
from sequences.core.states import OPEN_TOUCH, CampaignState
from sequences.core.structure import DraftStep
from sequences.models import Campaign, CampaignVersion, Enrollment, Step, StructureDraft, Touch, Variant

ASIDE = 10_000  # added to positions while they change places: each is unique at every moment
LOOK_AGAIN = "The steps were changed meanwhile: look at them again."

type Destinations = Mapping[int, int | None]


def steps_of(campaign: Campaign) -> list[DraftStep]:
    """Return the living steps in order."""
    found = Step.objects.filter(campaign=campaign, removed_at=None).order_by("position")
    return [DraftStep(one.id, one.kind, one.delay_amount, one.delay_unit) for one in found]


def draft_of(campaign: Campaign) -> StructureDraft | None:
    """Return the draft somebody began, if any."""
    return StructureDraft.objects.filter(campaign=campaign).first()


def arrange(campaign: Campaign, steps: Sequence[DraftStep], *, by_id: int | None = None) -> StructureDraft:
    """Keep an arrangement as the campaign's draft; nothing of it holds yet. Raises Refused for an archived one."""
    _check_open(campaign)
    now = clock.now()
    made, _ = StructureDraft.objects.update_or_create(
        campaign=campaign,
        defaults={"steps": structure.stored(steps), "by_id": by_id, "at": now},
        create_defaults={
            "workspace_id": campaign.workspace_id,
            "base": structure.stored(steps_of(campaign)),
            "steps": structure.stored(steps),
            "by_id": by_id,
            "at": now,
        },
    )
    return made


def discard(campaign: Campaign) -> None:
    """Throw the draft away."""
    StructureDraft.objects.filter(campaign=campaign).delete()


def _check_open(campaign: Campaign) -> None:
    if campaign.state == CampaignState.ARCHIVED:
        raise Refused("The campaign is archived, for good.")


def heads(campaign: Campaign) -> dict[int, int]:
    """Return step -> how many people wait at it. One query."""
    return Counter(dict(_waiting(campaign).values_list("step_id").annotate(n=Count("id"))))


def _waiting(campaign: Campaign) -> QuerySet[Touch]:
    return Touch.objects.filter(campaign_id=campaign.id, state__in=OPEN_TOUCH)


def finished(campaign: Campaign) -> int:
    """Return how many people are through with the campaign."""
    return Enrollment.objects.filter(campaign=campaign, state="finished").count()


def put_in_place(
    campaign: Campaign, destinations: Destinations, *, extends: bool = False, by_id: int | None = None
) -> CampaignVersion:
    """Let the draft's steps hold, then move the people; return the version.

    `destinations`: removed step -> a step that stays, or None, which ends the sequence of who stands there; one is
    demanded for each removed step with people. `extends`: who is through goes on with what comes behind. Closes the
    campaign's gate; then gates (shared) and up to 200 recipients a batch. Raises Refused, which changes nothing, Busy.
    """
    version = in_transaction(lambda: _replace(campaign, destinations, extends, by_id))
    finish(version)
    version.refresh_from_db()
    return version


def _replace(campaign: Campaign, destinations: Destinations, extends: bool, by_id: int | None) -> CampaignVersion:  # noqa: FBT001 - named by its caller
    gates.close(f"campaign:{campaign.id}")
    _check_open(Campaign.objects.get(id=campaign.id))
    draft = StructureDraft.objects.select_for_update(of=("self",)).filter(campaign=campaign).first()
    if draft is None:
        raise Refused("There is no draft of the steps.")
    base, steps = structure.read(draft.base), structure.read(draft.steps)
    if base != steps_of(campaign):
        raise Refused(LOOK_AGAIN)
    _check(campaign, steps)
    gone = structure.removed(base, steps)
    people = heads(campaign)
    targets = _targets(base, steps, gone, people, destinations)
    living = _write(campaign, steps, gone)
    _lead_on(campaign, targets)
    draft.delete()
    moved = sum(people[one] for one in gone)
    told = {"steps": len(living), "added": sum(one.id is None for one in steps), "removed": len(gone), "people": moved}
    after = {"steps": structure.stored(steps), "targets": {str(one): target for one, target in targets.items()}}
    return versions.keep(
        campaign,
        CampaignVersion.Kind.STRUCTURE,
        by_id=by_id,
        before={"steps": structure.stored(base)},
        after=after,
        extends=extends,
        told=told,
    )


def _check(campaign: Campaign, steps: Sequence[DraftStep]) -> None:
    subjects: dict[int, bool] = {}
    for step_id, subject in Variant.objects.filter(step__campaign=campaign).values_list("step_id", "subject"):
        subjects[step_id] = subjects.get(step_id, True) and bool(subject.strip())
    if fault := structure.fault(steps, subjects):
        raise Refused(fault)


def _targets(
    base: Sequence[DraftStep],
    steps: Sequence[DraftStep],
    gone: Sequence[int],
    people: Mapping[int, int],
    destinations: Destinations,
) -> dict[int, int | None]:
    """Return where the people of each removed step go on; nobody stands at one without a choice."""
    kept = {one.id for one in steps}
    found: dict[int, int | None] = {}
    for step_id in gone:
        if step_id not in destinations and people.get(step_id):
            raise Refused("Say where the people of each removed step go on, or that their sequence ends.")
        target = destinations.get(step_id, structure.heir(base, steps, step_id))
        if target is not None and target not in kept:
            raise Refused("People can only go on at a step that stays.")
        found[step_id] = target
    return found


def _write(campaign: Campaign, steps: Sequence[DraftStep], gone: Sequence[int]) -> list[int]:
    """Write removals, places, delays and new steps; return the living ids in order."""
    Step.objects.filter(id__in=gone).update(removed_at=clock.now())
    Step.objects.filter(campaign=campaign, removed_at=None).update(position=F("position") + ASIDE)
    living = [_placed(campaign, place, one) for place, one in enumerate(steps, 1)]
    for place, step_id in enumerate(living, 1):
        _waiting(campaign).filter(step_id=step_id).exclude(position=place).update(position=place)
    return living


def _placed(campaign: Campaign, place: int, one: DraftStep) -> int:
    columns: dict[str, Any] = {"position": place, "delay_amount": one.delay.amount, "delay_unit": one.delay.unit}
    if one.id is not None:
        Step.objects.filter(id=one.id).update(**columns)
        return one.id
    made = Step.objects.create(workspace_id=campaign.workspace_id, campaign=campaign, kind=one.kind, **columns)
    Variant.objects.create(
        workspace_id=campaign.workspace_id, step=made, subject=one.subject, text=one.text, html=one.html
    )
    return made.id


def _lead_on(campaign: Campaign, targets: Mapping[int, int | None]) -> None:
    """Say of each removed step where it leads; those removed before, which led to one of these, lead on with it."""
    for step_id, target in targets.items():
        earlier = Step.objects.filter(campaign=campaign, removed_at__isnull=False, then_step_id=step_id)
        earlier.update(then_step_id=target)
        Step.objects.filter(id=step_id).update(then_step_id=target)
