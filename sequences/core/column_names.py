"""Column names that other tools write, and the field of ours that each stands for.

Names are compared without letter case, underscores, spaces and signs (`first_name`, `First Name`, `firstName`). Where a
file has several columns for one field, the name further to the left in its list wins.
"""

import re
import unicodedata
from enum import StrEnum


class Target(StrEnum):
    """What a column is imported as."""

    ADDRESS = "address"
    FIRST_NAME = "first_name"
    LAST_NAME = "last_name"
    COMPANY = "company"
    TITLE = "title"
    PHONE = "phone"
    LINKEDIN_URL = "linkedin_url"
    COUNTRY = "country"
    TIME_ZONE = "time_zone"
    DO_NOT_CONTACT = "do_not_contact"  # any value but a plain no forbids mail
    FOREIGN_STATE = "foreign_state"  # state in another tool: only a value known to forbid or to hold mail does
    VERIFICATION = "verification"  # what a checker said of the address
    VERIFIED_ON = "verified_on"
    ANSWERED = "answered"  # any value but a plain no: they answered elsewhere, and a person decides
    PROTECTED = "protected"  # a stage in a customer file: customers and open deals wait for a person
    MATCHES = "matches"  # a plain no leaves the row out
    OWNER = "owner"  # the address of a colleague
    CUSTOM = "custom"
    IGNORE = "ignore"


MANY = frozenset(
    {
        Target.DO_NOT_CONTACT,
        Target.FOREIGN_STATE,
        Target.VERIFICATION,
        Target.ANSWERED,
        Target.PROTECTED,
        Target.CUSTOM,
        Target.IGNORE,
    }
)
"""Targets that several columns may have."""

KNOWN_NAMES: dict[Target, tuple[str, ...]] = {
    Target.ADDRESS: (
        "email", "emailaddress", "workemail", "businessemail", "mail", "emailwork", "primaryemail", "contactemail",
        "leademail", "address", "personalemail",
    ),
    Target.FIRST_NAME: ("firstname", "givenname", "forename", "contactfirstname", "vorname", "prenom", "nombre"),
    Target.LAST_NAME: ("lastname", "surname", "familyname", "contactlastname", "nachname", "nom", "apellido"),
    Target.COMPANY: (
        "companynameforemails", "companyname", "company", "organization", "organisation", "organizationname",
        "companytabledata", "accountname", "employer", "firma", "unternehmen", "entreprise",
    ),
    Target.TITLE: ("jobtitle", "title", "currentjob", "position", "role", "jobrole"),
    Target.PHONE: (
        "phone", "phonenumber", "workdirectphone", "mobilephone", "mobilephonenumber", "mobile", "corporatephone",
        "homephone", "otherphone", "telephone", "telefon",
    ),
    Target.LINKEDIN_URL: (
        "linkedinurlpublic", "personlinkedinurl", "linkedinurl", "linkedinprofile", "linkedinprofileurl", "linkedin",
        "profileurl", "linkedinurluniqueid",
    ),
    Target.COUNTRY: ("country", "countryregion", "countrycode", "companycountry", "land", "pays"),
    Target.TIME_ZONE: ("timezone", "tz", "ianatimezone", "contacttimezone", "leadtimezone", "zeitzone"),
    Target.DO_NOT_CONTACT: (
        "donotcontact", "donotemail", "unsubscribed", "isunsubscribed", "unsubscribedfromallemail", "emailbounced",
        "optout", "optedout", "emailoptout", "hasoptedoutofemail",
    ),
    Target.FOREIGN_STATE: ("status", "stage", "category", "state"),
    Target.VERIFICATION: (
        "emailstatus", "verificationstatus", "emailverificationstatus", "emailverification",
        "primaryemailcatchallstatus", "emailvalidation", "emailvalidationstatus", "verification",
    ),
    Target.VERIFIED_ON: (
        "primaryemaillastverifiedat", "emaillastverifiedat", "lastverifiedat", "verifiedat", "verifiedon",
    ),
    Target.ANSWERED: (
        "replied", "demoed", "emailreplied", "replycount", "emailreplycount", "isinterested", "timestamplastreply",
    ),
    Target.PROTECTED: ("lifecyclestage",),
    Target.MATCHES: ("matchesfilters",),
    Target.OWNER: ("contactowner", "leadowner", "owner", "owneremail"),
}  # fmt: skip

PLAIN_NO = frozenset({"false", "no", "n", "0", "f", "off", "never", "null", "none", "nein", "non", "subscribed"})
"""Values of a do-not-contact column that permit mail; they are compared in lower case."""

FORBIDDING_STATES = frozenset(
    {
        "donotcontact", "unsubscribed", "bounced", "emailbounced", "emailsbounced", "emailsunsubscribed", "blocked",
        "optedout", "optout", "blacklisted", "blocklisted", "complained", "spam", "notinterested",
    },
)  # fmt: skip
"""Values of a state column that forbid mail, folded like names: Apollo stages, Smartlead and lemlist states."""

ANSWERED_STATES = frozenset(
    {"replied", "interested", "meetingbooked", "meetingcompleted", "demoed", "hooked", "warmed", "openopportunity"}
)
"""Values of a state column by which somebody answered another tool."""

PROTECTED_STATES = frozenset(
    {"customer", "opportunity", "evangelist", "salesqualifiedlead", "opendeal", "currentclient", "client", "partner"}
)
"""Values of a stage column of people whom no cold mail may surprise."""

NUMBERED_STATES = frozenset({"-1", "-2"})
"""The same in exports of Instantly: -1 bounced, -2 unsubscribed."""

SIGNS = re.compile(r"[\W_]+")
HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
NOT_IN_FIELD = re.compile(r"[^a-z0-9]+")


def folded(name: str) -> str:
    """Return the name as names are compared: lower case, letters and digits only."""
    return SIGNS.sub("", name.casefold())


def field_name(header: str, position: int) -> str:
    """Turn a column name into the name of a custom field: `iceBreaker` -> `ice_breaker`, nothing usable: `column_3`."""
    plain = unicodedata.normalize("NFKD", HUMP.sub("_", header)).encode("ascii", "ignore").decode().lower()
    name = NOT_IN_FIELD.sub("_", plain).strip("_")[:60].rstrip("_")
    if not name:
        return f"column_{position}"
    return name if name[0].isalpha() else f"column_{name}"


def forbids_mail(target: Target, value: str) -> bool:
    """Say whether this value of a do-not-contact or state column forbids mail; blank values never do."""
    plain = value.strip().casefold()
    if target is Target.DO_NOT_CONTACT:
        return bool(plain) and plain not in PLAIN_NO
    return plain in NUMBERED_STATES or folded(plain) in FORBIDDING_STATES


def is_plain_no(value: str) -> bool:
    """Say whether a cell says no."""
    return value.strip().casefold() in PLAIN_NO


def says_answered(target: Target, value: str) -> bool:
    """Say whether this value of an answered or state column tells of an answer to another tool."""
    plain = value.strip()
    if target is Target.ANSWERED:
        return bool(plain) and not is_plain_no(plain)
    return folded(plain) in ANSWERED_STATES
