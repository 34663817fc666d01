"""What a campaign file asks for, checked as far as the file alone allows; nothing of it is stored yet."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from app.core.window_text import parse_window
from app.core.windows import Window
from sequences.core.campaign_file.nodes import Place
from sequences.core.due import Delay

WORKING_WEEK = parse_window({"days": "working days", "opens": "08:30", "closes": "17:30"})


class StepKind(StrEnum):
    """What a step is; only an email leaves by itself."""

    EMAIL = "email"
    LINKEDIN = "linkedin"
    CALL = "call"
    TASK = "task"


@dataclass(frozen=True, slots=True)
class VariantPlan:
    """A text of a step; of a manual step it says what to do. No subject: in the thread of the step before."""

    name: str = "A"
    weight: int = 1
    subject: str = ""
    text: str = ""
    html: str = ""


@dataclass(frozen=True, slots=True)
class StepPlan:
    """One step, due by its delay after the one before. timeout: business days after which its task is skipped."""

    kind: StepKind
    delay: Delay
    variants: tuple[VariantPlan, ...]
    timeout: int | None = None


@dataclass(frozen=True, slots=True)
class CampaignPlan:
    """A campaign to be created. `time_zone` None, `company_rule` "": the workspace's; `mailboxes` are normalised.

    `holidays` is a country's or part's code, `person`, or the name of a calendar of the workspace.

    `places` tells where a named value stands in the file, for what only the database can object to.
    """

    name: str
    steps: tuple[StepPlan, ...]
    mailboxes: tuple[str, ...] = ()
    time_zone: str | None = None
    in_person_zone: bool = True
    window: Window = WORKING_WEEK
    holidays: str = ""
    priority: bool = False
    weight: int = 1
    new_per_day: int | None = None
    day_cap: int | None = None
    unsubscribe: str = "link"
    company_rule: str = ""
    ends_on: date | None = None
    places: Mapping[str, Place] = field(default_factory=dict, compare=False)
