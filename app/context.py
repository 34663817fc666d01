"""What every page needs to know."""

from django.http import HttpRequest

from app.models import Installation


def installation(request: HttpRequest) -> dict[str, object]:
    """Return the rehearsal banner's data and the current seat."""
    row = Installation.objects.filter(id=1).first()
    return {
        "rehearsal": row is not None and row.kind == Installation.Kind.REHEARSAL,
        "world_speed": row.speed if row else 1.0,
        "member": getattr(request, "member", None),
    }
