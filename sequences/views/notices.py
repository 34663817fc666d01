"""What somebody is told of by themselves: chosen, and tried on each channel."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from app.core.errors import ForbearError
from app.models import Member
from app.views import Request, seated
from sequences.actions.notices import telling, wishes
from sequences.core.notices import USUAL
from sequences.forms import NoticeChoices
from sequences.screens.notices import CHANNEL_WORDS

AS_STORED = ("email", "names", "zone", "quiet_from", "quiet_until", "digest_at")


@require_safe
@seated("see")
def index(request: Request, seat: Member) -> HttpResponse:
    """Show one's own choices and channels."""
    wish = wishes.of(seat)
    stored = {name: getattr(wish, name) for name in AS_STORED}
    return _shown(request, seat, NoticeChoices(initial=USUAL | wish.kinds | stored))


@require_POST
@seated("see")
def save(request: Request, seat: Member) -> HttpResponse:
    """Store one's own choices."""
    form = NoticeChoices(request.POST)
    if form.is_valid():
        try:
            wishes.save(seat, _wanted(form.cleaned_data))
        except ForbearError as refusal:
            form.add_error("slack" if form.cleaned_data["slack"] else "teams", str(refusal))
        else:
            messages.success(request, _("Saved. What happens from now on keeps to it."))
            return redirect("notices")
    return _shown(request, seat, form, status=422)


@require_POST
@seated("see")
def try_out(request: Request, seat: Member) -> HttpResponse:
    """Send a trial to one of one's own channels."""
    channel = request.POST.get("channel", "")
    if channel not in wishes.channels(wishes.of(seat)):
        messages.info(request, _("This channel is not set up yet."))
        return redirect("notices")
    taken, said = telling.try_out(seat, channel)
    tell = messages.success if taken else messages.warning
    words = _("%(channel)s took the trial: %(said)s.") if taken else _("%(channel)s did not take the trial: %(said)s.")
    tell(request, words % {"channel": CHANNEL_WORDS[channel], "said": said})
    return redirect("notices")


def _wanted(told: dict[str, Any]) -> wishes.Wanted:
    urls = {name: "" if told[f"{name}_off"] else told[name] or None for name in ("slack", "teams")}
    return wishes.Wanted(
        kinds={kind: told[kind] for kind in USUAL}, urls=urls, **{name: told[name] for name in AS_STORED}
    )


def _shown(request: Request, seat: Member, form: NoticeChoices, *, status: int = 200) -> HttpResponse:
    wish = wishes.of(seat)
    live = wishes.channels(wish)
    each = [(name, words, name in live, wish.said.get(name)) for name, words in CHANNEL_WORDS.items()]
    shown = {"form": form, "channels": each, "with_mail": settings.MAIL_SERVER is not None}
    return render(request, "sequences/notices.html", shown, status=status)
