"""What people type to connect mailboxes. A password is never put back into a page."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from mailboxes.core.account import Security, Server
from mailboxes.core.address import AddressError, parse_address
from mailboxes.core.doors import Offer
from mailboxes.core.signs import fault_of_line
from mailboxes.models import Mailbox

LARGEST_LIST = 2_000_000  # bytes of a file or a paste: a thousand mailboxes take about 200,000
PURPOSES = (
    (Mailbox.Purpose.PERSONAL.value, _("A person's own: only mail that answers us is read and kept")),
    (Mailbox.Purpose.OUTREACH.value, _("Only for outreach: all of its mail is read, and the team sees it")),
)
SECURITIES = ((Security.TLS.value, _("TLS")), (Security.STARTTLS.value, _("STARTTLS")))
PLAIN = (Security.PLAIN.value, _("none (local)"))
NO_HELP = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class Unechoed(forms.Textarea):
    """A text that holds secrets: what was typed is never put back into a page."""

    def format_value(self, value: object) -> str:  # noqa: ARG002
        """Return nothing, whatever was typed."""
        return ""


class Begin(forms.Form):
    """Whose mailbox, and what it is for."""

    address = forms.CharField(
        max_length=320, label=_("Mail address"), widget=forms.EmailInput(attrs={**NO_HELP, "autofocus": True})
    )
    display_name = forms.CharField(
        max_length=200,
        required=False,
        label=_("Name that recipients see"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    purpose = forms.ChoiceField(choices=PURPOSES, label=_("What is it for?"), widget=forms.RadioSelect)

    def clean_address(self) -> str:
        """Read it as every other address is read."""
        try:
            return parse_address(self.cleaned_data["address"]).normalised
        except AddressError as error:
            raise forms.ValidationError(str(error)) from error

    def clean_display_name(self) -> str:
        """Refuse what could not stand in a header."""
        name: str = self.cleaned_data["display_name"]
        if fault := fault_of_line(name):
            raise forms.ValidationError(_("The name %(fault)s.") % {"fault": fault})
        return name


class ByPassword(forms.Form):
    """SMTP and IMAP; the servers are filled in by the address."""

    password = forms.CharField(
        max_length=1000,
        strip=False,
        label=_("Password"),
        widget=forms.PasswordInput(render_value=False, attrs={**NO_HELP, "autocomplete": "new-password"}),
    )
    username = forms.CharField(max_length=320, label=_("User name"), widget=forms.TextInput(attrs=NO_HELP))
    smtp_host = forms.CharField(max_length=253, label=_("Server for sending"), widget=forms.TextInput(attrs=NO_HELP))
    smtp_port = forms.IntegerField(min_value=1, max_value=65535, label=_("Port"))
    smtp_security = forms.ChoiceField(choices=SECURITIES, label=_("Protection"))
    imap_host = forms.CharField(
        max_length=253,
        required=False,
        label=_("Server for reading"),
        widget=forms.TextInput(attrs=NO_HELP),
        help_text=_("Without one, answers are not seen: only first mails leave."),
    )
    imap_port = forms.IntegerField(min_value=1, max_value=65535, required=False, label=_("Port"))
    imap_security = forms.ChoiceField(choices=SECURITIES, required=False, label=_("Protection"))

    def __init__(self, *args: Any, plain: bool = False, **options: Any) -> None:
        """plain: servers of this machine may be used without TLS, as in a rehearsal."""
        super().__init__(*args, **options)
        for name in ("smtp_security", "imap_security") if plain else ():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
            field.choices = [*SECURITIES, PLAIN]

    def clean(self) -> dict[str, Any]:
        """A server for reading needs its port."""
        told = super().clean() or self.cleaned_data
        if told.get("imap_host") and not told.get("imap_port"):
            self.add_error("imap_port", _("The server for reading needs a port; 993 is usual."))
        return told

    def servers(self) -> tuple[Server, Server | None]:
        """Return what was typed, once it is valid."""
        told = self.cleaned_data
        smtp = Server(told["smtp_host"], told["smtp_port"], Security(told["smtp_security"]))
        security = Security(told["imap_security"] or Security.TLS)
        return smtp, Server(told["imap_host"], told["imap_port"], security) if told["imap_host"] else None


def filled(offer: Offer, address: str) -> dict[str, object]:
    """Return what the password door is filled with."""
    smtp, imap = offer.smtp, offer.imap
    told: dict[str, object] = {"username": address, "smtp_host": smtp.host, "smtp_port": smtp.port}
    told["smtp_security"] = smtp.security.value
    if imap is not None:
        told |= {"imap_host": imap.host, "imap_port": imap.port, "imap_security": imap.security.value}
    return told


class KeyFile(forms.Form):
    """A service account's key, pasted once."""

    name = forms.CharField(max_length=100, label=_("Name for it"), widget=forms.TextInput(attrs=NO_HELP))
    key = forms.CharField(
        max_length=20_000,
        label=_("Key file (JSON)"),
        widget=Unechoed(attrs={**NO_HELP, "rows": 6}),
        help_text=_("It is encrypted at once and never shown again."),
    )


class Delegated(forms.Form):
    """Addresses that a service account acts for."""

    account = forms.IntegerField(min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput)
    addresses = forms.CharField(
        max_length=200_000,
        label=_("Addresses, one a line"),
        widget=forms.Textarea(attrs={**NO_HELP, "rows": 8}),
    )
    purpose = forms.ChoiceField(choices=PURPOSES, label=_("What are they for?"), widget=forms.RadioSelect)


class MailboxRows(forms.Form):
    """A list of mailboxes, as a file or pasted."""

    file = forms.FileField(
        required=False, label=_("CSV file"), widget=forms.ClearableFileInput(attrs={"accept": ".csv"})
    )
    rows = forms.CharField(
        required=False,
        strip=False,
        max_length=LARGEST_LIST,
        label=_("or paste the rows, with their line of column names"),
        widget=Unechoed(attrs={**NO_HELP, "rows": 8}),
    )
    purpose = forms.ChoiceField(choices=PURPOSES, label=_("What are they for?"), widget=forms.RadioSelect)

    def clean_file(self) -> Any:
        """Refuse what is no list."""
        file = self.cleaned_data["file"]
        if file is not None and (file.size or 0) > LARGEST_LIST:
            raise forms.ValidationError(_("The file is larger than 2 MB."))
        return file

    def clean(self) -> dict[str, Any]:
        """One of the two is needed."""
        told = super().clean() or self.cleaned_data
        if not self.errors and not told.get("file") and not str(told.get("rows", "")).strip():
            self.add_error("file", _("Choose a file or paste rows."))
        return told


class Ticked(forms.Form):
    """Which rows of a list are to be stored."""

    row = forms.TypedMultipleChoiceField(required=False, coerce=int)

    def __init__(self, *args: Any, there: list[int], **options: Any) -> None:
        """there: the rows that may be ticked."""
        super().__init__(*args, **options)
        field = self.fields["row"]
        assert isinstance(field, forms.TypedMultipleChoiceField)  # noqa: S101 - declared above
        field.choices = [(number, "") for number in there]
