"""Webhooks: made, their secret shown once, what they were told, sent again, ended."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from app.core.errors import ForbearError
from app.models import Member, Webhook, WebhookPost
from app.views import Request, seated
from sequences.actions.hooks import endpoints, posting
from sequences.forms import NewWebhook, Paged
from sequences.screens.pages import newest_first
from sequences.screens.webhooks import POST_STATES, webhooks
from sequences.views.reading import read


@require_safe
@seated("manage_keys")
def index(request: Request, seat: Member) -> HttpResponse:
    """List the webhooks and how they fare."""
    return _shown(request, seat, NewWebhook())


@require_POST
@seated("manage_keys")
def make(request: Request, seat: Member) -> HttpResponse:
    """Make one, and show its secret this once."""
    form = NewWebhook(request.POST)
    if form.is_valid():
        wanted = form.cleaned_data
        try:
            _made, secret = endpoints.make(seat.workspace_id, wanted["url"], wanted["kinds"], by_id=seat.user_id)
        except ForbearError as refusal:
            form.add_error("url", str(refusal))
        else:
            return _shown(request, seat, NewWebhook(), secret=secret)
    return _shown(request, seat, form, status=422)


@require_POST
@seated("manage_keys")
def end(request: Request, seat: Member, webhook_id: int) -> HttpResponse:
    """End one."""
    get_object_or_404(Webhook, id=webhook_id, workspace_id=seat.workspace_id)
    endpoints.end(seat.workspace_id, webhook_id, by_id=seat.user_id)
    messages.success(request, _("Ended. Nothing more is posted there."))
    return redirect("webhooks")


@require_safe
@seated("manage_keys")
def posts(request: Request, seat: Member, webhook_id: int) -> HttpResponse:
    """Show what one was told in the last month, and how each call ended."""
    hook = get_object_or_404(Webhook, id=webhook_id, workspace_id=seat.workspace_id)
    page = newest_first(WebhookPost.objects.filter(webhook=hook), read(Paged, request)["after"])
    shown = {"hook": hook, "page": page, "posts": [(one, POST_STATES[one.state]) for one in page.rows]}
    return render(request, "sequences/webhook_posts.html", shown)


@require_POST
@seated("manage_keys")
def again(request: Request, seat: Member, post_id: int) -> HttpResponse:
    """Send one again, with its id."""
    one = get_object_or_404(WebhookPost, id=post_id, webhook__workspace_id=seat.workspace_id)
    if posting.again(seat.workspace_id, one.id):
        messages.success(request, _("It goes out again within seconds, with the same id."))
    else:
        messages.info(request, _("It waits to be sent already, or its webhook was ended."))
    return redirect("webhook_posts", webhook_id=one.webhook_id)


def _shown(request: Request, seat: Member, form: NewWebhook, *, secret: str = "", status: int = 200) -> HttpResponse:
    shown = {"form": form, "hooks": webhooks(seat.workspace_id), "secret": secret}
    return render(request, "sequences/webhooks.html", shown, status=status)
