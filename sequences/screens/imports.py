"""Imports as people see them: what a column becomes, what would happen, how far it is, and what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext_lazy as _

from mailboxes.core.csv_cells import restore
from mailboxes.core.csv_encoding import ENCODINGS
from mailboxes.screens.words import State, Text
from sequences.core.column_names import Target, folded
from sequences.core.columns import Column, Mapping
from sequences.core.import_rows import Note
from sequences.core.standing import Basis, Caution, Verification
from sequences.models import Campaign, Import, ImportRow

SAMPLES = 3
LONGEST_SAMPLE = 80
ROWS_SHOWN = 50

STATES: dict[str, State] = {
    "uploaded": State(_("Waits for you: say what its columns are"), "question", "wait"),
    "reading": State(_("Being read"), "clock", "info"),
    "read": State(_("Waits for you: nobody is imported yet"), "question", "wait"),
    "staged": State(_("About to begin"), "clock", "info"),
    "running": State(_("Importing"), "play", "info"),
    "done": State(_("Done"), "check", "go"),
    "failed": State(_("Nobody was imported"), "warn", "stop"),
    "undone": State(_("Taken back"), "skip", "quiet"),
}
TARGETS: dict[Target, Text] = {
    Target.ADDRESS: _("Email address"),
    Target.FIRST_NAME: _("First name"),
    Target.LAST_NAME: _("Last name"),
    Target.COMPANY: _("Company"),
    Target.TITLE: _("Job title"),
    Target.PHONE: _("Phone"),
    Target.LINKEDIN_URL: _("LinkedIn profile"),
    Target.COUNTRY: _("Country"),
    Target.TIME_ZONE: _("Time zone"),
    Target.OWNER: _("Owner: a colleague's address"),
    Target.DO_NOT_CONTACT: _("Do not contact: yes or no"),
    Target.FOREIGN_STATE: _("State in another tool"),
    Target.ANSWERED: _("Answered in another tool: yes or no"),
    Target.PROTECTED: _("Stage of a customer"),
    Target.VERIFICATION: _("What a checker said of the address"),
    Target.VERIFIED_ON: _("When the address was checked"),
    Target.MATCHES: _("Matches the search: yes or no"),
    Target.CUSTOM: _("A field of your own"),
    Target.IGNORE: _("Leave it out"),
}
BASES: dict[str, Text] = {
    Basis.INTEREST: _("Legitimate interest in their business"),
    Basis.CONSENT: _("They agreed to be written to"),
    Basis.CUSTOMER: _("They are or were customers"),
    Basis.PUBLIC: _("They published the address for such offers"),
}
VERIFIED: dict[str, State] = {
    Verification.VALID: State(_("Verified"), "check", "go"),
    Verification.RISKY: State(_("Risky"), "warn", "wait"),
    Verification.INVALID: State(_("Found not to exist"), "warn", "stop"),
}
REPEATS = "repeats line "
NOTES: dict[str, Text] = {
    Note.FORBIDDEN: _("left out: the file says that they must not be contacted"),
    Note.SUPPRESSED: _("left out: on the do-not-contact list"),
    Note.BOUNCED: _("left out: mail to this address came back"),
    Note.KNOWN: _("left out: a contact already"),
    Note.ALREADY: _("imported, and in the campaign already"),
    Note.ANSWERED: _("imported, and not put into the campaign: answered or left before"),
    Note.ARCHIVED: _("imported, and not put into the campaign: it is archived"),
    "erased": _("left out: erased meanwhile"),
}
SCOPES: dict[str, Text] = {
    Import.Scope.FILL: _("fill in what is empty, and change nothing else"),
    Import.Scope.UPDATE: _("take over what the file says"),
    Import.Scope.SKIP: _("leave them as they are, and out of the campaign"),
}
SEPARATORS: dict[str, Text] = {",": _("comma"), ";": _("semicolon"), "\t": _("tab"), "|": _("bar")}
ENCODING_WORDS = [(name, name.upper() if name.startswith("utf") else name) for name in ENCODINGS]

# What only the exports of a product have, folded as names are compared.
PRODUCTS: tuple[tuple[str, frozenset[str]], ...] = (
    ("Evaboot", frozenset({"linkedinurlpublic", "matchesfilters"})),
    ("Apollo", frozenset({"companynameforemails", "emailstatus"})),
    ("Apollo", frozenset({"personlinkedinurl", "primaryemailsource"})),
    ("Smartlead", frozenset({"campaignleadmapid"})),
    ("Smartlead", frozenset({"isunsubscribed", "lastemailsequencesent"})),
    ("Instantly", frozenset({"ltintereststatus"})),
    ("Instantly", frozenset({"personalization", "companyname", "jobtitle"})),
    ("HubSpot", frozenset({"recordid", "lifecyclestage"})),
    ("HubSpot", frozenset({"recordid", "unsubscribedfromallemail"})),
    ("Clay", frozenset({"companytabledata", "linkedinprofile"})),
)


def product_of(columns: Sequence[str]) -> str:
    """Return whose export this is by the names of its columns; "" when nobody's whom we know."""
    names = {folded(name) for name in columns}
    camels = {name for name in columns if name in {"firstName", "lastName", "companyName"}}
    known = next((product for product, signs in PRODUCTS if signs <= names), "")
    return known or ("lemlist" if len(camels) >= 2 else "")


