"""How far to look: how many of the oldest due touches of each campaign and mailbox could get a place in this run.

What is looked at costs as much as what is given, so a run asks for as many touches as there are places, and some over,
instead of for everything that is due. Who has more turns than this finds out a run, a minute, later.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from heapq import heapify, heapreplace
from math import ceil

from sequences.core.planner.demand import CampaignTurns

SPARE = 8  # one touch over for so many places: a closed window or a short queue leaves few places empty

type Asked = dict[tuple[int, int | None], int]  # campaign, mailbox or none yet -> of its oldest touches so many


@dataclass(frozen=True, slots=True)
class Head:
    """The oldest due touch of a campaign that is bound to one mailbox, or to none yet."""

    campaign_id: int
    mailbox_id: int | None
    due_at: datetime


def reach(
    heads: Iterable[Head],
    campaigns: Mapping[int, CampaignTurns],
    places: Mapping[int, int],
    charged: Mapping[tuple[int, int], int],
) -> Asked:
    """How many touches to look at; pairs that are not named get nothing.

    `places` are the most that each mailbox can give in this run. Turns among what is bound to a mailbox are taken as
    if every campaign had work without end; of openers without one, a campaign's share of all places it may use.
    """
    bound: dict[int, list[Head]] = {mailbox: [] for mailbox in places}
    unbound: list[int] = []
    for head in heads:
        if head.mailbox_id is None:
            unbound.append(head.campaign_id)
        elif head.mailbox_id in bound:
            bound[head.mailbox_id].append(head)
    asked: Asked = {}
    for mailbox, most in places.items():
        for campaign, count in _turns(bound[mailbox], most, campaigns, charged).items():
            asked[campaign, mailbox] = count
    for campaign, share in _shares(unbound, bound, campaigns, places).items():
        asked[campaign, None] = ceil(share) + 1
    return asked


def _turns(
    heads: list[Head], most: int, campaigns: Mapping[int, CampaignTurns], charged: Mapping[tuple[int, int], int]
) -> dict[int, int]:
    """Each campaign's turns among those with work for one mailbox; whoever is alone may need all places."""
    line = []
    for head in heads:
        number, mailbox = head.campaign_id, head.mailbox_id
        had = charged.get((mailbox, number), 0) if mailbox is not None else 0
        line.append((had // campaigns[number].turns, head.due_at, number, had))
    if not line:
        return {}
    heapify(line)
    taken: dict[int, int] = {}
    for _ in range(most + most // SPARE + 1):
        _, due_at, number, had = line[0]
        taken[number] = taken.get(number, 0) + 1
        heapreplace(line, ((had + 1) // campaigns[number].turns, due_at, number, had + 1))
    return {number: min(count, most) for number, count in taken.items()}


def _shares(
    unbound: list[int],
    bound: Mapping[int, list[Head]],
    campaigns: Mapping[int, CampaignTurns],
    places: Mapping[int, int],
) -> dict[int, float]:
    """Of each campaign that has openers without a mailbox: its part of the places of the mailboxes it may use.

    Where enough follow-ups wait for all places, it is its part of what is kept for openers.
    """
    shares = dict.fromkeys(unbound, 0.0)
    for mailbox, most in places.items():
        here = [number for number in unbound if mailbox in campaigns[number].mailboxes]
        competing = {*here, *(head.campaign_id for head in bound[mailbox])}
        turns = sum(campaigns[number].turns for number in competing)
        enough = len(bound[mailbox]) >= most
        for number in here:
            share = campaigns[number].opener_share if enough else 1.0
            shares[number] += most * share * campaigns[number].turns / turns
    return shares
