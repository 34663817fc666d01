"""What people type about contacts and choose of them, parsed and bounded."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from mailboxes.core.address import Address, AddressError, parse_address
from sequences.core.states import EnrollmentState
from sequences.forms import LARGEST_KEY, Paged
from sequences.models import Campaign, Tag
from sequences.screens.contact_list import NOBODY, owners
from sequences.screens.imports import BASES
from sequences.screens.words import ENROLLMENT

ANY = ("", _("any"))


class ContactFilter(Paged):
    """Whom to show in the list; each field's name is the filter's."""

    q = forms.CharField(required=False, max_length=200, label=_("Name, company or address"))
    tag = forms.TypedChoiceField(required=False, coerce=int, empty_value=None, label=_("Tag"))
    owner = forms.TypedChoiceField(required=False, coerce=int, empty_value=None, label=_("Owner"))
    campaign = forms.TypedChoiceField(required=False, coerce=int, empty_value=None, label=_("Campaign"))
    state = forms.ChoiceField(
        required=False,
        label=_("Where they are in it"),
        choices=[ANY, *((str(state), ENROLLMENT[state].word) for state in EnrollmentState)],
    )
    blocked = forms.ChoiceField(
        required=False,
        label=_("Do not contact"),
        choices=[ANY, ("no", _("may be contacted")), ("yes", _("do not contact"))],
    )
    address = forms.ChoiceField(
        required=False,
        label=_("Address"),
        choices=[ANY, ("fine", _("nothing against it")), ("held", _("a person decides"))],
    )
    country = forms.RegexField(
        regex=r"\A[A-Za-z]{2}\Z", required=False, label=_("Country"), widget=forms.TextInput(attrs={"size": 2})
    )
    imported = forms.IntegerField(
        required=False, min_value=1, max_value=LARGEST_KEY, label=_("Import"), widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, workspace_id: int, **how: Any) -> None:
        """Offer the tags, colleagues and campaigns of this workspace."""
        super().__init__(*args, **how)
        tags = Tag.objects.filter(workspace_id=workspace_id).order_by("name").values_list("id", "name")
        campaigns = Campaign.objects.filter(workspace_id=workspace_id).order_by("name").values_list("id", "name")
        offered: dict[str, list[tuple[Any, Any]]] = {
            "tag": list(tags),
            "owner": [(NOBODY, _("nobody")), *owners(workspace_id)],
            "campaign": list(campaigns[:1_000]),
        }
        for name, choices in offered.items():
            field = self.fields[name]
            if isinstance(field, forms.ChoiceField):
                field.choices = [ANY, *choices]


class Fields(forms.Form):
    """What is known of a contact; custom fields a line each, `name: text`."""

    first_name = forms.CharField(required=False, max_length=200, label=_("First name"))
    last_name = forms.CharField(required=False, max_length=200, label=_("Last name"))
    company = forms.CharField(required=False, max_length=300, label=_("Company"))
    title = forms.CharField(required=False, max_length=300, label=_("Job title"))
    phone = forms.CharField(required=False, max_length=100, label=_("Phone"))
    linkedin_url = forms.CharField(required=False, max_length=500, label=_("LinkedIn profile"))
    country = forms.CharField(required=False, max_length=100, label=_("Country"))
    time_zone = forms.CharField(
        required=False, max_length=64, label=_("Time zone"), help_text=_("Such as Europe/Madrid. Empty: the country's.")
    )


class NewContact(Fields):
    """A person written in by hand."""

    email = forms.CharField(max_length=320, label=_("Email address"))
    source = forms.CharField(max_length=200, label=_("Where does the address come from?"))
    basis = forms.ChoiceField(choices=list(BASES.items()), label=_("On what ground do you write to them?"))
    field_order = ("email", "first_name", "last_name", "company", "title", "country", "source", "basis")

    def clean_email(self) -> Address:
        """Read it as the permit would."""
        return _address(self.cleaned_data["email"])


class NewAddress(forms.Form):
    """Where a contact is reached from now on."""

    email = forms.CharField(max_length=320, label=_("New address"))

    def clean_email(self) -> Address:
        """Read it as the permit would."""
        return _address(self.cleaned_data["email"])


class Chosen(forms.Form):
    """What is done to the contacts that were ticked, or to everybody the filter finds."""

    act = forms.ChoiceField(choices=[(name, "") for name in ("tag", "untag", "assign", "enroll", "block", "erase")])
    tag = forms.CharField(required=False, max_length=60)
    owner = forms.IntegerField(required=False, min_value=0, max_value=LARGEST_KEY)
    campaign = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_KEY)
    everybody = forms.BooleanField(required=False)
    sure = forms.BooleanField(required=False)


class Until(forms.Form):
    """The day somebody's sequence goes on."""

    day = forms.DateField(label=_("Until"), widget=forms.DateInput(attrs={"type": "date"}))


class OneTag(forms.Form):
    """A tag to put on or take off."""

    tag = forms.CharField(max_length=60, label=_("Tag"))


def _address(text: str) -> Address:
    try:
        return parse_address(text)
    except AddressError as error:
        raise forms.ValidationError(str(error)) from error
