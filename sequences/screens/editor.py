"""The editor of a campaign: its steps with their texts and people, and what a text may name."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from mailboxes.screens.words import State
from sequences.core import structure
from sequences.core.fields import OF_THE_CONTACT, OF_THE_SENDER
from sequences.core.states import OPEN_TOUCH
from sequences.core.structure import DraftStep
from sequences.models import Campaign, CampaignVersion, Contact, Import, Step, StructureDraft, Variant
from sequences.screens.words import STATE_UNKNOWN, STEP

FIELDS_OF_PEOPLE = 300  # contacts of whom custom fields are taken
SHOWN_VERSIONS = 100
UNITS: dict[str, str | Promise] = {
    "business_days": _("working days"),
    "days": _("days of 24 hours"),
    "hours": _("hours"),
}
KINDS: dict[str, str | Promise] = {"email": _("Email"), "linkedin": _("LinkedIn"), "call": _("Call"), "task": _("Task")}


@dataclass(frozen=True, slots=True)
class StepCard:
    """A step in the editor; `place` counts from 0. `people` wait at it, `parts` of 100 are the variants' shares."""

    place: int
    draft: DraftStep
    kind: State
    unit: str | Promise
    people: int
    variants: tuple[Variant, ...]
    first: bool
    last: bool

    @property
    def number(self) -> int:
        """Its place as people count."""
        return self.place + 1

    @property
    def shares(self) -> list[tuple[Variant, int]]:
        """Each variant with its share of the newcomers in per cent; 0: it is off."""
        total = sum(one.weight for one in self.variants)
        return [(one, round(100 * one.weight / total) if total else 0) for one in self.variants]


def cards(campaign: Campaign, steps: Sequence[DraftStep], people: Mapping[int, int]) -> list[StepCard]:
    """Return the steps as cards. One query."""
    texts: dict[int, list[Variant]] = defaultdict(list)
    for variant in Variant.objects.filter(step__campaign=campaign).order_by("id"):
        texts[variant.step_id].append(variant)
    return [
        StepCard(
            place=place,
            draft=one,
            kind=STEP.get(one.kind, STATE_UNKNOWN),
            unit=UNITS.get(one.unit, ""),
            people=people.get(one.id, 0) if one.id is not None else 0,
            variants=tuple(texts[one.id]) if one.id is not None else (),
            first=place == 0,
            last=place == len(steps) - 1,
        )
        for place, one in enumerate(steps)
    ]


@dataclass(frozen=True, slots=True)
class Leaving:
    """A step that the draft removes, with the people who wait there and where they may go on."""

    step_id: int
    number: int
    kind: State
    people: int
    heir: int | None


@dataclass(frozen=True, slots=True)
class Difference:
    """What putting the draft in place would change."""

    leaving: tuple[Leaving, ...]
    staying: tuple[StepCard, ...]
    passed_over: tuple[tuple[int, int, tuple[int, ...]], ...]  # step's place, its people, places they will not get
    added_behind: int


def difference(campaign: Campaign, draft: StructureDraft, people: Mapping[int, int]) -> Difference:
    """Return what changes for whom."""
    base, steps = structure.read(draft.base), structure.read(draft.steps)
    numbers = {one.id: place for place, one in enumerate(base, 1)}
    kinds = {one.id: one.kind for one in base}
    leaving = tuple(
        Leaving(one, numbers[one], STEP[kinds[one]], people.get(one, 0), structure.heir(base, steps, one))
        for one in structure.removed(base, steps)
    )
    passed = []
    for place, one in enumerate(steps, 1):
        if one.id is not None and people.get(one.id):
            missed = structure.passed_over(base, steps, one.id)
            if missed:
                passed.append((place, people[one.id], tuple(missed)))
    kept = [place for place, one in enumerate(steps) if one.id is not None]
    behind = len(steps) - 1 - max(kept, default=-1)
    return Difference(leaving, tuple(cards(campaign, steps, people)), tuple(passed), behind)


