"""The steps of a campaign as somebody arranges them before they are put in place: pure lists, moved by buttons."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sequences.core.due import Delay, DelayUnit
from sequences.core.texts import Fault, text_faults

MOST_STEPS = 100
EMAIL = "email"
END = "end"  # a destination: the sequence of who stands at the removed step ends


@dataclass(frozen=True, slots=True)
class DraftStep:
    """A step that exists (`id`) or is to be made (`id` None, with its first text)."""

    id: int | None
    kind: str
    amount: int
    unit: str = str(DelayUnit.BUSINESS_DAYS)
    subject: str = ""
    text: str = ""
    html: str = ""

    @property
    def delay(self) -> Delay:
        """Its delay after the step before. Raises DelayError."""
        return Delay(self.amount, DelayUnit(self.unit))


def read(stored: Sequence[Mapping[str, Any]]) -> list[DraftStep]:
    """Take steps out of their stored form."""
    return [DraftStep(**one) for one in stored]


def stored(steps: Sequence[DraftStep]) -> list[dict[str, Any]]:
    """Return steps as they are stored."""
    return [asdict(one) for one in steps]


def moved(steps: Sequence[DraftStep], place: int, by: int) -> list[DraftStep]:
    """Return the steps with the one at `place` moved up (-1) or down (1); at the end of the list nothing happens."""
    found, target = list(steps), place + by
    if 0 <= place < len(found) and 0 <= target < len(found):
        found[place], found[target] = found[target], found[place]
    return found


def without(steps: Sequence[DraftStep], place: int) -> list[DraftStep]:
    """Return the steps without the one at `place`."""
    return [one for at, one in enumerate(steps) if at != place]


def changed(steps: Sequence[DraftStep], place: int, **values: Any) -> list[DraftStep]:
    """Return the steps with the one at `place` changed."""
    return [replace(one, **values) if at == place else one for at, one in enumerate(steps)]


def removed(base: Sequence[DraftStep], steps: Sequence[DraftStep]) -> list[int]:
    """Return the ids of the steps that are no longer among them, in their old order."""
    kept = {one.id for one in steps}
    return [one.id for one in base if one.id is not None and one.id not in kept]


def heir(base: Sequence[DraftStep], steps: Sequence[DraftStep], step_id: int) -> int | None:
    """Return where people of a removed step go if nobody says: the next step behind it that stays, else nowhere."""
    kept = {one.id for one in steps}
    ids = [one.id for one in base]
    behind = ids[ids.index(step_id) + 1 :]
    return next((one for one in behind if one in kept), None)


def passed_over(base: Sequence[DraftStep], steps: Sequence[DraftStep], step_id: int) -> list[int]:
    """Return the places (from 1) of steps that whoever waits at `step_id` will not get, though they did not have them.

    A person goes on from where they stand; what lies before that in the new order is behind them.
    """
    ids = [one.id for one in steps]
    if step_id not in ids:
        return []
    old = [one.id for one in base]
    had = set(old[: old.index(step_id)])
    return [place for place, one in enumerate(steps[: ids.index(step_id)], 1) if one.id is None or one.id not in had]


def fault(steps: Sequence[DraftStep], first_subjects: Mapping[int, bool]) -> str:
    """Return why these steps cannot be put in place; "": they can.

    `first_subjects`: for steps that exist, whether each of their texts has a subject of its own.
    """
    if not steps:
        return "A campaign needs at least one step."
    if len(steps) > MOST_STEPS:
        return f"A campaign has at most {MOST_STEPS} steps."
    for place, one in enumerate(steps, 1):
        faults: list[Fault] = [] if one.id is not None else text_faults(one.kind, one.subject, one.text, one.html)
        if faults:
            return f"Step {place}: {faults[0].sentence}"
    first = next((one for one in steps if one.kind == EMAIL), None)
    has_subject = first is None or (bool(first.subject.strip()) if first.id is None else first_subjects[first.id])
    return "" if has_subject else "The first email needs a subject: there is no thread yet that it could continue."
