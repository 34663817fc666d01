"""What is done to chosen people of a campaign: counted and confirmed first, then done one after another."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from app.core.errors import ForbearError
from app.core.permissions import may
from app.models import Member
from app.views import Request, seated
from sequences.actions import contact_bulk
from sequences.actions.editing import people
from sequences.models import Campaign, Contact, Enrollment, Step
from sequences.views.editor import campaign_of

# The word of the button -> what is asked before it is done, and the action a role needs for it.
OPS: dict[str, tuple[Promise, str]] = {
    "pause": (
        gettext_lazy("Pause them: nothing of this campaign reaches them until somebody lets them go on."),
        "edit_contacts",
    ),
    "go_on": (gettext_lazy("Let them go on: their step is due as before, at the earliest now."), "run_campaigns"),
    "move": (gettext_lazy("Let them go on at another step, if they have not had it yet."), "edit_contacts"),
    "assign": (gettext_lazy("Give them to somebody of the team."), "edit_contacts"),
    "stop": (gettext_lazy("End the campaign for them. What is under way still leaves."), "edit_contacts"),
}


@require_POST
@seated("edit_contacts")
def act(request: Request, seat: Member, campaign_id: int) -> HttpResponse:
    """Ask whether it is meant, with how many people; do it once that was said."""
    campaign = campaign_of(seat, campaign_id)
    op = request.POST.get("op", "")
    if op not in OPS:
        raise BadRequest
    if not may(seat.role, OPS[op][1]):
        raise PermissionDenied
    ids = _chosen(request, campaign)
    back = redirect("campaign", campaign_id=campaign.id)
    if not ids:
        messages.error(request, _("Choose people first."))
        return back
    if request.POST.get("sure") != "yes":
        return render(request, "sequences/people_sure.html", _asked(campaign, op, ids))
    try:
        done = people.each(ids, _what(request, seat, campaign, op))
    except ForbearError as refusal:
        messages.error(request, str(refusal))
        return back
    told = ngettext("Done for %(n)d person.", "Done for %(n)d people.", done) % {"n": done}
    left = len(ids) - done
    if left:
        told += " " + ngettext("%(n)d was left as it was.", "%(n)d were left as they were.", left) % {"n": left}
    messages.success(request, told)
    return back


def _chosen(request: Request, campaign: Campaign) -> list[int]:
    given = [int(one) for one in request.POST.getlist("person") if one.isdecimal() and len(one) < 19][: people.MOST]
    return list(Enrollment.objects.filter(campaign=campaign, id__in=given).order_by("id").values_list("id", flat=True))


def _asked(campaign: Campaign, op: str, ids: list[int]) -> dict[str, object]:
    members = Member.objects.filter(workspace_id=campaign.workspace_id).select_related("user").order_by("user__email")
    return {
        "campaign": campaign,
        "op": op,
        "ids": ids,
        "sentence": OPS[op][0],
        "steps": Step.objects.filter(campaign=campaign, removed_at=None).order_by("position") if op == "move" else [],
        "members": members if op == "assign" else [],
    }


def _what(request: Request, seat: Member, campaign: Campaign, op: str) -> Callable[[int], object]:
    """Return what is done to each. Raises BadRequest where the step or the member is not of here."""
    by = seat.user_id
    given = request.POST.get("to", "")
    if op == "move":
        step = Step.objects.filter(campaign=campaign, removed_at=None, id=_number(given)).first()
        if step is None:
            raise BadRequest
        return lambda one: people.move_to(one, step, by_id=by)
    if op == "assign":
        if not Member.objects.filter(workspace_id=campaign.workspace_id, user_id=_number(given)).exists():
            raise BadRequest
        return lambda one: _give(one, campaign, _number(given), by)
    plain: dict[str, Callable[..., object]] = {"pause": people.pause, "go_on": people.go_on, "stop": people.stop}
    return lambda one: plain[op](one, by_id=by)


def _give(enrollment_id: int, campaign: Campaign, owner_id: int, by_id: int) -> bool:
    contacts = list(Contact.objects.filter(enrollment__id=enrollment_id))
    return contact_bulk.assign(campaign.workspace_id, contacts, owner_id, by_id=by_id) > 0


def _number(given: str) -> int:
    return int(given) if given.isdecimal() and len(given) < 19 else 0