def fields_of(workspace_id: int) -> list[str]:
    """Return what a text may name, the contact's own first; custom fields of imports and of the newest contacts."""
    found: set[str] = set()
    newest = Contact.objects.filter(workspace_id=workspace_id).order_by("-id").values_list("fields", flat=True)
    for fields in newest[:FIELDS_OF_PEOPLE]:
        found.update(fields)
    for mapping in (
        Import.objects.filter(workspace_id=workspace_id).values_list("mapping", flat=True).order_by("-id")[:50]
    ):
        found.update(pair[1] for pair in mapping if len(pair) > 1 and pair[1])
    known = OF_THE_CONTACT | OF_THE_SENDER
    return [*sorted(OF_THE_CONTACT), *sorted(OF_THE_SENDER), *sorted(found - known)]


def some_people(campaign: Campaign, most: int = 50) -> list[Contact]:
    """Return people whose mail may be shown: of the campaign, else the workspace's newest."""
    mine = Contact.objects.filter(enrollment__campaign=campaign).order_by("-enrollment__id")[:most]
    return list(mine) or list(Contact.objects.filter(workspace_id=campaign.workspace_id).order_by("-id")[:most])


def some_at(campaign: Campaign, steps: Sequence[int], most: int) -> list[Contact]:
    """Return people of the campaign, those who wait at these steps first."""
    waiting = Contact.objects.filter(
        enrollment__campaign=campaign, enrollment__touch__step__in=steps, enrollment__touch__state__in=OPEN_TOUCH
    )
    found = list(waiting.order_by("-enrollment__id")[:most]) if steps else []
    known = {one.id for one in found}
    return [*found, *(one for one in some_people(campaign, most) if one.id not in known)][:most]


@dataclass(frozen=True, slots=True)
class VersionLine:
    """One change: what, by whom, which parts of a text are different; `undoable`: it may be taken back."""

    version: CampaignVersion
    kind: State
    step: int | None
    name: str
    parts: tuple[tuple[str, str, str], ...]
    undoable: bool


VERSION: dict[str, State] = {
    "copy": State(_("Text"), "draft", "quiet"),
    "structure": State(_("Steps"), "list", "info"),
    "settings": State(_("Settings"), "settings", "quiet"),
}


def versions(campaign: Campaign) -> list[VersionLine]:
    """Return the newest changes first. One query."""
    found = CampaignVersion.objects.filter(campaign=campaign).select_related("by").order_by("-id")[:SHOWN_VERSIONS]
    return [_line(one) for one in found]


def _line(version: CampaignVersion) -> VersionLine:
    names = [name for name in {**version.before, **version.after} if name not in {"step", "position", "targets"}]
    before, after = version.before, version.after
    differing = [name for name in names if before.get(name) != after.get(name)]
    shown = [(name, _short(before.get(name)), _short(after.get(name))) for name in differing if name != "steps"]
    if "steps" in differing:
        shown.append(("steps", _in_short(before.get("steps")), _in_short(after.get("steps"))))
    copy = version.kind == CampaignVersion.Kind.COPY
    return VersionLine(
        version=version,
        kind=VERSION.get(version.kind, STATE_UNKNOWN),
        step=after.get("position") or before.get("position"),
        name=str(after.get("name") or before.get("name") or "") if copy else "",
        parts=tuple(shown),
        undoable=copy and bool(before.get("name")) and version.variant_id is not None,
    )


def _short(value: object) -> str:
    return "" if value is None else str(value)[:2000]


def _in_short(steps: object) -> str:
    listed = steps if isinstance(steps, list) else []
    return " → ".join(f"{one['kind']} +{one['amount']} {one['unit']}" for one in listed)


def step_of(campaign: Campaign, variant: Variant) -> Step:
    """Return the step of a variant with its campaign and workspace at hand."""
    return Step.objects.select_related("campaign__workspace").get(id=variant.step_id, campaign=campaign)
