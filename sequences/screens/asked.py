"""What the inbox asks about people, steps and texts that only this package knows; see app.questions."""

from collections.abc import Collection
from datetime import date
from typing import TypedDict

from django.db.models import Q

from bounces.core.markers import holds
from sequences.core.states import CampaignState
from sequences.models import Contact, Step, Variant

MOST_TEXTS = 5_000


class Person(TypedDict):
    """Who somebody is, as far as it is known: an erased person has no row."""

    contact_id: int
    name: str
    email: str
    company: str


class StepName(TypedDict):
    """Which step of which campaign."""

    campaign_id: int
    campaign: str
    position: int


def people_of(workspace_id: int, recipient_ids: Collection[int]) -> dict[int, Person]:
    """Return the contacts that these recipients are. One statement."""
    found = Contact.objects.filter(workspace_id=workspace_id, recipient_id__in=recipient_ids)
    return {
        one.recipient_id: Person(contact_id=one.id, name=str(one), email=one.email, company=one.company)
        for one in found
    }


class Ground(TypedDict):
    """Where an address comes from, on what ground it is written to, and since when it is known."""

    source: str
    basis: str
    since: date | None


def why_we_write(workspace_id: int, recipient_id: int) -> Ground | None:
    """Return it for a contact; None for somebody who is none any more. Answers a question of app.questions."""
    one = Contact.objects.filter(workspace_id=workspace_id, recipient_id=recipient_id).first()
    if one is None:
        return None
    return Ground(source=one.source, basis=one.basis, since=one.sourced_on or one.created_at.date())


def steps_of(workspace_id: int, step_ids: Collection[int]) -> dict[int, StepName]:
    """Return where these steps stand. One statement."""
    found = Step.objects.filter(workspace_id=workspace_id, id__in=step_ids).select_related("campaign")
    return {
        one.id: StepName(campaign_id=one.campaign_id, campaign=one.campaign.name, position=one.position)
        for one in found
    }


def do_campaigns_say(workspace_id: int, words: str) -> bool:
    """Tell whether a campaign that is not archived holds these words in a subject or text."""
    living = Variant.objects.filter(workspace_id=workspace_id, step__removed_at=None)
    living = living.exclude(step__campaign__state=CampaignState.ARCHIVED)
    first = words.split(maxsplit=1)[0]
    near = living.filter(Q(subject__icontains=first) | Q(text__icontains=first) | Q(html__icontains=first))
    texts = near.values_list("subject", "text", "html")[:MOST_TEXTS]
    return any(holds(text, words) for variant in texts for text in variant)