@dataclass(frozen=True, slots=True)
class ColumnLine:
    """A column of a file: its place from 1, what it is called, some of its values, and what it is taken for."""

    position: int
    name: str
    samples: tuple[str, ...]
    column: Column
    many: bool  # another column may be the address as well: a person chooses


def column_lines(
    columns: Sequence[str], sample: Sequence[Sequence[str]], mapping: Mapping, addresses: Sequence[int]
) -> list[ColumnLine]:
    """Return the columns of a file by position."""
    return [
        ColumnLine(
            position=index + 1,
            name=name,
            samples=_samples([row[index] for row in sample]),
            column=column,
            many=len(addresses) > 1 and index in addresses,
        )
        for index, (name, column) in enumerate(zip(columns, mapping.columns, strict=True))
    ]


def _samples(values: Sequence[str]) -> tuple[str, ...]:
    filled = [restore(value).strip() for value in values if value.strip()]
    return tuple(value[:LONGEST_SAMPLE] for value in dict.fromkeys(filled))[:SAMPLES]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an import is, in rows; `thousandths` is the width of its bar and never more than 1,000."""

    done: int
    rows: int
    thousandths: int
    parts: list[dict[str, Any]]


def progress(one: Import) -> Progress:
    """Return how many rows have their verdict."""
    share = 1000 * min(one.mark, one.rows_read) // one.rows_read if one.rows_read else 0
    return Progress(one.mark, one.rows_read, share, [{"start": 0, "width": share, "tone": "accent"}])


@dataclass(frozen=True, slots=True)
class Foreseen:
    """Numbers of people before anybody is written; `clashes` are campaigns that have some of them now."""

    new: int
    known: int
    mailed: int
    never: int
    rejected: int
    repeated: int
    held: int
    clashes: list[tuple[Campaign, int]]

    @property
    def writable(self) -> int:
        """Return how many the import would write, or look at."""
        return self.new + self.known + self.mailed


def foreseen(one: Import) -> Foreseen:
    """Return what an import would do. Two statements."""
    told = one.foreseen
    pairs = [(int(campaign), int(people)) for campaign, people in told.get("campaigns", [])]
    campaigns = Campaign.objects.filter(workspace_id=one.workspace_id).in_bulk([campaign for campaign, _n in pairs])
    return Foreseen(
        new=int(told.get("new", 0)),
        known=int(told.get("known", 0)),
        mailed=int(told.get("mailed", 0)),
        never=int(told.get("never", 0)),
        rejected=one.rejected,
        repeated=one.skipped,
        held=sum(int(told.get(caution.value, 0)) for caution in Caution),
        clashes=[(campaigns[campaign], people) for campaign, people in pairs if campaign in campaigns],
    )


@dataclass(frozen=True, slots=True)
class Refused:
    """A row that was not imported."""

    line: int
    column: str
    reason: str


def refused(one: Import) -> list[Refused]:
    """Return the first rows that were not imported, in the order of the file."""
    rows = ImportRow.objects.filter(batch=one, verdict=ImportRow.Verdict.REJECTED).order_by("number")
    found = rows.values_list("line", "column", "reason")[:ROWS_SHOWN]
    return [Refused(line, _named(one, column), reason) for line, column, reason in found]


def _named(one: Import, column: int | None) -> str:
    return one.columns[column - 1] if column and column <= len(one.columns) else ""


@dataclass(frozen=True, slots=True)
class Remark:
    """So many rows were skipped, or written and not all of what was asked was done, for one reason."""

    rows: int
    because: Text


def remarks(one: Import) -> list[Remark]:
    """Return why rows were skipped or written with a remark, the commonest first; repeats are one reason."""
    rows = ImportRow.objects.filter(batch=one).exclude(reason="").exclude(verdict=ImportRow.Verdict.REJECTED)
    repeats = rows.filter(reason__startswith=REPEATS).count()
    others = rows.exclude(reason__startswith=REPEATS).values_list("reason").annotate(n=Count("id")).order_by("-n")
    told = [Remark(n, NOTES.get(reason, reason)) for reason, n in others[:ROWS_SHOWN]]
    return ([Remark(repeats, _("repeat an earlier row"))] if repeats else []) + told
