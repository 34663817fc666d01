"""What people type about a workspace, its seats and its keys."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from app.actions.workspaces import Identity
from app.core.zones import ZoneError, zone_named
from app.models import Member, Workspace

ROLES = [
    (Member.Role.VIEWER.value, _("Viewer")),
    (Member.Role.MEMBER.value, _("Member")),
    (Member.Role.MANAGER.value, _("Manager")),
    (Member.Role.OWNER.value, _("Owner")),
]
WHO_MAY_WHAT = _(
    "A viewer sees everything. A member may also edit contacts and sequences, answer, and close tasks. A manager may "
    "also start and resume sending, and connect mailboxes. An owner may do everything."
)


class Identify(forms.Form):
    """How a workspace is called, and who writes from where."""

    name = forms.CharField(max_length=120, label=_("Name of the workspace"), help_text=_("Only you see it."))
    legal_name = forms.CharField(
        max_length=200,
        label=_("Legal name"),
        help_text=_("Who writes, in the foot of every campaign mail."),
        required=False,
    )
    postal_address = forms.CharField(
        label=_("Postal address"),
        help_text=_("The law asks for it in every campaign mail. Without it no campaign starts; you may add it later."),
        widget=forms.Textarea(attrs={"rows": 3}),
        required=False,
        max_length=500,
    )
    country = forms.CharField(
        max_length=2,
        min_length=2,
        required=False,
        label=_("Country"),
        help_text=_("Two letters, such as DE; for its public holidays and weekend."),
        widget=forms.TextInput(attrs={"autocapitalize": "characters", "size": 4}),
    )
    time_zone = forms.CharField(
        max_length=64, label=_("Time zone"), widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"})
    )

    @classmethod
    def of(cls, workspace: Workspace) -> "Identify":
        """Return the form as the workspace fills it."""
        return cls(initial={name: getattr(workspace, name) for name in cls.base_fields})

    def clean_time_zone(self) -> str:
        """Read it as an import does."""
        try:
            return zone_named(self.cleaned_data["time_zone"])
        except ZoneError as error:
            raise forms.ValidationError(_("Choose a zone with a place, such as Europe/Berlin.")) from error

    def clean_country(self) -> str:
        """Return it in capitals."""
        code: str = self.cleaned_data["country"].upper()
        if code and not (code.isascii() and code.isalpha()):
            raise forms.ValidationError(_("Two letters, such as DE."))
        return code

    def identity(self) -> Identity:
        """Return what was typed; the legal name is the workspace's where none was."""
        typed: dict[str, Any] = self.cleaned_data
        return Identity(
            name=typed["name"],
            legal_name=typed["legal_name"] or typed["name"],
            postal_address=typed["postal_address"],
            time_zone=typed["time_zone"],
            country=typed["country"],
        )


class Invite(forms.Form):
    """Whom a seat is opened for."""

    email = forms.EmailField(max_length=254, label=_("Address"))
    role = forms.ChoiceField(choices=ROLES, initial=Member.Role.MEMBER.value, label=_("Role"), help_text=WHO_MAY_WHAT)


class Role(forms.Form):
    """Another role for somebody."""

    role = forms.ChoiceField(choices=ROLES, label=_("Role"))


class NewKey(forms.Form):
    """A key for a program."""

    name = forms.CharField(max_length=80, label=_("What it is for"))
    role = forms.ChoiceField(
        choices=ROLES, initial=Member.Role.VIEWER.value, label=_("May do at most what this role may")
    )


class Password(forms.Form):
    """The password of an account that begins with an invitation."""

    password = forms.CharField(
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        label=_("Choose a password"),
        help_text=_("At least ten characters."),
        max_length=200,
    )


class Switch(forms.Form):
    """Another workspace of the same person."""

    workspace = forms.IntegerField(min_value=1, max_value=2**63 - 1)
