"""The words of notices: what happened, in which campaign or mailbox, and where to look; never what a person wrote."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from app.models import Event, Member
from mailboxes.models import Mailbox
from mailboxes.screens.words import Text
from sequences.core import notices
from sequences.models import Campaign, Contact, Notice

SHOWN = 10  # lines of a kind; the rest is counted
KIND_WORDS: dict[str, Text] = {
    notices.POSITIVE: gettext_lazy("Somebody is interested"),
    notices.REPLY: gettext_lazy("Somebody replied"),
    notices.TASK: gettext_lazy("A task is due"),
    notices.SIGN_IN: gettext_lazy("A mailbox must sign in again"),
    notices.PAUSED: gettext_lazy("A rule paused a campaign or a mailbox"),
    notices.NOTHING_SENT: gettext_lazy("Nothing was sent today though people are due"),
    notices.HALTED: gettext_lazy("All sending was stopped"),
}
COUNTED = {
    notices.POSITIVE: ngettext_lazy("%d person is interested", "%d people are interested"),
    notices.REPLY: ngettext_lazy("%d person replied", "%d people replied"),
    notices.TASK: ngettext_lazy("%d task is due", "%d tasks are due"),
    notices.SIGN_IN: ngettext_lazy("%d mailbox must sign in again", "%d mailboxes must sign in again"),
    notices.PAUSED: ngettext_lazy("%d pause by a rule", "%d pauses by rules"),
    notices.NOTHING_SENT: ngettext_lazy("%d day on which nothing was sent", "%d days on which nothing was sent"),
    notices.HALTED: ngettext_lazy("All sending was stopped (%d time)", "All sending was stopped (%d times)"),
}
PAGES = {
    notices.POSITIVE: "inbox",
    notices.REPLY: "inbox",
    notices.TASK: "tasks",
    notices.SIGN_IN: "mailboxes",
    notices.PAUSED: "dashboard",
    notices.NOTHING_SENT: "not_mailed",
    notices.HALTED: "dashboard",
}
WHENS: dict[str, Text] = {
    notices.NOW: gettext_lazy("at once"),
    notices.DIGEST: gettext_lazy("in the digest"),
    notices.OFF: gettext_lazy("off"),
}
CHANNEL_WORDS: dict[str, Text] = {
    "email": gettext_lazy("Email"),
    "slack": gettext_lazy("Slack"),
    "teams": gettext_lazy("Microsoft Teams"),
}


@dataclass(frozen=True, slots=True)
class Message:
    """What leaves: a line, and lines of plain text."""

    subject: str
    text: str


def message_of(seat: Member, told: list[Notice], *, names: bool) -> Message:
    """Return one message for all of them, by kind, the most urgent first; people by name only where asked for."""
    each = [(kind, [one for one in told if one.kind == kind]) for kind in notices.USUAL]
    counted = [(kind, some, str(COUNTED[kind] % len(some))) for kind, some in each if some]
    subject = "; ".join(words for _kind, _some, words in counted)
    parts = ["\n".join([words, *_lines(seat, kind, some, names)]) for kind, some, words in counted]
    return Message(f"{seat.workspace.name}: {subject}".replace("\n", " ")[:150], "\n\n".join([*parts, _why()]))


def trial() -> Message:
    """Return what the button of a channel sends."""
    return Message(_("A trial from Forbear"), "\n\n".join([_("This channel works: notices arrive here."), _why()]))


def _why() -> str:
    where = settings.BASE_URL + reverse("notices")
    return _("You chose these notices in your settings: %(where)s") % {"where": where}


def _lines(seat: Member, kind: str, some: list[Notice], names: bool) -> Iterable[str]:  # noqa: FBT001
    called = _called(seat, some[:SHOWN], names)
    yield from (f"- {called[one.id]}" for one in some[:SHOWN] if one.id in called)
    if len(some) > SHOWN:
        more = len(some) - SHOWN
        yield ngettext("and %(more)d more", "and %(more)d more", more) % {"more": more}
    yield settings.BASE_URL + reverse(PAGES[kind])


def _called(seat: Member, some: list[Notice], names: bool) -> dict[int, str]:  # noqa: FBT001
    """Return what each notice speaks of: a campaign or mailbox by name, a person only where the user asked for it."""
    kind, numbers = some[0].kind, [one.subject_id for one in some]
    if kind in {notices.PAUSED, notices.SIGN_IN}:
        return _places(seat, some, numbers)
    if not names:
        return {}
    people = Contact.objects.filter(
        workspace_id=seat.workspace_id, recipient_id__in=[one.recipient_id for one in some if one.recipient_id]
    )
    called = {one.recipient_id: f"{one.first_name} {one.last_name}".strip()[:80] for one in people}
    return {one.id: called[one.recipient_id] for one in some if one.recipient_id and called.get(one.recipient_id)}


def _places(seat: Member, some: list[Notice], numbers: list[int]) -> dict[int, str]:
    """Return the campaigns and mailboxes by the kind of the event, since their ids are alike."""
    kinds = dict(Event.objects.filter(id__in=[one.event_id for one in some]).values_list("id", "kind"))
    campaigns = dict(Campaign.objects.filter(workspace_id=seat.workspace_id, id__in=numbers).values_list("id", "name"))
    boxes = dict(Mailbox.objects.filter(workspace_id=seat.workspace_id, id__in=numbers).values_list("id", "address"))
    found = {
        one.id: (campaigns if kinds.get(one.event_id, "").startswith("campaign.") else boxes).get(one.subject_id)
        for one in some
    }
    return {number: name for number, name in found.items() if name}
