"""What people type and what links carry, parsed and bounded."""

from django import forms
from django.utils.translation import gettext_lazy as _

from bounces.actions.suppressions import Entry, parse_entry
from mailboxes.core.address import Address, AddressError, parse_address
from sequences.core.hooks import TOLD
from sequences.core.states import EnrollmentState
from sequences.screens.webhooks import KIND_WORDS

LARGEST_KEY = 2**63 - 1


class Paged(forms.Form):
    """Where a page of a list begins: below this key."""

    after = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_KEY)


class ContactSearch(Paged):
    """The beginning of a name, a company or an address."""

    q = forms.CharField(required=False, max_length=200, label=_("Name, company or address"))


class PeopleFilter(Paged):
    """People of a campaign by state; `held` are those who wait for something."""

    state = forms.ChoiceField(
        required=False, choices=[("", ""), ("held", ""), *((str(state), "") for state in EnrollmentState)]
    )


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
