"""Everything that may be switched in a workspace, each of which a stop has to act under: the rows of `policy`.

What there is today: a policy is a version of numbers (none, without limits, such as let nothing out), a workspace is
halted, a mailbox is paused or must sign in again, a campaign is paused. When policies get modes (shadow, enforced) each
is a row more in MODES, and every effect is tried under it too.
"""

from collections.abc import Callable

from admission.models import PolicyVersion
from app.actions import clock, halts
from mailboxes.actions import limits, mailboxes
from sequences.actions import campaigns
from tests.journeys.office import Office


def numbers(office: Office, **values: int | None) -> None:
    PolicyVersion.objects.create(workspace=office.workspace, number=1, values=values, created_at=clock.now())


def everything_off(office: Office) -> None:
    """Nothing may leave, for every reason there is."""
    numbers(office, person_gap_days=366, person_cap=1, domain_per_day=1)
    mailboxes.pause(office.mailbox)
    campaigns.pause(office.campaign)
    halts.halt(office.workspace.id, "panic")


MODES: dict[str, Callable[[Office], object]] = {
    "absent": lambda _: None,
    "no limits": lambda office: numbers(office, person_gap_days=None, person_cap=None, domain_per_day=None),
    "everything off": everything_off,
    "mailbox must sign in": lambda office: limits.refused(office.mailbox.id, reconnect=True),
}
