"""What a campaign limits by itself, and which company a domain stands for: what the counters of a permit go by."""

from dataclasses import dataclass

from bounces.core.free_mail import FREE_MAIL


@dataclass(frozen=True, slots=True)
class CampaignLimits:
    """A campaign's own numbers, and whether this mail opens: its people and days count by them. None: no limit.

    Days are those of `zone`. An `opener` is the first mail of the campaign that is cleared for its person: tried again
    it is none, whatever became of it.
    """

    zone: str = "UTC"
    day_cap: int | None = None
    new_per_day: int | None = None
    canary: int | None = None  # so many people first, after whom it rests and looks
    opener: bool = False


NO_LIMITS = CampaignLimits()


def company_of(domain: str) -> str:
    """Return the company behind a domain; "" for free mail, whose people have nothing to do with each other."""
    return "" if domain in FREE_MAIL else domain
