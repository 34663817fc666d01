"""The gates of a permit in the words of the screens: what each asks for, as people who write campaigns say it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from django.utils.translation import gettext_lazy as _

from mailboxes.screens.words import Text

ASKS: dict[str, Text] = {
    "sound": _("The mail is written for this very address"),
    "reachable": _("The mail may leave this installation"),
    "halted": _("Nobody stopped all sending"),
    "left_alone": _("They did not opt out, answer, bounce or complain"),
    "wanted": _("They are in the campaign, and the campaign runs"),
    "in_turn": _("The step before is done, and this one is due"),
    "in_window": _("It is a sending hour of the campaign"),
    "connected": _("The mailbox is signed in, and its provider asked for no rest"),
    "at_work": _("The mailbox's owner is not away"),
    "paced": _("The gap after the mailbox's last mail is over"),
    "within_day": _("The mailbox has room left today"),
    "within_hour": _("The mailbox has room left this hour"),
    "within_rolling_day": _("The provider's 24 hours have room left"),
    "not_too_often": _("They were not written to lately or too often"),
    "company_spared": _("Their company did not get enough mails today"),
    "few_of_a_company": _("Not too many people of their company are being written to"),
    "first_ones_looked_at": _("The campaign's first mails were taken well"),
    "few_new_people": _("The campaign may write to new people today"),
    "within_campaign_day": _("The campaign has mails left today"),
    "within_sending_domain": _("The sending domain has mails left today"),
    "may_opt_out": _("The mail's opt-out link works"),
    "heard": _("The inboxes that may hold their answer were read just now"),
    "healthy": _("The mailbox's mail passes its checks"),
}


class Judged(Protocol):
    """A gate as it was judged."""

    @property
    def name(self) -> str: ...
    @property
    def passed(self) -> bool: ...
    @property
    def final(self) -> bool: ...
    @property
    def sentence(self) -> str: ...
    @property
    def earliest(self) -> datetime | None: ...


@dataclass(frozen=True, slots=True)
class Line:
    """A gate on a page: what it asks for where it stands open, why it is shut, and until when."""

    passed: bool
    final: bool
    words: Text
    earliest: datetime | None


def lines(found: Iterable[Judged]) -> list[Line]:
    """Return gates in words, the shut ones first; the order of asking is kept among each."""
    told = [
        Line(
            gate.passed, gate.final, ASKS.get(gate.name, gate.sentence) if gate.passed else gate.sentence, gate.earliest
        )
        for gate in found
    ]
    return sorted(told, key=lambda line: line.passed)
