"""The editor of a campaign: its steps, its texts with their preview, its settings, and what was changed."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from app.actions import clock
from app.core.errors import ForbearError
from app.core.zones import zones_on_offer
from app.models import Member
from app.views import Request, seated
from sequences.actions.editing import beginning, settings, structure, texts
from sequences.actions.editing.dates import dates_for
from sequences.core import structure as arranging
from sequences.core.states import CampaignState
from sequences.core.structure import DraftStep
from sequences.models import Campaign, CampaignVersion, StructureDraft, Variant
from sequences.screens import editor as screen
from sequences.views.editing_forms import NewCampaign, NewStep, Settings, StepDelay

WRITE = require_http_methods(["GET", "HEAD", "POST"])
SAMPLES = 3  # people whose new dates are shown


def campaign_of(seat: Member, campaign_id: int) -> Campaign:
    """Return a campaign of the seat's workspace, or answer 404."""
    return get_object_or_404(
        Campaign.objects.select_related("workspace"), id=campaign_id, workspace_id=seat.workspace_id
    )


@WRITE
@seated("edit_campaigns")
def new(request: Request, seat: Member) -> HttpResponse:
    """Name a campaign and say what it begins with."""
    begins = request.GET.get("copy") or beginning.THREE_MAILS
    form = NewCampaign(request.POST or None, workspace=seat.workspace, initial={"start": begins})
    if request.method == "POST" and form.is_valid():
        told = form.cleaned_data
        try:
            made = beginning.begin(seat.workspace, told["name"], told["start"], by_id=seat.user_id)
        except ForbearError as refusal:
            form.add_error("name", str(refusal))
        else:
            messages.success(request, _("The campaign is made. Nothing leaves before it is started."))
            return redirect("edit_campaign", campaign_id=made.id)
    return render(request, "sequences/campaign_new.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
@seated()
def edit(request: Request, seat: Member, campaign_id: int) -> HttpResponse:
    """Show the steps: as they are, or as somebody began to arrange them."""
    return _steps(request, campaign_of(seat, campaign_id), NewStep(initial={"amount": 3, "unit": "business_days"}))


def _steps(request: Request, campaign: Campaign, adding: NewStep, status: int = 200) -> HttpResponse:
    draft = structure.draft_of(campaign)
    steps = arranging.read(draft.steps) if draft else structure.steps_of(campaign)
    people = structure.heads(campaign)
    shown = {
        "campaign": campaign,
        "draft": draft,
        "cards": screen.cards(campaign, steps, people),
        "people": sum(people.values()),
        "form": adding,
        "units": screen.UNITS,
        "archived": campaign.state == CampaignState.ARCHIVED,
    }
    return render(request, "sequences/editor_steps.html", shown, status=status)


@require_POST
@seated("edit_campaigns")
def arrange(request: Request, seat: Member, campaign_id: int) -> HttpResponse:
    """Add, move, remove or put off a step: at once in a campaign that never ran, else in a draft."""
    campaign = campaign_of(seat, campaign_id)
    draft = structure.draft_of(campaign)
    steps = arranging.read(draft.steps) if draft else structure.steps_of(campaign)
    op, place = request.POST.get("op", ""), _place(request)
    adding = NewStep(request.POST) if op == "add" else NewStep()
    if op == "add" and not adding.is_valid():
        return _steps(request, campaign, adding, status=422)
    try:
        arranged = _arranged(request, steps, op, place, adding)
        if arranged is not None:
            structure.arrange(campaign, arranged, by_id=seat.user_id)
            if campaign.state == CampaignState.DRAFT:
                structure.put_in_place(campaign, _onward(campaign), by_id=seat.user_id)
        else:
            messages.error(request, _("A delay is a number of hours or days, a year at most."))
    except ForbearError as refusal:
        if campaign.state == CampaignState.DRAFT:
            structure.discard(campaign)
        if op == "add":
            adding.add_error(None, str(refusal))
            return _steps(request, campaign, adding, status=422)
        messages.error(request, str(refusal))
    return redirect("edit_campaign", campaign_id=campaign.id)


def _place(request: Request) -> int:
    given = request.POST.get("place", "0")
    return int(given) if given.isdecimal() and len(given) < 4 else -1


def _arranged(request: Request, steps: list[DraftStep], op: str, place: int, adding: NewStep) -> list[DraftStep] | None:
    """Return the steps after one press; None where the delay is none. Raises Http404 for an unknown word."""
    if op == "add":
        told = adding.cleaned_data
        made = DraftStep(None, told["kind"], told["amount"], told["unit"], told["subject"], told["text"])
        return [*steps, made]
    if op == "delay":
        delay = StepDelay(request.POST)
        if not delay.is_valid():
            return None
        return arranging.changed(steps, place, **delay.cleaned_data)
    if op == "remove":
        return arranging.without(steps, place)
    if op in {"up", "down"}:
        return arranging.moved(steps, place, -1 if op == "up" else 1)
    raise Http404


def _onward(campaign: Campaign) -> dict[int, int | None]:
    """Return where people of removed steps go in a campaign that never ran: to the next step, else to the last."""
    draft = structure.draft_of(campaign)
    if draft is None:
        return {}
    base, steps = arranging.read(draft.base), arranging.read(draft.steps)
    last = next((one.id for one in reversed(steps) if one.id is not None), None)
    return {one: arranging.heir(base, steps, one) or last for one in arranging.removed(base, steps)}


@WRITE
@seated("edit_campaigns")
def put_in_place(request: Request, seat: Member, campaign_id: int) -> HttpResponse:
    """Show what the draft changes for whom, and let it hold once that was confirmed."""
    campaign = campaign_of(seat, campaign_id)
    draft = structure.draft_of(campaign)
    if draft is None:
        return redirect("edit_campaign", campaign_id=campaign.id)
    if request.method == "POST" and request.POST.get("op") == "discard":
        structure.discard(campaign)
        messages.success(request, _("The draft is thrown away; the steps are as they were."))
        return redirect("edit_campaign", campaign_id=campaign.id)
    refused = ""
    if request.method == "POST":
        try:
            extends = request.POST.get("finished") == "go_on"
            structure.put_in_place(campaign, _destinations(request, draft), extends=extends, by_id=seat.user_id)
            messages.success(request, _("The steps hold from now on."))
            return redirect("edit_campaign", campaign_id=campaign.id)
        except ForbearError as refusal:
            refused = str(refusal)
    shown = _difference(campaign, draft) | {"refused": refused, "given": request.POST}
    return render(request, "sequences/editor_apply.html", shown, status=422 if refused else 200)


def _destinations(request: Request, draft: StructureDraft) -> dict[int, int | None]:
    """Read where people of each removed step go; what was not chosen is left out, and refused if it is needed."""
    found: dict[int, int | None] = {}
    for one in arranging.removed(arranging.read(draft.base), arranging.read(draft.steps)):
        given = request.POST.get(f"to_{one}", "")
        if given == arranging.END:
            found[one] = None
        elif given.isdecimal() and len(given) < 19:
            found[one] = int(given)
    return found


def _difference(campaign: Campaign, draft: StructureDraft) -> dict[str, Any]:
    people = structure.heads(campaign)
    steps = arranging.read(draft.steps)
    gone = arranging.removed(arranging.read(draft.base), steps)
    sample = screen.some_at(campaign, gone, SAMPLES)
    return {
        "campaign": campaign,
        "difference": screen.difference(campaign, draft, people),
        "finished": structure.finished(campaign),
        "samples": [(one, dates_for(campaign, one, steps)) for one in sample],
        "outdated": arranging.read(draft.base) != structure.steps_of(campaign),
    }


@WRITE
@seated("edit_campaigns")
def change_settings(request: Request, seat: Member, campaign_id: int) -> HttpResponse:
    """Show the settings and write them."""
    campaign = campaign_of(seat, campaign_id)
    form = Settings(request.POST, campaign=campaign) if request.method == "POST" else Settings.of(campaign)
    if request.method == "POST" and form.is_valid():
        try:
            moved = settings.change(campaign, form.columns, form.pool, by_id=seat.user_id)
        except ForbearError as refusal:
            form.add_error(None, str(refusal))
        else:
            told = ngettext("Saved; %(n)d waiting step moved.", "Saved; %(n)d waiting steps moved.", moved)
            messages.success(request, told % {"n": moved} if moved else _("Saved."))
            return redirect("campaign_settings", campaign_id=campaign.id)
    shown = {"campaign": campaign, "form": form, "zones": zones_on_offer()}
    return render(request, "sequences/editor_settings.html", shown, status=422 if form.errors else 200)


@require_safe
@seated()
def versions(request: Request, seat: Member, campaign_id: int) -> HttpResponse:
    """List what was changed, by whom."""
    campaign = campaign_of(seat, campaign_id)
    shown = {"campaign": campaign, "versions": screen.versions(campaign), "now": clock.now()}
    return render(request, "sequences/editor_versions.html", shown)


@require_POST
@seated("edit_campaigns")
def undo(request: Request, seat: Member, campaign_id: int, version_id: int) -> HttpResponse:
    """Let a text say again what it said before."""
    campaign = campaign_of(seat, campaign_id)
    version = get_object_or_404(CampaignVersion.objects.select_related("variant"), id=version_id, campaign=campaign)
    try:
        texts.take_back(version, by_id=seat.user_id)
        messages.success(request, _("The text says again what it said before that change."))
    except ForbearError as refusal:
        messages.error(request, str(refusal))
    return redirect("campaign_versions", campaign_id=campaign.id)


@require_POST
@seated("edit_campaigns")
def add_variant(request: Request, seat: Member, campaign_id: int) -> HttpResponse:
    """Add a variant to a step, off until it has its own words."""
    campaign = campaign_of(seat, campaign_id)
    given = request.POST.get("step", "")
    if not given.isdecimal():
        raise BadRequest
    step = get_object_or_404(campaign.step_set.filter(removed_at=None), id=int(given))
    try:
        made = texts.add_variant(step, by_id=seat.user_id)
    except ForbearError as refusal:
        messages.error(request, str(refusal))
        return redirect("edit_campaign", campaign_id=campaign.id)
    return redirect("edit_text", campaign_id=campaign.id, variant_id=made.id)


@require_POST
@seated("edit_campaigns")
def remove_variant(request: Request, seat: Member, campaign_id: int, variant_id: int) -> HttpResponse:
    """Take a variant away, or switch it off where somebody has it."""
    campaign = campaign_of(seat, campaign_id)
    variant = get_object_or_404(
        Variant.objects.select_related("step__campaign"), id=variant_id, step__campaign=campaign
    )
    try:
        gone = texts.remove_variant(variant, by_id=seat.user_id)
        kept = _("Somebody was given it, and keeps it; it is off, nobody new gets it.")
        messages.success(request, _("The variant is gone.") if gone else kept)
    except ForbearError as refusal:
        messages.error(request, str(refusal))
    return redirect("edit_campaign", campaign_id=campaign.id)
