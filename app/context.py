"""What every page needs to know."""

from django.contrib.auth import get_user_model
from django.http import HttpRequest
from django.utils.module_loading import import_string

from app.core.permissions import allowed
from app.models import Installation, Member
from app.questions import QUESTIONS

SECONDS_A_DAY = 24 * 60 * 60
POLL = 15  # true seconds between two looks of a page that updates by itself
POLL_REHEARSAL = 2  # a day passes in 20 seconds there


def installation(request: HttpRequest) -> dict[str, object]:
    """Return the banners' data, the current seat and what it may do. A query; three in a real database."""
    row = Installation.objects.filter(id=1).first()
    rehearsal = row is not None and row.kind == Installation.Kind.REHEARSAL
    member: Member | None = getattr(request, "member", None)
    return {
        "rehearsal": rehearsal,
        "day_seconds": round(SECONDS_A_DAY / row.speed) if row else SECONDS_A_DAY,
        "poll_seconds": POLL_REHEARSAL if rehearsal else POLL,
        "links": None if rehearsal or member is None else import_string(QUESTIONS["do_opt_out_links_work"])(),
        "section": request.path.strip("/").partition("/")[0],  # which entry of the navigation is the current one
        "member": member,
        "other_seats": (lambda: _other_seats(member)) if member else (),
        "may": allowed(member.role) if member else frozenset(),
        "signup_open": _nobody_signed_up,  # called only by the template that asks
    }


def _other_seats(member: Member) -> list[Member]:
    """The user's seats in other workspaces, by name."""
    seats = Member.objects.filter(user_id=member.user_id).exclude(id=member.id)
    return list(seats.select_related("workspace").order_by("workspace__name")[:50])


def _nobody_signed_up() -> bool:
    return not get_user_model().objects.exists()
