"""Contacts: the list with its search, and one contact's timeline."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from app.actions import clock
from app.models import Member
from app.views import Request, seated, template
from sequences.forms import ContactSearch, Paged
from sequences.models import Contact
from sequences.screens import contacts as screen
from sequences.screens.enrolled import people
from sequences.screens.pages import newest_first
from sequences.screens.words import CAME_BY, DO_NOT_CONTACT, MAY_BE_MAILED, SUPPRESSED_BECAUSE
from sequences.views.reading import read


@require_safe
@seated()
def index(request: Request, seat: Member) -> HttpResponse:
    """List the contacts whose name, company or address begins with what was typed."""
    asked = read(ContactSearch, request)
    text = asked["q"].strip()
    page = newest_first(screen.search(seat.workspace_id, text), asked["after"])
    blocked = screen.suppressed(seat.workspace_id, [contact.recipient_id for contact in page.rows])
    shown = {
        "page": page,
        "q": text,
        "query": urlencode({"q": text}) if text else "",
        "blocked": blocked,
        "do_not_contact": DO_NOT_CONTACT,
    }
    return render(request, template(request, "sequences/contacts.html", "found"), shown)


@require_safe
@seated()
def detail(request: Request, seat: Member, contact_id: int) -> HttpResponse:
    """Show one contact: who they are, whether they may be contacted, where they are, and what happened."""
    contact = get_object_or_404(Contact, id=contact_id, workspace_id=seat.workspace_id)
    entry = screen.entry_for(contact)
    world = clock.world_clock()
    shown = {
        "contact": contact,
        "state": DO_NOT_CONTACT if entry else MAY_BE_MAILED,
        "entry": entry,
        "since": world.world(entry.created_at) if entry else None,
        "because": SUPPRESSED_BECAUSE.get(entry.reason, entry.reason) if entry else "",
        "by": CAME_BY.get(entry.source, "") if entry else "",
        "after": screen.campaign_before(entry) if entry else None,
        "enrolled": people(screen.enrollments_of(contact), world.world(clock.now())),
        "timeline": screen.timeline(contact, read(Paged, request)["after"]),
    }
    return render(request, template(request, "sequences/contact.html", "live"), shown)
