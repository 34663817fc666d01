"""How long to wait before trying again, given the attempt and a chance drawn by the caller."""

from datetime import timedelta

DOUBLINGS = 30  # beyond this any base is over any cap; keeps 2 ** attempt small


def retry_delay(
    attempt: int,
    chance: float,
    *,
    base: timedelta = timedelta(seconds=30),
    cap: timedelta = timedelta(hours=2),
    retry_after: timedelta | None = None,
) -> timedelta:
    """Capped exponential delay after the given attempt (the first is 1), of which chance (0..1) decides the upper half.

    Never shorter than retry_after, what the other side asked for, even beyond the cap.
    Raises ValueError for an attempt below 1.
    """
    if attempt < 1:
        raise ValueError(f"attempts are counted from 1, not {attempt}")
    whole = min(cap, base * float(1 << min(attempt - 1, DOUBLINGS)))
    return max(whole * (0.5 + 0.5 * chance), retry_after or timedelta(0))
