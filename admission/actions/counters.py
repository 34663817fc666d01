"""The counters that a mail raises, in their one locking order."""

from collections.abc import Iterator

from django.conf import settings

from admission.core.limits import CampaignLimits, company_of
from admission.core.policy import Policy
from admission.core.scopes import WITHOUT_A_DAY, Scope
from admission.locks import CounterLimit
from admission.subject import Subject

UNBOUNDED = 2**31 - 1  # of a counter that is raised only to be locked


def limits_of(subject: Subject, policy: Policy, limits: CampaignLimits) -> list[CounterLimit]:
    """Return the counters that have a limit: recipient domain, campaign day, openers, canary, the senders.

    What is no campaign's raises none. `limits` are the campaign's, as the caller knows them.
    """
    if subject.campaign_id is None:
        return []
    return [
        *_of_company(subject, policy, opener=limits.opener),
        *_of_campaign(limits, str(subject.campaign_id)),
        *_of_senders(subject, policy),
    ]


def _of_company(subject: Subject, policy: Policy, *, opener: bool) -> Iterator[CounterLimit]:
    """Yield the counters of the recipient's company; whoever counts its people holds the last one."""
    company = company_of(subject.domain)
    if not company:
        return
    if policy.domain_per_day is not None:
        yield CounterLimit(Scope.DOMAIN_DAY, company, policy.domain_per_day, subject.zone)
    if opener and policy.domain_openers is not None:
        yield CounterLimit(Scope.DOMAIN_OPENERS, company, policy.domain_openers, subject.zone)
    if opener and policy.domain_people is not None:
        yield CounterLimit(Scope.DOMAIN_PEOPLE, company, UNBOUNDED, WITHOUT_A_DAY)


def _of_campaign(limits: CampaignLimits, key: str) -> Iterator[CounterLimit]:
    if limits.day_cap is not None:
        yield CounterLimit(Scope.CAMPAIGN_DAY, key, limits.day_cap, limits.zone)
    if limits.opener and limits.new_per_day is not None:
        yield CounterLimit(Scope.OPENERS, key, limits.new_per_day, limits.zone)
    if limits.opener and limits.canary is not None:
        yield CounterLimit(Scope.CANARY, key, limits.canary, WITHOUT_A_DAY)


def _of_senders(subject: Subject, policy: Policy) -> Iterator[CounterLimit]:
    """Yield the counters of the sending domain and of the installation, both by days in UTC: mailboxes lie anywhere.

    Whether a mail without a link may leave at all is judged by the facts; a rehearsal counts none.
    """
    if policy.sending_domain_per_day is not None and subject.sending_domain:
        yield CounterLimit(Scope.SENDING_DOMAIN, subject.sending_domain, policy.sending_domain_per_day, "UTC")
    if subject.link == "":
        yield CounterLimit(Scope.NO_LINK_HOST, "", settings.WITHOUT_LINK_HOST_PER_DAY, "UTC")
