"""Reads of this package."""

from app.models import Installation


def born() -> str:
    """Return what this database was born as: `rehearsal` or `real`."""
    return Installation.objects.values_list("kind", flat=True).get(id=1)
