"""One text of a step: written, shown as somebody would get it, looked through, and sent to oneself."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.csp import CSP
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from app.core.errors import ForbearError, Refused
from app.models import Member
from app.views import Request, seated
from sequences.actions import tryouts
from sequences.actions.editing import checks, structure, texts
from sequences.actions.editing.dates import dates_for
from sequences.actions.previews import Sample, contact_at, preview
from sequences.models import Campaign, Contact, Step, Variant
from sequences.screens import editor as screen
from sequences.views.editing_forms import TextForm
from sequences.views.editor import campaign_of

FRAMED = {  # a mail of ours in a frame of its own: no script, no form, nothing from elsewhere
    "default-src": [CSP.NONE],
    "img-src": ["data:"],
    "style-src": [CSP.UNSAFE_INLINE],
    "form-action": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.SELF],
    "sandbox": True,
}


@dataclass(frozen=True, slots=True)
class Place:
    """A text with everything around it."""

    campaign: Campaign
    step: Step
    variant: Variant

    @property
    def email(self) -> bool:
        """Whether the step is a mail."""
        return self.step.kind == Step.Kind.EMAIL

    @property
    def first(self) -> bool:
        """Whether no mail comes before it."""
        return texts.is_first_mail(self.step)

    def typed(self, values: dict[str, Any]) -> Variant:
        """Return a variant that says what was typed, and is not saved."""
        parts = {part: values.get(part, "") or "" for part in ("subject", "text", "html")}
        return Variant(workspace_id=self.campaign.workspace_id, step=self.step, name=self.variant.name, **parts)


def _found(seat: Member, campaign_id: int, variant_id: int) -> Place:
    campaign = campaign_of(seat, campaign_id)
    variant = get_object_or_404(Variant, id=variant_id, step__campaign=campaign, step__removed_at=None)
    return Place(campaign, screen.step_of(campaign, variant), variant)


@require_http_methods(["GET", "HEAD", "POST"])
@seated("edit_campaigns")
def edit(request: Request, seat: Member, campaign_id: int, variant_id: int) -> HttpResponse:
    """Show a text beside its mail; save it, or only show the mail of what was typed."""
    place = _found(seat, campaign_id, variant_id)
    how = {"email": place.email, "first": place.first}
    form = TextForm(request.POST, **how) if request.method == "POST" else TextForm.of(place.variant, **how)
    typed = place.variant
    if request.method == "POST":
        valid = form.is_valid()
        typed = place.typed(dict(form.cleaned_data))
        if valid and request.POST.get("op") == "save":
            try:
                texts.save(place.variant, form.values, seen=request.POST.get("seen"), by_id=seat.user_id)
            except ForbearError as refusal:
                form.add_error(None, str(refusal))
            else:
                messages.success(request, _("Saved. Whatever is written from now on says this."))
                return redirect("edit_text", campaign_id=campaign_id, variant_id=variant_id)
    return _page(request, place, form, typed)


def _page(request: Request, place: Place, form: TextForm, typed: Variant) -> HttpResponse:
    fields = screen.fields_of(place.campaign.workspace_id)
    people = screen.some_people(place.campaign)
    address = request.POST.get("as") or request.GET.get("as") or (people[0].email if people else "")
    shown: dict[str, Any] = {
        "campaign": place.campaign,
        "step": place.step,
        "variant": place.variant,
        "form": form,
        "seen": texts.stamp(place.variant) if request.method != "POST" else request.POST.get("seen", ""),
        "fields": fields,
        "people": people,
        "address": address,
        "lint": checks.lint(place.step, typed.subject, typed.text, typed.html, fields),
        "saved": request.method != "POST",
    } | _mail(place, typed, address)
    wrong = bool(form.errors) and request.POST.get("op") == "save"
    if request.htmx:
        return render(request, "sequences/editor_text.html#shown", shown)
    return render(request, "sequences/editor_text.html", shown, status=422 if wrong else 200)


def _mail(place: Place, typed: Variant, address: str) -> dict[str, Any]:
    """Return the mail somebody would get, or why there is none, and the dates of all steps for them."""
    if not address:
        return {"no_mail": _("There is no contact yet whose mail could be shown.")}
    try:
        contact = contact_at(place.campaign.workspace, address)
    except ForbearError as refusal:
        return {"no_mail": str(refusal)}
    dates = dates_for(place.campaign, contact, structure.steps_of(place.campaign))
    if not place.email:
        return {"contact": contact, "dates": dates}
    try:
        sample = preview(place.step, contact, typed=typed)
    except ForbearError as refusal:
        return {"contact": contact, "dates": dates, "no_mail": str(refusal)}
    return {"contact": contact, "dates": dates, "mail": _shown(sample)}


def _shown(sample: Sample) -> dict[str, Any]:
    composed = sample.letter.composed
    raw = sample.letter.octets.decode("utf-8", "replace").replace("\r\n", "\n")
    return {
        "from": f"{sample.job.from_name} <{sample.job.from_address}>"
        if sample.job.from_name
        else sample.job.from_address,
        "subject": composed.subject,
        "text": composed.text,
        "html": bool(composed.html),
        "raw": raw,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@seated("edit_campaigns")
def framed(request: Request, seat: Member, campaign_id: int, variant_id: int) -> HttpResponse:
    """Answer with the HTML of the mail alone, for a sandboxed frame: saved, or as it was typed."""
    place = _found(seat, campaign_id, variant_id)
    typed = None
    if request.method == "POST":
        form = TextForm(request.POST, email=place.email, first=place.first)
        form.is_valid()
        typed = place.typed(dict(form.cleaned_data))
    try:
        contact = _contact(request, place)
        body = preview(place.step, contact, typed=typed, variant=place.variant.name).letter.composed.html
    except ForbearError as refusal:
        return _in_frame(HttpResponse(str(refusal), content_type="text/plain; charset=utf-8"))
    return _in_frame(HttpResponse(body or _("This mail has no HTML."), content_type="text/html; charset=utf-8"))


def _contact(request: Request, place: Place) -> Contact:
    address = request.POST.get("as") or request.GET.get("as") or ""
    if not address:
        raise Refused(_("Choose somebody whose mail is to be shown."))
    return contact_at(place.campaign.workspace, address)


def _in_frame(response: HttpResponse) -> HttpResponse:
    response._csp_config = FRAMED  # type: ignore[attr-defined]  # noqa: SLF001 - what csp_override sets
    response.headers["X-Frame-Options"] = "SAMEORIGIN"
    return response


@require_safe
@seated("edit_campaigns")
def raw(request: Request, seat: Member, campaign_id: int, variant_id: int) -> HttpResponse:
    """Answer with the octets of the mail as they would go on the wire."""
    place = _found(seat, campaign_id, variant_id)
    try:
        sample = preview(place.step, _contact(request, place), variant=place.variant.name)
    except ForbearError as refusal:
        return HttpResponse(str(refusal), content_type="text/plain; charset=utf-8", status=422)
    return HttpResponse(sample.letter.octets, content_type="text/plain; charset=utf-8")


@require_POST
@seated("edit_campaigns")
def send_test(request: Request, seat: Member, campaign_id: int, variant_id: int) -> HttpResponse:
    """Send the saved text, with somebody's values, to one's own address: marked, and it moves nobody."""
    place = _found(seat, campaign_id, variant_id)
    try:
        contact = _contact(request, place)
        tryouts.send_test(place.step, contact, to=seat.user.email, by_id=seat.user_id, variant=place.variant.name)
        messages.success(request, _("The test is on its way to %(to)s.") % {"to": seat.user.email})
    except ForbearError as refusal:
        messages.error(request, str(refusal))
    return redirect("edit_text", campaign_id=campaign_id, variant_id=variant_id)
