"""What admission asks of whoever wants a mail sent: touches (sequences) and people's own messages implement it."""

from typing import Protocol

from admission.core.facts import SubjectFacts


class Subject(Protocol):
    """One thing that is to be sent. Its attributes never change; its facts are read under the permit's locks."""

    workspace_id: int
    recipient_id: int
    mailbox_id: int
    domain: str
    campaign_id: int | None
    day_cap: int | None
    zone: str

    def facts(self) -> SubjectFacts:
        """Return the state of step, enrollment and campaign by one statement of its own."""
