"""What admission asks of whoever wants a mail sent: touches (sequences) and people's own messages implement it."""

from typing import Protocol

from admission.core.facts import SubjectFacts
from admission.core.limits import CampaignLimits


class Subject(Protocol):
    """One thing that is to be sent. Its attributes never change; its facts are read under the permit's locks."""

    @property
    def workspace_id(self) -> int:
        """The tenant."""

    @property
    def recipient_id(self) -> int:
        """The person to lock."""

    @property
    def mailbox_id(self) -> int:
        """Whose budget it is charged to."""

    @property
    def domain(self) -> str:
        """The recipient's domain."""

    @property
    def campaign_id(self) -> int | None:
        """None for what a person writes by hand."""

    @property
    def sending_domain(self) -> str:
        """The domain of the mailbox's address; "": its mails are counted with nobody's."""

    @property
    def limits(self) -> CampaignLimits:
        """The campaign's own numbers; its facts say whether they still stand."""

    @property
    def link(self) -> str | None:
        """What the opt-out links of the mail in hand begin with; "": it has none. None: nothing is sent."""

    @property
    def zone(self) -> str:
        """The zone whose days count for the person."""

    @property
    def source(self) -> str | None:
        """The fingerprint of the mail in hand: what was composed anew meanwhile is not sent. None: nothing is sent."""

    def facts(self, company: str = "") -> SubjectFacts:
        """Return the state of step, enrollment and campaign by one statement of its own.

        With a company's domain also how many others there are written to.
        """
