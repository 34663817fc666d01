"""The rules of a permit, by room; each is a pure answer: None (nothing against it), Wait or Refuse."""

from admission.core.rules.answer import LOOK_AGAIN, Answer, Rule
from admission.core.rules.caps import charged_day, room_today, used, within_day, within_hour, within_rolling_day
from admission.core.rules.company import counted
from admission.core.rules.evidence import NO_LINK_HOST, healthy, heard, may_opt_out
from admission.core.rules.pace import connected, gap, paced
from admission.core.rules.personal import (
    halted,
    in_turn,
    in_window,
    left_alone,
    not_too_often,
    reachable,
    sound,
    wanted,
)

__all__ = [
    "CAPACITY",
    "LOOK_AGAIN",
    "MANUAL",
    "NO_LINK_HOST",
    "PERSONAL",
    "RULES",
    "Answer",
    "Rule",
    "charged_day",
    "connected",
    "counted",
    "gap",
    "halted",
    "healthy",
    "heard",
    "in_turn",
    "in_window",
    "left_alone",
    "may_opt_out",
    "not_too_often",
    "paced",
    "reachable",
    "room_today",
    "sound",
    "used",
    "wanted",
    "within_day",
    "within_hour",
    "within_rolling_day",
]

PERSONAL: tuple[Rule, ...] = (sound, reachable, halted, left_alone, wanted, in_turn, in_window)
CAPACITY: tuple[Rule, ...] = (
    connected,
    paced,
    within_day,
    within_hour,
    within_rolling_day,
    not_too_often,
    counted,
    may_opt_out,
    heard,
)
RULES = PERSONAL + CAPACITY
# What a person writes or tries out by hand skips window, pacing, caps and frequency; never an opt-out, a halt or the
# provider's day.
MANUAL: tuple[Rule, ...] = (sound, reachable, halted, left_alone, connected, within_rolling_day)
