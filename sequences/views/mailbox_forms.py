"""What a person types about a mailbox: its limits, its hours, the days away, and its signature."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from app.core.window_text import window_of_text
from app.core.windows import Window, WindowError
from app.core.zones import ZoneError, zone_named
from mailboxes.core.numbers import NUMBERS
from mailboxes.screens.words import Text

LABELS: dict[str, Text] = {
    "cap": _("Automated mails a day, at most"),
    "hour": _("In any hour, at most"),
    "rolling": _("All mails in any 24 hours, at most"),
    "gap": _("Seconds between two automated mails"),
    "jitter": _("… and up to so many percent longer"),
    "reserved": _("Mails a day kept for what people write by hand"),
    "ramp": _("A new mailbox begins with so many a day"),
    "step": _("… and so many more for each day that counts"),
}
HELP: dict[str, Text] = {
    "hour": _("Empty: no such limit."),
    "rolling": _("Your provider's own limit; hand-written mails count too."),
    "ramp": _("Empty: no ramp. Only for a mailbox that has sent as much for a long time."),
}


class Numbers(forms.Form):
    """The limits of a mailbox; the next mail already keeps to them."""

    def __init__(self, *args: Any, **how: Any) -> None:
        """Make a field of each number, with its bounds."""
        super().__init__(*args, **how)
        for name, bounds in NUMBERS.items():
            self.fields[name] = forms.IntegerField(
                label=str(LABELS[name]),
                help_text=str(HELP.get(name, "")),
                min_value=bounds.least,
                max_value=bounds.most,
                required=not bounds.optional,
            )


class Hours(forms.Form):
    """When the mailbox works, in its own zone."""

    workday = forms.CharField(
        required=False,
        max_length=500,
        label=_("Its own hours"),
        help_text=_("Such as mon-fri 09:00-12:00, 13:00-17:00. Empty: as its campaigns have it."),
    )
    zone = forms.CharField(
        max_length=64,
        label=_("Time zone"),
        help_text=_("Today's room is not opened twice by a change."),
        widget=forms.TextInput(attrs={"list": "zones"}),
    )

    def clean_workday(self) -> Window | None:
        """Read the hours as the command line does."""
        text = self.cleaned_data["workday"].strip()
        try:
            return window_of_text(text) if text else None
        except WindowError as error:
            raise forms.ValidationError(str(error)) from error

    def clean_zone(self) -> str:
        """Know the zone by its name."""
        try:
            return zone_named(self.cleaned_data["zone"])
        except ZoneError as error:
            raise forms.ValidationError(str(error)) from error


class Away(forms.Form):
    """The first and the last day on which the mailbox's owner is away."""

    first = forms.DateField(label=_("First day away"), widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label=_("Last day away"), widget=forms.DateInput(attrs={"type": "date"}))
