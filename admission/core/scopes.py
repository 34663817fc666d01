"""What is counted per day, or once and for all, under the locks of a permit: the scopes of counters."""

from datetime import date
from enum import StrEnum

WITHOUT_A_DAY = ""  # in place of a zone: it counts since ever
NO_DAY = date(1970, 1, 1)  # the day of such a counter


class Scope(StrEnum):
    """The thing counted; the value is stored. In locking order."""

    DOMAIN_DAY = "domain_day"  # automated mails to a company
    DOMAIN_OPENERS = "domain_openers"  # first mails to people of a company
    DOMAIN_PEOPLE = "domain_people"  # people of a company ever written to; locked while those in a campaign are counted
    CAMPAIGN_DAY = "campaign_day"
    OPENERS = "openers"  # first mails of a campaign
    CANARY = "canary"  # first mails of a campaign before it rests and looks
    SENDING_DOMAIN = "sending_domain"  # automated mails of all mailboxes of a domain
    NO_LINK_HOST = "no_link_host"  # mails that leave while there is no host for opt-out links
