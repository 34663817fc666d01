"""What stands beside a conversation: answers on their way, notes, texts to begin with, and what a label would do."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as now_told
from django.utils.translation import gettext_lazy as _

from admission.core.verdict import SENTENCES
from app.actions import clock
from app.models import Member
from bounces.core.outcomes import Outcome
from bounces.models import Conversation
from bounces.screens.thread import Item
from mailboxes.core.states import DeliveryState
from mailboxes.models import DeliveryBody
from mailboxes.screens.words import State, Text
from sequences.core.compose import context_for, render
from sequences.core.compose_errors import ComposeError
from sequences.models import Answer, Contact, Enrollment, Note, Snippet
from sequences.screens.contacts import search

MOST_FOUND = 500  # people of a search

KIND: dict[str, State] = {
    "replied": State(_("Answered"), "reply", "go"),
    "calendar_answered": State(_("Answered an invitation"), "reply", "go"),
    "unsubscribed": State(_("Opted out"), "hand", "stop"),
    "complained": State(_("Called it spam"), "warn", "stop"),
    "away": State(_("Out of office"), "away", "wait"),
    "auto_replied": State(_("Machine answer"), "reply", "quiet"),
    "left": State(_("Has left the company"), "out", "quiet"),
    "bounced": State(_("Came back"), "bounce", "stop"),
    "failed": State(_("Refused because of the sender"), "warn", "wait"),
    "delayed": State(_("Delayed"), "clock", "quiet"),
    "delivered": State(_("Delivered"), "check", "quiet"),
    "read": State(_("Read receipt"), "check", "quiet"),
    "listed": State(_("Mail of a list"), "list", "quiet"),
    "own": State(_("Our own mail"), "sent", "quiet"),
    "warm_up": State(_("Mail of a warm-up service"), "list", "quiet"),
    "unmatched": State(_("Found nobody"), "question", "wait"),
}
CATEGORY: dict[str, Text] = {
    "interested": _("Interested"),
    "question": _("A question"),
    "not_interested": _("Not interested"),
    "wrong_person": _("The wrong person"),
}
CHOICES = ("replied", "away", "auto_replied", "left", "unsubscribed", "calendar_answered", "bounced", "listed")
DOES: dict[str, Text] = {
    "replied": _("Every campaign of this person ends: somebody answered. Colleagues are held as your rule says."),
    "calendar_answered": _("Every campaign of this person ends: a person acted on the invitation."),
    "unsubscribed": _("Every campaign of this person ends, and the address goes on the do-not-contact list."),
    "complained": _("Every campaign of this person ends, and the address goes on the do-not-contact list."),
    "away": _("The campaign waits until they are back, and then goes on."),
    "auto_replied": _("Nothing ends: the campaign goes on, and what the earlier reading stopped is taken up again."),
    "left": _("Every campaign of this address ends, and a task asks the owner who follows."),
    "bounced": _("Every campaign of this person ends: the mail came back."),
    "listed": _("Nothing ends: it is mail of a list and says nothing about this person."),
}
BECAUSE: dict[str, Text] = {
    "unproven": _("Nothing proves that a machine wrote it: it counts as written by a person."),
    "person": _("Somebody of you said so."),
}
NOT_SENT: dict[str, Text] = {
    "taken_back": _("Taken back before sending"),
    "erased": _("Taken back: the person was erased"),
}


@dataclass(frozen=True, slots=True)
class OnItsWay:
    """An answer that has not left, or whose end is not a plain yes."""

    answer: Answer
    text: str
    leaves_at: datetime  # world time
    state: State
    because: Text
    open: bool


def kind_of(outcome: str) -> State:
    """Return what a message means in words."""
    return KIND.get(outcome, State(_("Something came back"), "list", "quiet"))


def read_by(rule: str, evidence: str) -> Text:
    """Return in words by which rule a message was read, and by what in it."""
    name = rule.partition(":")[0]
    if name in BECAUSE:
        return BECAUSE[name]
    told = {"rule": name.replace("_", " ").replace("-", " "), "evidence": evidence}
    if evidence:
        return now_told("Read by the rule “%(rule)s”, because of “%(evidence)s”.") % told
    return now_told("Read by the rule “%(rule)s”.") % told


def shown(one: Item) -> tuple[Item, State, Text, Text]:
    """Return a message of a conversation with what it means, of which sort it is, and why it is read so."""
    return one, kind_of(one.outcome), CATEGORY.get(one.category, ""), read_by(one.rule, one.evidence)


def on_their_way(conversation: Conversation) -> list[OnItsWay]:
    """Return the newest answers that wait, did not leave, or may have. Two statements."""
    found = Answer.objects.filter(conversation_id=conversation.id).select_related("delivery", "by")
    rows = [one for one in found.order_by("-id")[:10] if one.delivery.accepted_world is None]
    bodies = DeliveryBody.objects.in_bulk([one.delivery_id for one in rows])
    world = clock.world_clock()
    return [
        OnItsWay(
            answer=one,
            text=bodies[one.delivery_id].text if one.delivery_id in bodies else "",
            leaves_at=world.world(one.send_at),
            state=_state(one),
            because=_because(one),
            open=one.closed_at is None and one.delivery.state == DeliveryState.PREPARED,
        )
        for one in rows
    ]


def _state(answer: Answer) -> State:
    if answer.delivery.state == DeliveryState.UNCERTAIN:
        return State(_("Not sure it left"), "question", "wait")
    if answer.delivery.state == DeliveryState.SENDING:
        return State(_("Leaving now"), "sent", "info")
    if answer.closed_at is None:
        return State(_("Leaves soon"), "clock", "info")
    if answer.delivery.reason in NOT_SENT:
        return State(NOT_SENT[answer.delivery.reason], "stop", "quiet")
    return State(_("Did not leave"), "warn", "stop")


def _because(answer: Answer) -> Text:
    reason = answer.waits_for or (answer.delivery.reason if answer.closed_at else "")
    told = {str(name): sentence for name, sentence in SENTENCES.items()}
    return told.get(reason, "") or ("" if reason in NOT_SENT else reason.replace("_", " "))


def notes_of(conversation: Conversation) -> QuerySet[Note]:
    """Return the notes, newest first."""
    return Note.objects.filter(conversation_id=conversation.id).select_related("by").order_by("-id")[:50]


def who_may_have_it(workspace_id: int) -> list[Member]:
    """Return the members who may answer."""
    seats = Member.objects.filter(workspace_id=workspace_id).exclude(role=Member.Role.VIEWER)
    return list(seats.select_related("user").order_by("user__email"))


@dataclass(frozen=True, slots=True)
class Filled:
    """A text of the workspace with a person's values; `missing`: what stands in it as it was written."""

    id: int
    name: str
    text: str
    missing: bool


