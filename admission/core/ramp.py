"""The ramp of a mailbox: what its proven days have earned, and what is left of that after silence."""

from datetime import date

IDLE_DAYS = 14  # whole local days without a proven one, after which half of what was earned is left


def limit_today(earned: int | None, last_day: date | None, start: int | None, today: date) -> int | None:
    """Return the ramp's limit on the local day `today`; None: the mailbox has no ramp.

    `earned` is the limit that the days up to `last_day`, the last proven one, have earned; the cap is no matter here.
    Each 14 idle days in a row halve it, never under `start`. A day in the future is no proof.
    """
    if start is None:
        return None
    if earned is None or last_day is None:
        return start
    idle = max(0, (today - last_day).days - 1)
    return max(start, earned >> min(idle // IDLE_DAYS, 31))


def after_day(limit: int, step: int, ceiling: int) -> int:
    """Return what stands earned after a proven day that had this limit: a step more, and no step beyond the ceiling."""
    return max(limit, min(limit + step, ceiling))
