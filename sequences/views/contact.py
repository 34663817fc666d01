"""One contact: everything that happened, why no mail leaves, and what a person decides about them."""

from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from app.actions import clock
from app.core.errors import ForbearError, Refused
from app.models import Member
from app.views import Request, seated, template
from sequences.actions import cautions, contact_bulk, contact_pause, contacts, enrollments, erasure, explain, tags
from sequences.actions.editing import people as ways
from sequences.actions.person_export import person_file
from sequences.forms import Paged
from sequences.models import Campaign, Contact, Enrollment
from sequences.screens import contact_list, gates
from sequences.screens import contacts as screen
from sequences.screens.enrolled import people
from sequences.screens.imports import BASES, VERIFIED
from sequences.screens.words import CAME_BY, DO_NOT_CONTACT, MAY_BE_MAILED, SUPPRESSED_BECAUSE, held
from sequences.views.contact_forms import Fields, NewAddress, OneTag, Until
from sequences.views.reading import read


@require_safe
@seated()
def detail(request: Request, seat: Member, contact_id: int) -> HttpResponse:
    """Show one contact: who they are, whether they may be contacted, where they are, and what happened."""
    contact = _mine(seat, contact_id)
    entry = screen.entry_for(contact)
    world = clock.world_clock()
    enrolled = screen.enrollments_of(contact)
    living = Campaign.objects.filter(workspace_id=seat.workspace_id, step__removed_at=None).exclude(state="archived")
    shown = {
        "contact": contact,
        "state": DO_NOT_CONTACT if entry else MAY_BE_MAILED,
        "entry": entry,
        "since": world.world(entry.created_at) if entry else None,
        "because": SUPPRESSED_BECAUSE.get(entry.reason, entry.reason) if entry else "",
        "by": CAME_BY.get(entry.source, "") if entry else "",
        "after": screen.campaign_before(entry) if entry else None,
        "enrolled": people(enrolled, world.world(clock.now())),
        "timeline": screen.timeline(contact, read(Paged, request)["after"]),
        "tags": tags.of_contact(contact),
        "caution": held(contact.caution) if contact.caution else None,
        "verified": VERIFIED.get(contact.verification),
        "basis": BASES.get(contact.basis, ""),
        "owners": contact_list.owners(seat.workspace_id),
        "campaigns": living.exclude(id__in=[one.campaign_id for one in enrolled]).distinct().order_by("name")[:200],
    }
    return render(request, template(request, "sequences/contact.html", "live"), shown)


@require_http_methods(["GET", "HEAD", "POST"])
@seated("edit_contacts")
def edit(request: Request, seat: Member, contact_id: int) -> HttpResponse:
    """Change what is known of a contact, their own fields among it."""
    contact = _mine(seat, contact_id)
    names = list(Fields.base_fields)
    form = Fields(request.POST if request.method == "POST" else None, initial=_values(contact, names))
    own = _own(request) if request.method == "POST" else list(contact.fields.items())
    if form.is_bound and form.is_valid():
        try:
            values = form.cleaned_data | {"fields": {name: text for name, text in own if name}}
            contacts.update(contact, values, by_id=seat.user_id)
        except ForbearError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("Saved. Mails that wait are written anew with it."))
            return redirect("contact", contact_id=contact.id)
    shown = {"contact": contact, "form": form, "own": [*own, ("", ""), ("", "")], "address": NewAddress()}
    return render(request, "sequences/contact_edit.html", shown, status=422 if form.is_bound else 200)


@require_POST
@seated("edit_contacts")
def readdress(request: Request, seat: Member, contact_id: int) -> HttpResponse:
    """Give a contact another address; nobody escapes a no by it."""
    contact = _mine(seat, contact_id)
    form = NewAddress(request.POST)
    if not form.is_valid():
        messages.error(request, str(form.errors["email"][0]))
        return redirect("edit_contact", contact_id=contact.id)
    return _done(
        request, contact, lambda: contacts.edit_address(contact, form.cleaned_data["email"], by_id=seat.user_id)
    )


@require_POST
@seated("edit_contacts")
def decide(request: Request, seat: Member, contact_id: int) -> HttpResponse:
    """Say that somebody may be written to although there is a caution."""
    contact = _mine(seat, contact_id)
    return _done(request, contact, lambda: cautions.waive(contact, by_id=seat.user_id))


@require_POST
@seated("edit_contacts")
def tag(request: Request, seat: Member, contact_id: int, verb: str) -> HttpResponse:
    """Put a tag on a contact, or take one off."""
    contact = _mine(seat, contact_id)
    form = OneTag(request.POST)
    acts = {"add": contact_bulk.tag, "remove": contact_bulk.untag}
    if verb not in acts:
        raise Http404
    if not form.is_valid():
        return redirect("contact", contact_id=contact.id)
    word = form.cleaned_data["tag"]
    return _done(request, contact, lambda: acts[verb](seat.workspace_id, [contact], word, by_id=seat.user_id))


@require_POST
@seated("edit_contacts")
def assign(request: Request, seat: Member, contact_id: int) -> HttpResponse:
    """Give a contact to a colleague, or to nobody."""
    contact = _mine(seat, contact_id)
    word = request.POST.get("owner", "")
    owner = int(word) if word.isdecimal() and 0 < len(word) < 19 and int(word) else None
    return _done(request, contact, lambda: contact_bulk.assign(seat.workspace_id, [contact], owner, by_id=seat.user_id))


