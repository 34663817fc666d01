"""Why somebody is not mailed, why a mailbox or a campaign sends nothing: gates in order, with numbers and times."""

from django.http import Http404
from ninja import Router

from app.api.seats import Asked, needs
from sequences.actions import explain, explain_campaign, explain_mailbox
from sequences.actions.explain import Person
from sequences.actions.explain_campaign import CampaignExplained
from sequences.actions.explain_mailbox import MailboxExplained
from sequences.api.wishes import Number, campaign_of, mailbox_of
from sequences.models import Enrollment

router = Router(tags=["explanations"])


@router.get("/enrollments/{number}", response=Person)
@needs("see")
def person(request: Asked, number: Number) -> Person:
    """Somebody in a campaign: every gate of their next mail, and when all of them stand open."""
    if not Enrollment.objects.filter(id=number, workspace_id=request.auth.workspace_id).exists():
        raise Http404
    return explain.person(number)


@router.get("/mailboxes/{number}", response=MailboxExplained)
@needs("see")
def mailbox(request: Asked, number: Number) -> MailboxExplained:
    """A mailbox: today's room as an arithmetic, its gates, its evidence, what is under way."""
    return explain_mailbox.mailbox(mailbox_of(request, number))


@router.get("/campaigns/{number}", response=CampaignExplained)
@needs("see")
def campaign(request: Asked, number: Number) -> CampaignExplained:
    """A campaign: the conditions in order, its mailboxes in short, and whom it did not mail today."""
    return explain_campaign.campaign(campaign_of(request, number))
