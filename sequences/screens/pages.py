"""Pages of a list by key: as fast at the millionth row as at the first, and nothing is shown twice."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Model, QuerySet

SIZE = 50


@dataclass(frozen=True, slots=True)
class Page[M: Model]:
    """Some rows, newest first; `after` is the key the next page begins below, None on the last one."""

    rows: Sequence[M]
    after: int | None
    first: bool


def newest_first[M: Model](found: QuerySet[M], after: int | None, *, size: int = SIZE) -> Page[M]:
    """Return the page below a key; one query, one row more than is shown tells whether another page follows."""
    below = found if after is None else found.filter(pk__lt=after)
    rows = list(below.order_by("-pk")[: size + 1])
    more = len(rows) > size
    return Page(rows[:size], rows[size - 1].pk if more else None, after is None)