@require_POST
@seated("suppress")
def block(request: Request, seat: Member, contact_id: int) -> HttpResponse:
    """Never contact somebody again."""
    contact = _mine(seat, contact_id)
    return _done(request, contact, lambda: contact_bulk.block(seat.workspace_id, [contact], by_id=seat.user_id))


@require_POST
@seated("edit_contacts")
def join(request: Request, seat: Member, contact_id: int) -> HttpResponse:
    """Put a contact into a campaign; out of another one where that is asked for."""
    contact = _mine(seat, contact_id)
    campaign = _campaign(request, seat)
    leaves = request.POST.get("leaves", "")
    left = Enrollment.objects.filter(contact=contact, id=int(leaves) if leaves.isdecimal() and len(leaves) < 19 else 0)

    def move() -> None:
        if enrollments.enrol_contact(campaign, contact) is None:
            raise Refused("They are or were in this campaign already.")
        for one in left:
            enrollments.stop_enrollment(one.id, reason="moved", by_id=seat.user_id)

    return _done(request, contact, move)


@require_POST
@seated("edit_contacts")
def way(request: Request, seat: Member, contact_id: int, enrollment_id: int, verb: str) -> HttpResponse:
    """Pause, put off, let go on, stop or reopen somebody's way through a campaign."""
    contact = _mine(seat, contact_id)
    found = Enrollment.objects.filter(workspace_id=seat.workspace_id, recipient_id=contact.recipient_id)
    one = get_object_or_404(found, id=enrollment_id)
    acts = {"pause": ways.pause, "resume": ways.go_on, "stop": ways.stop, "reopen": enrollments.reopen}
    if verb == "until":
        form = Until(request.POST)
        if not form.is_valid():
            messages.error(request, _("Name the day on which it goes on."))
            return redirect("contact", contact_id=contact.id)
        day = form.cleaned_data["day"]
        return _done(request, contact, lambda: contact_pause.put_off(one.id, day, by_id=seat.user_id))
    if verb not in acts:
        raise Http404
    return _done(request, contact, lambda: acts[verb](one.id, by_id=seat.user_id))


@require_safe
@seated()
def why(request: Request, seat: Member, contact_id: int, enrollment_id: int) -> HttpResponse:
    """Show every gate between somebody's next mail and its leaving."""
    contact = _mine(seat, contact_id)
    found = Enrollment.objects.filter(workspace_id=seat.workspace_id, recipient_id=contact.recipient_id)
    one = get_object_or_404(found.select_related("campaign"), id=enrollment_id)
    with suppress(Refused):
        told = explain.person(one.id)
        shown = {"contact": contact, "enrollment": one, "told": told, "gates": gates.lines(told.gates)}
        return render(request, "sequences/contact_why.html", shown)
    raise Http404


@require_safe
@seated("export_people")
def export(request: Request, seat: Member, contact_id: int) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Hand out everything about a person."""
    contact = _mine(seat, contact_id)
    headers = {
        "Content-Disposition": f'attachment; filename="person-{contact.id}.zip"',
        "Cache-Control": "no-store",
    }
    return HttpResponse(person_file(contact, by_id=seat.user_id), content_type="application/zip", headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
@seated("erase_people")
def erase(request: Request, seat: Member, contact_id: int) -> HttpResponse:
    """Ask once more, then erase a person for good."""
    contact = _mine(seat, contact_id)
    if request.method != "POST" or not request.POST.get("sure"):
        status = 422 if request.method == "POST" else 200
        return render(request, "sequences/contact_erase.html", {"contact": contact}, status=status)
    try:
        erasure.erase(contact, by_id=seat.user_id)
    except ForbearError as refusal:
        messages.error(request, str(refusal))
        return redirect("contact", contact_id=contact.id)
    messages.success(
        request, _("Erased. Only the fingerprint of the address stays, so that nobody writes there again.")
    )
    return redirect("contacts")


def _mine(seat: Member, contact_id: int) -> Contact:
    found = Contact.objects.select_related("owner")
    return get_object_or_404(found, id=contact_id, workspace_id=seat.workspace_id)


def _campaign(request: Request, seat: Member) -> Campaign:
    word = request.POST.get("campaign", "")
    number = int(word) if word.isdecimal() and len(word) < 19 else 0
    return get_object_or_404(Campaign, id=number, workspace_id=seat.workspace_id)


def _done(request: Request, contact: Contact, act: Any) -> HttpResponse:
    """Do it, say what was refused, and show the contact as they stand now."""
    try:
        act()
    except ForbearError as refusal:
        messages.error(request, str(refusal))
    return redirect("contact", contact_id=contact.id)


def _values(contact: Contact, names: list[str]) -> dict[str, str]:
    values = {name: getattr(contact, name) for name in names}
    return values | {"time_zone": contact.time_zone if contact.zone_origin == "given" else ""}


def _own(request: Request) -> list[tuple[str, str]]:
    """Return the contact's own fields as they were typed, name and text beside each other."""
    names = [name.strip().lower().replace(" ", "_") for name in request.POST.getlist("own-name")]
    return list(zip(names, request.POST.getlist("own-text"), strict=False))
