"""What the log is filtered by."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from mailboxes.models import Mailbox
from sequences.models import Campaign, Contact
from sequences.screens.log import KINDS, LAST, Wanted
from sequences.screens.log_words import GROUPS

MOST = 1_000  # choices


class LogFilter(forms.Form):
    """Which lines of the log, and below which one."""

    kind = forms.ChoiceField(required=False, label=_("What"))
    person = forms.CharField(required=False, max_length=320, label=_("Person (address or number)"))
    mailbox = forms.ModelChoiceField(Mailbox.objects.none(), required=False, label=_("Mailbox"), empty_label=_("all"))
    campaign = forms.ModelChoiceField(
        Campaign.objects.none(), required=False, label=_("Campaign"), empty_label=_("all")
    )
    first = forms.DateField(required=False, label=_("From"), widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(required=False, label=_("To"), widget=forms.DateInput(attrs={"type": "date"}))
    below = forms.IntegerField(required=False, min_value=1, max_value=LAST, widget=forms.HiddenInput)

    def __init__(self, *args: Any, workspace_id: int, **how: Any) -> None:
        """Offer what this workspace has."""
        super().__init__(*args, **how)
        self.workspace_id = workspace_id
        kinds = self.fields["kind"]
        if isinstance(kinds, forms.ChoiceField):
            kinds.choices = [("", _("everything")), *GROUPS.items(), (_("One kind"), [(one, one) for one in KINDS])]
        boxes, campaigns = self.fields["mailbox"], self.fields["campaign"]
        if isinstance(boxes, forms.ModelChoiceField) and isinstance(campaigns, forms.ModelChoiceField):
            boxes.queryset = Mailbox.objects.filter(workspace_id=workspace_id).order_by("address")
            campaigns.queryset = Campaign.objects.filter(workspace_id=workspace_id).order_by("name")

    def clean_person(self) -> int | None:
        """Find the person by address or number."""
        typed = self.cleaned_data["person"].strip()
        if not typed:
            return None
        known = Contact.objects.filter(workspace_id=self.workspace_id)
        if typed.isdecimal() and len(typed) < 19:
            found = known.filter(id=int(typed))
        else:
            found = known.filter(email=typed.lower())
        recipient = found.values_list("recipient_id", flat=True).first()
        if recipient is None:
            raise forms.ValidationError(_("Nobody here has this address or number."))
        return recipient

    def wanted(self) -> Wanted:
        """Return the cleaned filters."""
        told = self.cleaned_data
        return Wanted(
            kind=told["kind"],
            recipient=told["person"],
            mailbox=told["mailbox"].id if told["mailbox"] else None,
            campaign=told["campaign"].id if told["campaign"] else None,
            first=told["first"],
            last=told["last"],
        )
