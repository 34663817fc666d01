"""Which of today's sends count as turns already taken when the next places are shared out."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from sequences.core.planner.demand import CampaignTurns

type Sent = tuple[int, int, datetime]  # mailbox, campaign, when: a send of today, or a slot that still waits


class Competing(Protocol):
    """A due touch, or the oldest of some."""

    @property
    def campaign_id(self) -> int:
        """Whose it is."""

    @property
    def mailbox_id(self) -> int | None:
        """Which mailbox must send it; None: any of the campaign's."""

    @property
    def due_at(self) -> datetime:
        """When it fell due."""


def charged_from(midnight: datetime, fell_due: Iterable[datetime]) -> datetime:
    """Since when sends count: the later of local midnight and the moment the newest competitor fell due.

    Who joins at noon competes from noon on: the others do not owe it their morning, nor does it get their afternoon.
    """
    return max((midnight, *fell_due))


def charge(
    touches: Iterable[Competing],
    campaigns: Mapping[int, CampaignTurns],
    sends: Iterable[Sent],
    midnights: Mapping[int, datetime],
) -> dict[tuple[int, int], int]:
    """(mailbox, campaign) -> turns taken. `midnights`: each mailbox looked at, with the start of its local day."""
    competitors = _competitors(touches, campaigns, midnights)
    since = {mailbox: charged_from(midnight, competitors.get(mailbox, ())) for mailbox, midnight in midnights.items()}
    charges: dict[tuple[int, int], int] = {}
    for mailbox, campaign, at in sends:
        if mailbox in since and at >= since[mailbox]:
            charges[mailbox, campaign] = charges.get((mailbox, campaign), 0) + 1
    return charges


def _competitors(
    touches: Iterable[Competing], campaigns: Mapping[int, CampaignTurns], mailboxes: Iterable[int]
) -> dict[int, Sequence[datetime]]:
    """Per mailbox, when each campaign that wants it fell due: the due date of its oldest touch for that mailbox."""
    oldest: dict[tuple[int | None, int], datetime] = {}
    for touch in touches:
        key = (touch.mailbox_id, touch.campaign_id)
        oldest[key] = min(touch.due_at, oldest.get(key, touch.due_at))
    looked_at = frozenset(mailboxes)
    by_mailbox: dict[int, dict[int, datetime]] = {mailbox: {} for mailbox in looked_at}
    for (bound_to, campaign), due_at in oldest.items():
        for mailbox in campaigns[campaign].mailboxes if bound_to is None else (bound_to,):
            if mailbox in looked_at:
                known = by_mailbox[mailbox]
                known[campaign] = min(due_at, known.get(campaign, due_at))
    return {mailbox: tuple(known.values()) for mailbox, known in by_mailbox.items()}
