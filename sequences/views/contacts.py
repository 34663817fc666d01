"""Contacts: the list with its search and filters, what is done to many of them, and the list as a file."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from app.core.errors import ForbearError
from app.core.permissions import may
from app.models import Member
from app.views import Request, seated, template
from sequences.actions import contact_bulk, contacts
from sequences.actions.contact_export import contact_lines
from sequences.models import Campaign, Contact, Import, Tag
from sequences.screens import contact_list
from sequences.screens.pages import newest_first
from sequences.views.contact_forms import Chosen, ContactFilter, NewContact

MOST_PICKED = 100
NEEDS = {"block": "suppress", "erase": "erase_people"}  # everything else: edit_contacts


@require_safe
@seated()
def index(request: Request, seat: Member) -> HttpResponse:
    """List the contacts that the search and the filters mean."""
    form, asked = _asked(request.GET, seat)
    page = newest_first(contact_list.found(seat.workspace_id, asked), asked["after"])
    told = {name: value for name, value in asked.items() if value not in {None, ""} and name != "after"}
    shown = {
        "page": page,
        "rows": contact_list.rows(seat.workspace_id, page.rows),
        "form": form,
        "told": told,
        "filtered": bool(set(told) - {"q", "imported"} or form.errors),
        "q": asked["q"],
        "query": urlencode(told),
        "most": contact_bulk.MOST,
        "tags": Tag.objects.filter(workspace_id=seat.workspace_id).order_by("name"),
        "owners": contact_list.owners(seat.workspace_id),
        "campaigns": Campaign.objects.filter(workspace_id=seat.workspace_id).exclude(state="archived").order_by("name"),
        "imported": Import.objects.filter(workspace_id=seat.workspace_id, id=asked["imported"] or 0).first(),
    }
    return render(request, template(request, "sequences/contacts.html", "found"), shown)


@require_http_methods(["GET", "HEAD", "POST"])
@seated("edit_contacts")
def add(request: Request, seat: Member) -> HttpResponse:
    """Write in one person by hand."""
    form = NewContact(request.POST) if request.method == "POST" else NewContact()
    if form.is_bound and form.is_valid():
        told = dict(form.cleaned_data)
        address, source, basis = told.pop("email"), told.pop("source"), told.pop("basis")
        try:
            made = contacts.create(seat.workspace, address, told, by_id=seat.user_id)
        except ForbearError as refusal:
            form.add_error(None, str(refusal))
        else:
            contacts.note_source(made, source, basis)
            return redirect("contact", contact_id=made.id)
    return render(request, "sequences/contact_add.html", {"form": form}, status=422 if form.is_bound else 200)


@require_POST
@seated()
def many(request: Request, seat: Member) -> HttpResponse:
    """Do one thing to the contacts that were ticked, or to everybody the filters find."""
    form = Chosen(request.POST)
    if not form.is_valid():
        raise BadRequest
    told = form.cleaned_data
    if not may(seat.role, NEEDS.get(told["act"], "edit_contacts")):
        raise PermissionDenied
    chosen = _chosen(request, seat, everybody=told["everybody"] and told["act"] != "erase")
    try:
        messages.success(request, ACTS[told["act"]](seat, chosen, told))
    except ForbearError as refusal:
        messages.error(request, str(refusal))
    return redirect(_back(request))


@require_safe
@seated("export_people")
def export(request: Request, seat: Member) -> StreamingHttpResponse:
    """Hand out the contacts that the filters find, as a file."""
    _form, asked = _asked(request.GET, seat)
    contact_bulk.exported(seat.workspace_id, by_id=seat.user_id)
    found = contact_list.found(seat.workspace_id, asked)
    name = f"contacts-{seat.workspace.slug}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    lines = contact_lines(seat.workspace_id, found)
    return StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8", headers=headers)


def _asked(given: Any, seat: Member) -> tuple[ContactFilter, dict[str, Any]]:
    form = ContactFilter(given, workspace_id=seat.workspace_id)
    if form.is_valid():
        return form, form.cleaned_data
    if set(form.errors) <= {"country", "tag", "owner", "campaign"}:  # what a person typed, or what is gone by now
        plain: dict[str, Any] = dict.fromkeys(form.fields) | {"q": ""}
        return form, plain | form.cleaned_data
    raise BadRequest


def _chosen(request: Request, seat: Member, *, everybody: bool) -> list[Contact]:
    """Return the contacts that are meant, of this workspace and no more than may be done at once."""
    if everybody:
        _form, asked = _asked(request.POST, seat)
        found = contact_list.found(seat.workspace_id, asked)
        return list(found.order_by("-id")[: contact_bulk.MOST])
    ids = [int(one) for one in request.POST.getlist("contact")[:MOST_PICKED] if one.isdecimal() and len(one) < 19]
    return list(Contact.objects.filter(workspace_id=seat.workspace_id, id__in=ids).order_by("id"))


def _back(request: Request) -> str:
    """Return the list as it was filtered; never another place."""
    wanted = request.POST.get("back", "")
    safe = wanted.startswith("/contacts/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if safe else "/contacts/"


def _tag(seat: Member, chosen: list[Contact], told: dict[str, Any]) -> str:
    n = contact_bulk.tag(seat.workspace_id, chosen, told["tag"], by_id=seat.user_id)
    return ngettext("%(n)d contact has the tag now.", "%(n)d contacts have the tag now.", n) % {"n": n}


def _untag(seat: Member, chosen: list[Contact], told: dict[str, Any]) -> str:
    n = contact_bulk.untag(seat.workspace_id, chosen, told["tag"], by_id=seat.user_id)
    return ngettext("%(n)d contact lost the tag.", "%(n)d contacts lost the tag.", n) % {"n": n}


def _assign(seat: Member, chosen: list[Contact], told: dict[str, Any]) -> str:
    n = contact_bulk.assign(seat.workspace_id, chosen, told["owner"] or None, by_id=seat.user_id)
    return ngettext("%(n)d contact has this owner now.", "%(n)d contacts have this owner now.", n) % {"n": n}


def _enroll(seat: Member, chosen: list[Contact], told: dict[str, Any]) -> str:
    campaign = get_object_or_404(Campaign, id=told["campaign"] or 0, workspace_id=seat.workspace_id)
    joined, rest = contact_bulk.enroll(campaign, chosen)
    words = ngettext("%(n)d contact joined the campaign.", "%(n)d contacts joined the campaign.", joined)
    said = words % {"n": joined}
    if rest:
        others = ngettext(
            "%(n)d is in it already or must not be contacted.",
            "%(n)d are in it already or must not be contacted.",
            rest,
        )
        said = f"{said} {others % {'n': rest}}"
    return said


def _block(seat: Member, chosen: list[Contact], _told: dict[str, Any]) -> str:
    n = contact_bulk.block(seat.workspace_id, chosen, by_id=seat.user_id)
    return ngettext(
        "%(n)d address is never contacted any more.", "%(n)d addresses are never contacted any more.", n
    ) % {"n": n}


def _erase(seat: Member, chosen: list[Contact], told: dict[str, Any]) -> str:
    if not told["sure"]:
        return _("Nothing was erased: tick that you are sure.")
    n = contact_bulk.erase(chosen, by_id=seat.user_id)
    return ngettext("%(n)d person was erased for good.", "%(n)d people were erased for good.", n) % {"n": n}


ACTS: dict[str, Callable[[Member, list[Contact], dict[str, Any]], str]] = {
    "tag": _tag,
    "untag": _untag,
    "assign": _assign,
    "enroll": _enroll,
    "block": _block,
    "erase": _erase,
}
