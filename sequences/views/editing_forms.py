"""What people type into the editor of a campaign."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from app.core.errors import Refused
from app.core.window_text import parse_window, window_json, window_of_text, window_text
from app.core.windows import WindowError
from app.core.zones import ZoneError, zone_named
from app.models import Member, Workspace
from sequences.actions import calendars
from sequences.actions.editing.beginning import EMPTY, THREE_MAILS
from sequences.actions.editing.settings import pool_of, usable
from sequences.core.due import LONGEST, LONGEST_HOURS
from sequences.core.texts import LONGEST_TEXT
from sequences.models import Campaign, Variant
from sequences.screens.campaigns import holidays_text
from sequences.screens.editor import KINDS, UNITS

NUMBER = forms.NumberInput(attrs={"inputmode": "numeric"})


class NewCampaign(forms.Form):
    """What a new campaign is called, and what it begins with."""

    name = forms.CharField(max_length=120, label=_("Name of the campaign"))
    start = forms.ChoiceField(label=_("Begin with"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, workspace: Workspace, **how: Any) -> None:
        """Offer the workspace's campaigns as what to copy."""
        super().__init__(*args, **how)
        mine = Campaign.objects.filter(workspace=workspace).order_by("-id").values_list("id", "name")[:50]
        copies = [(str(number), _("A copy of %(name)s") % {"name": name}) for number, name in mine]
        field = self.fields["start"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(THREE_MAILS, _("Three mails that stand ready")), (EMPTY, _("No steps yet")), *copies]


class StepDelay(forms.Form):
    """How long after the step before."""

    amount = forms.IntegerField(min_value=0, max_value=LONGEST_HOURS, label=_("Wait"), widget=NUMBER)
    unit = forms.ChoiceField(choices=list(UNITS.items()), label=_("Unit"))

    def clean(self) -> dict[str, Any]:
        """A year at most, in either unit."""
        told = super().clean() or {}
        if told.get("unit") != "hours" and (told.get("amount") or 0) > LONGEST:
            self.add_error("amount", _("At most %(n)d days.") % {"n": LONGEST})
        return told


class NewStep(StepDelay):
    """A step to be added at the end."""

    kind = forms.ChoiceField(choices=list(KINDS.items()), label=_("What"))
    subject = forms.CharField(
        required=False,
        max_length=998,
        label=_("Subject"),
        help_text=_("Of an email that begins a new thread. Empty: it continues the thread of the mail before."),
    )
    text = forms.CharField(
        label=_("Text"), max_length=LONGEST_TEXT, strip=False, widget=forms.Textarea(attrs={"rows": 6})
    )
    field_order = ("kind", "amount", "unit", "subject", "text")


class TextForm(forms.Form):
    """A text of a step; of an email it says whether it continues the thread, and nothing is guessed from words."""

    name = forms.CharField(max_length=40, label=_("Name of the variant"))
    weight = forms.IntegerField(
        min_value=0, max_value=100, label=_("Weight"), widget=NUMBER, help_text=_("0: off, nobody new gets it.")
    )
    thread = forms.ChoiceField(
        label=_("Thread"),
        widget=forms.RadioSelect,
        choices=[("new", _("Begins a new thread")), ("goes_on", _("Continues the thread of the mail before"))],
    )
    subject = forms.CharField(required=False, max_length=998, label=_("Subject"))
    text = forms.CharField(
        required=False, max_length=LONGEST_TEXT, strip=False, label=_("Text"), widget=forms.Textarea(attrs={"rows": 14})
    )
    html = forms.CharField(
        required=False,
        max_length=LONGEST_TEXT,
        strip=False,
        label=_("HTML"),
        help_text=_("May stay empty: plain text arrives best."),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )

    field_order = ("thread", "subject", "text", "html", "name", "weight")

    def __init__(self, *args: Any, email: bool, first: bool, **how: Any) -> None:
        """A manual step has a text alone; the first mail begins the thread."""
        super().__init__(*args, **how)
        if not email:
            for name in ("thread", "subject", "html", "weight", "name"):
                del self.fields[name]
        elif first:
            del self.fields["thread"]

    @classmethod
    def of(cls, variant: Variant, *, email: bool, first: bool) -> "TextForm":
        """Return the form as the variant fills it."""
        parts = ("name", "weight", "subject", "text", "html")
        initial = {part: getattr(variant, part) for part in parts}
        return cls(initial=initial | {"thread": "new" if variant.subject else "goes_on"}, email=email, first=first)

    def clean(self) -> dict[str, Any]:
        """A new thread has a subject, a thread that goes on has none of its own."""
        told = super().clean() or {}
        if told.get("thread") == "goes_on":
            told["subject"] = ""
        elif told.get("thread") == "new" and not (told.get("subject") or "").strip():
            self.add_error("subject", _("A new thread needs a subject."))
        for part in ("text", "html"):
            if part in told:
                told[part] = (told[part] or "").replace("\r\n", "\n")
        return told

    @property
    def values(self) -> dict[str, Any]:
        """Return what is saved."""
        return {name: value for name, value in self.cleaned_data.items() if name != "thread"}


