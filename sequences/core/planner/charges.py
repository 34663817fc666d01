"""Which of the last sends count as turns already taken when the next places are shared out.

Places of a mailbox are given in rounds, and the round of the mailbox is that of the last one who got a place. Nobody is
ever behind it: a campaign that had nothing to send joins the round that is going on. So who joins at noon owes nothing
and is owed nothing, however often somebody joins, and what was sent in the morning is not given out again.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from sequences.core.planner.demand import CampaignTurns

REMEMBERED = timedelta(days=1)  # before the local day: who was passed over in the evening comes first in the morning

type Sent = tuple[int, int, datetime]  # mailbox, campaign, when: a send, or a slot that still waits


def charge(
    campaigns: Mapping[int, CampaignTurns], sends: Iterable[Sent], midnights: Mapping[int, datetime]
) -> dict[tuple[int, int], int]:
    """(mailbox, campaign) -> turns taken of the mailbox's round that is going on; who is not named took none.

    `midnights`: each mailbox looked at, with the start of its local day. Sends in any order; those from before
    REMEMBERED, of other mailboxes, and of campaigns that do not compete any more count for nothing.
    """
    rounds = {mailbox: Rounds() for mailbox in midnights}
    for mailbox, campaign, at in sorted(sends, key=lambda sent: (sent[2], *sent[:2])):
        if mailbox in rounds and campaign in campaigns and at >= midnights[mailbox] - REMEMBERED:
            rounds[mailbox].take(campaigns[campaign])
    return {
        (mailbox, campaign): taken
        for mailbox, counted in rounds.items()
        for campaign, taken in counted.since_the_round_began(campaigns).items()
    }


class Rounds:
    """The rounds of one mailbox: who took how many turns, and which round is going on."""

    def __init__(self, taken: Mapping[int, int] | None = None) -> None:
        """Begin in the first round, with turns taken of it."""
        self._taken = dict(taken or {})
        self._round = 0

    def turns(self, campaign: CampaignTurns) -> int:
        """The turns a campaign has taken; one that is behind joins the round that is going on."""
        return max(self._taken.get(campaign.campaign_id, 0), self._round * campaign.turns)

    def take(self, campaign: CampaignTurns) -> None:
        """Give a place to a campaign: the round is its own from now on, unless that was over."""
        before = self.turns(campaign)
        self._round = max(self._round, before // campaign.turns)
        self._taken[campaign.campaign_id] = before + 1

    def since_the_round_began(self, campaigns: Mapping[int, CampaignTurns]) -> dict[int, int]:
        """Campaign -> turns that it took of the round that is going on, or ahead of it; none are left out."""
        over = {number: taken - self._round * campaigns[number].turns for number, taken in self._taken.items()}
        return {number: taken for number, taken in over.items() if taken > 0}
