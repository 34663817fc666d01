"""The rules of a permit, by room; each is a pure answer: None (nothing against it), Wait or Refuse."""

from admission.core.rules.answer import LOOK_AGAIN, Answer, Rule
from admission.core.rules.campaign import few_new_people, first_ones_looked_at, within_campaign_day
from admission.core.rules.caps import charged_day, room_today, used, within_day, within_hour, within_rolling_day
from admission.core.rules.company import company_spared, few_of_a_company, within_sending_domain
from admission.core.rules.evidence import healthy, heard, may_opt_out
from admission.core.rules.pace import at_work, connected, gap, paced
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
    "PERSONAL",
    "RULES",
    "Answer",
    "Rule",
    "at_work",
    "charged_day",
    "company_spared",
    "connected",
    "few_new_people",
    "few_of_a_company",
    "first_ones_looked_at",
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
    "within_campaign_day",
    "within_day",
    "within_hour",
    "within_rolling_day",
    "within_sending_domain",
]

PERSONAL: tuple[Rule, ...] = (sound, reachable, halted, left_alone, wanted, in_turn, in_window)
CAPACITY: tuple[Rule, ...] = (
    connected,
    at_work,
    paced,
    within_day,
    within_hour,
    within_rolling_day,
    not_too_often,
    company_spared,
    few_of_a_company,
    first_ones_looked_at,
    few_new_people,
    within_campaign_day,
    within_sending_domain,
    may_opt_out,
    heard,
    healthy,
)
RULES = PERSONAL + CAPACITY
# What a person writes or tries out by hand skips window, pacing, caps and frequency; never an opt-out, a halt or the
# provider's day.
MANUAL: tuple[Rule, ...] = (sound, reachable, halted, left_alone, connected, within_rolling_day)