class Settings(forms.Form):
    """Everything of a campaign that is no step."""

    name = forms.CharField(max_length=120, label=_("Name"))
    owner = forms.ChoiceField(required=False, label=_("Owner"))
    window = forms.CharField(
        max_length=500,
        label=_("Sends"),
        help_text=_("Such as “working days 08:30-17:30” or “mon-thu 09:00-12:00, 13:00-17:00; fri 09:00-12:00”."),
    )
    time_zone = forms.CharField(
        max_length=64, label=_("Time zone"), widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"})
    )
    in_person_zone = forms.BooleanField(required=False, label=_("In the person's own zone, where it is known"))
    holidays = forms.CharField(
        required=False,
        max_length=100,
        label=_("Holidays"),
        help_text=_("DE, DE-BE, “person” for each person's own country, a calendar's name, or nothing."),
    )
    ends_on = forms.DateField(
        required=False,
        label=_("Last day"),
        help_text=_("Who is not done by then is held."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    new_per_day = forms.IntegerField(
        required=False, min_value=1, max_value=1_000_000, label=_("New people a day"), widget=NUMBER
    )
    day_cap = forms.IntegerField(
        required=False, min_value=1, max_value=1_000_000, label=_("Mails a day"), widget=NUMBER
    )
    weight = forms.IntegerField(min_value=1, max_value=100, label=_("Turns beside other campaigns"), widget=NUMBER)
    priority = forms.BooleanField(required=False, label=_("Priority: extra turns in every round"))
    unsubscribe_mode = forms.ChoiceField(
        label=_("Opting out"),
        choices=[("link", _("by a link")), ("words", _("by answering")), ("both", _("both"))],
        help_text=_("The button of mail programs is there in any case."),
    )
    company_rule = forms.ChoiceField(
        required=False,
        label=_("When somebody of a company answers"),
        choices=[
            ("", _("as the workspace has it")),
            ("nothing", _("nothing happens to the others")),
            ("hold", _("the others are held for a week")),
            ("stop", _("the others are stopped")),
        ],
    )
    canary_size = forms.IntegerField(
        min_value=0,
        max_value=1000,
        label=_("First people"),
        widget=NUMBER,
        help_text=_("After them it rests two hours and looks at what came back; 0: it does not."),
    )

    def __init__(self, *args: Any, campaign: Campaign, **how: Any) -> None:
        """Offer the seats of the workspace as owners, and a weight for each mailbox; empty: it is not used."""
        super().__init__(*args, **how)
        self._campaign = campaign
        seats = Member.objects.filter(workspace_id=campaign.workspace_id).select_related("user").order_by("user__email")
        owner = self.fields["owner"]
        if isinstance(owner, forms.ChoiceField):
            owner.choices = [("", _("nobody")), *((str(seat.user_id), seat.user.email) for seat in seats)]
        self.boxes = usable(campaign.workspace_id)
        for box in self.boxes:
            self.fields[f"box_{box.id}"] = forms.IntegerField(
                required=False, min_value=1, max_value=100, label=box.address, widget=NUMBER
            )

    @classmethod
    def of(cls, campaign: Campaign) -> "Settings":
        """Return the form as the campaign fills it."""
        plain = {name: getattr(campaign, name) for name in cls.base_fields if hasattr(campaign, name)}
        initial = plain | {
            "owner": str(campaign.owner_id or ""),
            "window": window_text(parse_window(campaign.window)),
            "holidays": holidays_text(campaign),
        }
        pool = {f"box_{mailbox}": weight for mailbox, weight in pool_of(campaign).items()}
        return cls(initial=initial | pool, campaign=campaign)

    def clean_window(self) -> list[dict[str, object]]:
        """Read it as the command does."""
        try:
            return window_json(window_of_text(self.cleaned_data["window"]))
        except WindowError as error:
            raise forms.ValidationError(str(error)) from error

    def clean_time_zone(self) -> str:
        """Read it as an import does."""
        try:
            return zone_named(self.cleaned_data["time_zone"])
        except ZoneError as error:
            raise forms.ValidationError(f"{error}.") from error

    def clean_owner(self) -> int | None:
        """Take a seat, or nobody."""
        return int(self.cleaned_data["owner"]) if self.cleaned_data["owner"] else None

    def clean(self) -> dict[str, Any]:
        """Find the calendar."""
        told = super().clean() or {}
        try:
            self.kept = calendars.kept_by(self._campaign.workspace, (told.get("holidays") or "").strip())
        except Refused as refusal:
            self.add_error("holidays", str(refusal))
        return told

    @property
    def columns(self) -> dict[str, Any]:
        """Return the campaign's columns."""
        told = {name: value for name, value in self.cleaned_data.items() if not name.startswith("box_")}
        del told["holidays"]
        told["owner_id"] = told.pop("owner")
        return told | {"calendar": self.kept.calendar, "days_off": self.kept.days_off}

    @property
    def pool(self) -> dict[int, int]:
        """Return mailbox -> weight of those that are used."""
        told = {box.id: self.cleaned_data.get(f"box_{box.id}") for box in self.boxes}
        return {box: weight for box, weight in told.items() if weight}

    @property
    def plain(self) -> list[forms.BoundField]:
        """Return the fields that are no mailbox."""
        return [self[name] for name in self.base_fields]

    @property
    def pool_fields(self) -> list[forms.BoundField]:
        """Return the fields of the mailboxes."""
        return [self[f"box_{box.id}"] for box in self.boxes]
