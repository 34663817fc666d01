"""A touch as the permit sees it."""

from dataclasses import dataclass

from admission.core.facts import SubjectFacts
from admission.core.limits import NO_LIMITS, CampaignLimits
from app.core.weekends import weekend_of
from app.core.zones import country_of_zone
from sequences import queries
from sequences.core.hours import ends_at, hours_for


@dataclass(frozen=True, slots=True)
class TouchSubject:
    """Implements admission.subject.Subject for one planned touch."""

    touch_id: int
    workspace_id: int
    recipient_id: int
    mailbox_id: int
    domain: str
    campaign_id: int | None
    zone: str
    limits: CampaignLimits = NO_LIMITS
    sending_domain: str = ""
    source: str | None = None
    link: str | None = None
    step_id: int | None = None  # of which the mail was composed; None: whatever the touch stands at

    def facts(self, company: str = "") -> SubjectFacts:
        """Return the state of step, enrollment and campaign, read anew under the permit's locks."""
        found = queries.rows("subject", {"touch_id": self.touch_id, "company": company, "step_id": self.step_id})
        if not found:
            return SubjectFacts(active=False)
        row = found[0]
        columns = queries.hours_in(row)
        home, at = queries.home_in(row), row["eligible_at"]
        hours = hours_for(columns, home, at)
        last_day = row.pop("ends_on")
        limits = queries.limits_in(row, columns.zone)
        return SubjectFacts(
            **row,
            link=self.link,
            limits=limits,
            weekend=weekend_of(home.country or country_of_zone(hours.zone), at.year),
            ends_at=ends_at(columns.zone, last_day),
            hours=hours,
        )


def subject_of(job: queries.Job, source: str | None = None) -> TouchSubject:
    """Return the subject of a send; `source` is the fingerprint of the mail that will be sent."""
    return TouchSubject(
        touch_id=job.touch_id,
        workspace_id=job.workspace_id,
        recipient_id=job.recipient_id,
        mailbox_id=job.mailbox_id,
        domain=job.domain,
        campaign_id=job.campaign_id,
        zone=job.zone,
        limits=job.limits,
        sending_domain=job.from_address.rpartition("@")[2],
        source=source,
        link=job.link_base,
        step_id=job.step_id,
    )