def snippets_for(workspace_id: int, contact: Contact | None) -> list[Filled]:
    """Return the workspace's texts, filled in for a person. One statement."""
    return [_filled(one, contact) for one in Snippet.objects.filter(workspace_id=workspace_id).order_by("name")]


def _filled(snippet: Snippet, contact: Contact | None) -> Filled:
    try:
        text = render("", snippet.text, None, context_for(_values(contact) if contact else {})).text
    except ComposeError:
        return Filled(snippet.id, snippet.name, snippet.text, missing=True)
    return Filled(snippet.id, snippet.name, text, missing=False)


def _values(contact: Contact) -> Mapping[str, str | None]:
    names = ("first_name", "last_name", "company", "title", "phone", "linkedin_url", "country", "email")
    return {**contact.fields, **{name: getattr(contact, name) for name in names}}


def people_wanted(workspace_id: int, text: str, campaign_id: int | None) -> object:
    """Return whose conversations a search and a campaign leave; None: everybody's."""
    if not text and campaign_id is None:
        return None
    enrolled = Enrollment.objects.filter(workspace_id=workspace_id, campaign_id=campaign_id or 0)
    if not text:
        return enrolled.values("recipient_id")
    found = list(search(workspace_id, text).values_list("recipient_id", flat=True)[:MOST_FOUND])
    if campaign_id is None:
        return found
    return list(enrolled.filter(recipient_id__in=found).values_list("recipient_id", flat=True))


def consequences(now: str, was: str) -> list[Text]:
    """Return what a label does and what it takes back, before it is said."""
    told = [DOES.get(now, _("Nothing ends."))]
    if was in {Outcome.UNSUBSCRIBED, Outcome.COMPLAINED} and now not in {Outcome.UNSUBSCRIBED, Outcome.COMPLAINED}:
        told.append(_("The address leaves the do-not-contact list, unless something else put it there too."))
    if was in {"replied", "calendar_answered", "left", "bounced"} and now in {"away", "auto_replied", "listed"}:
        told.append(now_told("Campaigns that ended because of the earlier reading go on where they stood."))
    return told
