"""What people type in the inbox, parsed and bounded."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from app.core.cursors import LONGEST
from bounces.actions.relabel import LONGEST_REASON
from bounces.screens.inbox import Show, Whose
from mailboxes.core.message import OutgoingFile
from mailboxes.core.mime_files import safe_name, safe_type
from sequences.actions.answers import LONGEST as LONGEST_ANSWER
from sequences.actions.answers import MOST_BYTES, Draft
from sequences.actions.talks import LONGEST_NOTE, LONGEST_SIGNATURE
from sequences.core.inbox_keys import KEYS
from sequences.forms import LARGEST_KEY
from sequences.models import Answer
from sequences.screens.talks import CATEGORY, CHOICES, KIND

DAYS = [(1, _("tomorrow")), (3, _("in 3 days")), (7, _("in a week")), (14, _("in two weeks"))]
MOMENT = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
KEY_WORDS = {
    "next": _("The next conversation"),
    "previous": _("The one before"),
    "answer": _("Answer"),
    "done": _("Mark as done"),
    "snooze": _("Put off"),
    "label": _("Say what the newest message is"),
    "not_interested": _("Do not contact this person any more"),
    "help": _("Show the keys"),
}


class InboxFilter(forms.Form):
    """Which conversations are shown, and where the page begins."""

    whose = forms.ChoiceField(required=False, choices=[(one.value, one.value) for one in Whose])
    state = forms.ChoiceField(
        required=False,
        label=_("State"),
        choices=[
            ("", _("Open")),
            (Show.SNOOZED.value, _("Put off")),
            (Show.DONE.value, _("Done")),
            (Show.ALL.value, _("All")),
        ],
    )
    kind = forms.ChoiceField(
        required=False,
        label=_("Class"),
        choices=[("", _("Every class")), *((name, KIND[name].word) for name in (*CHOICES, "complained", "failed"))],
    )
    label = forms.ChoiceField(required=False, label=_("Answer"), choices=[("", _("Every answer")), *CATEGORY.items()])
    mailbox = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_KEY, label=_("Mailbox"))
    campaign = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_KEY, label=_("Campaign"))
    q = forms.CharField(required=False, max_length=200, label=_("Name, company or address"))
    after = forms.CharField(required=False, max_length=LONGEST)


class AfterCursor(forms.Form):
    """Where a page of messages begins."""

    after = forms.CharField(required=False, max_length=LONGEST)


class ManyFiles(forms.ClearableFileInput):
    """Several files at once."""

    allow_multiple_selected = True


class AnswerForm(forms.Form):
    """An answer and what becomes of the conversation after it."""

    text = forms.CharField(
        label=_("Your answer"),
        max_length=LONGEST_ANSWER,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "data-answer": ""}),
    )
    seen = forms.IntegerField(min_value=0, max_value=LARGEST_KEY, widget=forms.HiddenInput)
    after = forms.ChoiceField(
        label=_("Then"),
        choices=[
            (Answer.After.DONE.value, _("mark it as done")),
            (Answer.After.REMIND.value, _("remind me if no answer comes")),
            (Answer.After.STAY.value, _("leave it open")),
        ],
        required=False,
    )
    remind_days = forms.TypedChoiceField(label=_("Remind me"), choices=DAYS, coerce=int, required=False)
    send_at = forms.DateTimeField(label=_("Send later"), required=False, widget=MOMENT)
    attachments = forms.Field(label=_("Files"), required=False, widget=ManyFiles(attrs={"multiple": True}))

    def draft(self, files: "list[UploadedFile[bytes]]") -> Draft:
        """Return what was typed; a file beyond the limit is read no further than its first byte too many."""
        typed: dict[str, Any] = self.cleaned_data
        read = tuple(
            OutgoingFile(safe_name(one.name or ""), safe_type(one.content_type or ""), one.read(MOST_BYTES + 1))
            for one in files
        )
        return Draft(
            text=typed["text"],
            seen=typed["seen"],
            send_at=typed["send_at"],
            after=typed["after"] or Answer.After.STAY,
            remind_days=typed["remind_days"] or 3,
            files=read,
        )


class MoveForm(forms.Form):
    """What somebody saw, and until when they put it off."""

    seen = forms.IntegerField(min_value=0, max_value=LARGEST_KEY, required=False)
    days = forms.TypedChoiceField(choices=DAYS, coerce=int, required=False)
    until = forms.DateTimeField(required=False, widget=MOMENT)


class AssignForm(forms.Form):
    """Whose it is from now on; empty: nobody's."""

    owner = forms.IntegerField(min_value=1, max_value=LARGEST_KEY, required=False)


class NoteForm(forms.Form):
    """A note."""

    text = forms.CharField(label=_("Note"), max_length=LONGEST_NOTE, widget=forms.Textarea(attrs={"rows": 3}))


class LabelForm(forms.Form):
    """What a message is, why, and whom it is about."""

    outcome = forms.ChoiceField(label=_("It is"), choices=[(name, KIND[name].word) for name in CHOICES])
    about = forms.CharField(
        label=_("It belongs to"),
        max_length=254,
        required=False,
        help_text=_("The address of a person this workspace knows; empty: as it is."),
    )
    back_on = forms.DateField(
        label=_("Back on"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    reason = forms.CharField(
        label=_("Why"), max_length=LONGEST_REASON, help_text=_("Kept with your name. The reader never takes it back.")
    )


class SnippetForm(forms.Form):
    """A text to use again."""

    name = forms.CharField(label=_("Name"), max_length=80)
    text = forms.CharField(
        label=_("Text"),
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("Fields such as {{ first_name }} are filled in when it is used."),
    )


class SignatureForm(forms.Form):
    """What stands below the answers of a mailbox."""

    signature = forms.CharField(
        label=_("Signature"),
        max_length=LONGEST_SIGNATURE,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class KeysForm(forms.Form):
    """The keys a person uses."""

    def __init__(self, *given: Any, **more: Any) -> None:
        """Have a field for each key."""
        super().__init__(*given, **more)
        for name, key in KEYS.items():
            short = forms.TextInput(attrs={"size": 2, "autocomplete": "off"})
            self.fields[name] = forms.CharField(
                label=KEY_WORDS[name], max_length=1, required=False, widget=short, help_text=_("usually ") + key
            )
