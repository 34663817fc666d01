"""What people type and what links carry, parsed and bounded."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from app.core.cursors import LONGEST
from app.core.zones import ZoneError, zone_named
from bounces.actions.suppressions import Entry, parse_entry
from mailboxes.core.address import Address, AddressError, parse_address
from sequences.core.hooks import TOLD
from sequences.core.notices import USUAL
from sequences.core.states import EnrollmentState
from sequences.models import Campaign
from sequences.screens.imports import BASES, ENCODING_WORDS, SCOPES, SEPARATORS
from sequences.screens.notices import KIND_WORDS as KINDS_TOLD
from sequences.screens.notices import WHENS
from sequences.screens.webhooks import KIND_WORDS

LARGEST_KEY = 2**63 - 1
CLOCK = forms.TimeInput(format="%H:%M", attrs={"type": "time"})


class Paged(forms.Form):
    """Where a page of a list begins: below this key."""

    after = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_KEY)


class AfterWord(forms.Form):
    """Where a page of a list by words begins: behind this one."""

    after = forms.CharField(required=False, max_length=254)


class WhyNotMailed(forms.Form):
    """A reason as the totals of the day name it; none: all of them."""

    reason = forms.RegexField(regex=r"^[a-z0-9_]*$", required=False, max_length=60)
    ended = forms.BooleanField(required=False)
    after = forms.CharField(required=False, max_length=LONGEST)


class WhichLines(Paged):
    """Which lines of the log: a group, a person, and from the end of which day backwards."""

    group = forms.RegexField(regex=r"^[a-z]*$", required=False, max_length=20)
    contact = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_KEY)
    day = forms.DateField(required=False)


class ContactSearch(Paged):
    """The beginning of a name, a company or an address."""

    q = forms.CharField(required=False, max_length=200, label=_("Name, company or address"))


class PeopleFile(forms.Form):
    """A file of people, or rows that were copied."""

    file = forms.FileField(
        required=False,
        label=_("File"),
        help_text=_("CSV, TSV or a workbook (XLSX), up to 100 MB. Its first line names the columns."),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx"}),
    )
    rows = forms.CharField(
        required=False,
        label=_("Or paste rows"),
        max_length=2_000_000,
        strip=False,
        help_text=_("As copied from a spreadsheet, with the line of column names."),
        widget=forms.Textarea(attrs={"rows": 5}),
    )

    def clean(self) -> dict[str, Any]:
        """Take one of the two."""
        told = super().clean() or {}
        if not self.errors and bool(told.get("file")) == bool((told.get("rows") or "").strip()):
            raise forms.ValidationError(_("Choose a file, or paste rows; one of the two."))
        return told


class HowRead(forms.Form):
    """How the bytes of a file are read; empty: as it was found out."""

    encoding = forms.ChoiceField(required=False, label=_("Characters are"), choices=[("", ""), *ENCODING_WORDS])
    separator = forms.ChoiceField(
        required=False, label=_("Cells are divided by"), choices=[("", ""), *SEPARATORS.items()]
    )


class AboutFile(forms.Form):
    """What is asked once of a whole file."""

    source = forms.CharField(
        max_length=200,
        label=_("Where do these addresses come from?"),
        help_text=_("A person who asks is told this. For example: LinkedIn Sales Navigator, searched by us."),
    )
    basis = forms.ChoiceField(
        choices=[("", _("choose …")), *BASES.items()],
        label=_("On what ground do you write to them?"),
    )
    verified_on = forms.DateField(
        required=False,
        label=_("When were the addresses checked?"),
        help_text=_("If a column says how, and none says when."),
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    scope = forms.ChoiceField(
        choices=list(SCOPES.items()), label=_("People who are contacts already"), widget=forms.RadioSelect
    )
    tag = forms.CharField(required=False, max_length=60, label=_("Tag"), help_text=_("Put on everybody in the file."))
    campaign = forms.ModelChoiceField(
        Campaign.objects.none(), required=False, label=_("Campaign"), empty_label=_("none for now")
    )

    def __init__(self, *args: Any, workspace_id: int, **how: Any) -> None:
        """Offer the campaigns of this workspace that people can join."""
        super().__init__(*args, **how)
        living = Campaign.objects.filter(workspace_id=workspace_id, step__removed_at=None).exclude(state="archived")
        field = self.fields["campaign"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = living.distinct().order_by("name")


class PeopleFilter(Paged):
    """People of a campaign by state; `held` are those who wait for something."""

    state = forms.ChoiceField(
        required=False, choices=[("", ""), ("held", ""), *((str(state), "") for state in EnrollmentState)]
    )
    step = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_KEY)
    reason = forms.SlugField(required=False, max_length=60)
    mailbox = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_KEY)


class Block(forms.Form):
    """An address or a domain nobody may contact any more."""

    entry = forms.CharField(max_length=320, label=_("Address or domain"))

    def clean_entry(self) -> Entry:
        """Read it as the permit would."""
        try:
            return parse_entry(self.cleaned_data["entry"])
        except AddressError as error:
            raise forms.ValidationError(str(error)) from error


class Check(forms.Form):
    """An address of which somebody wants to know whether it may be contacted."""

    address = forms.CharField(max_length=320, label=_("Address"))

    def clean_address(self) -> Address:
        """Read it as the permit would."""
        try:
            return parse_address(self.cleaned_data["address"])
        except AddressError as error:
            raise forms.ValidationError(str(error)) from error


class Lift(forms.Form):
    """Why an entry no longer holds."""

    reason = forms.CharField(max_length=200, label=_("Why may they be contacted again?"))


class NewWebhook(forms.Form):
    """Where another program hears what happens, and of what."""

    url = forms.URLField(
        max_length=500, label=_("Address"), assume_scheme="https", help_text=_("https, and answered within 10 seconds.")
    )
    kinds = forms.MultipleChoiceField(
        required=False,
        choices=[(kind, KIND_WORDS[kind]) for kind in TOLD],
        label=_("Tell it when …"),
        help_text=_("Nothing chosen: everything."),
        widget=forms.CheckboxSelectMultiple,
    )


class NoticeChoices(forms.Form):
    """What somebody wants to be told of, and when; a webhook's address that is left empty stays as it is."""

    names = forms.BooleanField(required=False, label=_("With people's names"))
    email = forms.BooleanField(required=False, label=_("By email, to the address I sign in with"))
    slack = forms.URLField(required=False, max_length=1000, label=_("Slack webhook"), assume_scheme="https")
    slack_off = forms.BooleanField(required=False, label=_("Forget the Slack webhook"))
    teams = forms.URLField(required=False, max_length=1000, label=_("Microsoft Teams webhook"), assume_scheme="https")
    teams_off = forms.BooleanField(required=False, label=_("Forget the Teams webhook"))
    digest_at = forms.TimeField(label=_("The digest comes at"), widget=CLOCK)
    quiet_from = forms.TimeField(required=False, label=_("Quiet from"), widget=CLOCK)
    quiet_until = forms.TimeField(required=False, label=_("Quiet until"), widget=CLOCK)
    zone = forms.CharField(
        required=False,
        max_length=64,
        label=_("My time zone"),
        help_text=_("Such as Europe/Berlin; empty: the workspace's."),
    )

    def __init__(self, *given: Any, **named: Any) -> None:
        """Take Django's own arguments; every kind gets its field, before the others."""
        super().__init__(*given, **named)
        for kind, usual in USUAL.items():
            whens = list(WHENS.items())
            self.fields[kind] = forms.ChoiceField(choices=whens, initial=usual, label=str(KINDS_TOLD[kind]))
        self.order_fields([*USUAL])

    def clean_zone(self) -> str:
        """Take a zone as people write it."""
        typed: str = self.cleaned_data["zone"]
        try:
            return zone_named(typed) if typed.strip() else ""
        except ZoneError as error:
            raise forms.ValidationError(str(error)) from error

    def clean(self) -> dict[str, Any]:
        """Quiet hours have both ends."""
        told = super().clean() or {}
        if not self.errors and (told["quiet_from"] is None) != (told["quiet_until"] is None):
            self.add_error("quiet_until", _("Give both ends of the quiet hours, or none."))
        return told
