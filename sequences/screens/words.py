"""The one glossary of the screens: each state as word, icon and tone, each reason to wait as a sentence.

Never "error", never "pending": a reason says what is waited for and who can end it.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from mailboxes.screens.words import State, Text

CAMPAIGN: dict[str, State] = {
    "draft": State(_("Draft"), "draft", "quiet"),
    "running": State(_("Running"), "play", "go"),
    "paused": State(_("Paused"), "pause", "wait"),
    "archived": State(_("Archived"), "archive", "quiet"),
}
CAMPAIGN_BECAUSE: dict[str, Text] = {"opt_outs": _("too many of the people it wrote to opted out")}
CANARY: dict[str, State] = {
    "first": State(_("Writing to its first people"), "people", "info"),
    "resting": State(_("Waiting to see how its first mails are taken"), "clock", "wait"),
    "held": State(_("Held: too much came back from its first people, or a person held it"), "pause", "stop"),
    "clear": State(_("Writing to everybody"), "play", "go"),
}
ENROLLMENT: dict[str, State] = {
    "active": State(_("In the campaign"), "play", "info"),
    "finished": State(_("Finished"), "flag", "quiet"),
    "replied": State(_("Replied"), "reply", "go"),
    "bounced": State(_("Bounced"), "bounce", "stop"),
    "unsubscribed": State(_("Opted out"), "hand", "stop"),
    "complained": State(_("Complained"), "warn", "stop"),
    "stopped": State(_("Stopped"), "stop", "quiet"),
    "failed": State(_("Failed on our side"), "warn", "wait"),
}
TOUCH: dict[str, State] = {
    "planned": State(_("Planned"), "clock", "info"),
    "scheduled": State(_("Scheduled"), "clock", "quiet"),
    "waiting": State(_("Waiting"), "clock", "wait"),
    "held": State(_("Held"), "pause", "wait"),
}
STEP: dict[str, State] = {
    "email": State(_("Email"), "mailbox", "quiet"),
    "linkedin": State(_("LinkedIn task"), "tasks", "quiet"),
    "call": State(_("Call"), "tasks", "quiet"),
    "task": State(_("Task"), "tasks", "quiet"),
    "look": State(_("Look at what came back"), "question", "wait"),
    "away": State(_("Away for the third time, never saying until when"), "question", "wait"),
}
DO_NOT_CONTACT = State(_("Do not contact"), "hand", "stop")
MAY_BE_MAILED = State(_("May be contacted"), "check", "go")
STEP_REFUSED = "step_refused"
FAILED_BECAUSE: dict[str, Text] = {
    STEP_REFUSED: _("the mail itself was refused: too large, or of a form the server does not take"),
    "authentication": _("the receiving side does not accept mail of our domain"),
    "policy_block": _("blocked by a rule of the receiving side"),
    "reputation_block": _("blocked because of our reputation"),
    "temporary": _("put off again and again for more than a day"),
}
STATE_UNKNOWN = State(_("Unknown"), "question", "quiet")

SUPPRESSED_BECAUSE: dict[str, Text] = {
    "unsubscribed": _("opted out"),
    "complained": _("called a mail spam"),
    "bounced": _("the address does not exist"),
    "by_person": _("added by a person"),
    "imported": _("imported"),
    "erased": _("asked to be erased"),
}
CAME_BY: dict[str, Text] = {
    "one_click": _("by the button of a mail program"),
    "page": _("on the opt-out page"),
    "mailto": _("by a mail to the opt-out address"),
    "words": _("in an answer"),
    "complaint": "",
    "bounce": _("(a report says so)"),
    "import": _("with a file"),
    "person": "",
    "erasure": "",
    "move": _("with an earlier address"),
}


BY_ITSELF: Text = _("Goes on by itself")


@dataclass(frozen=True, slots=True)
class Held:
    """Why somebody waits, and who ends it: nobody has to, or a person on the page named (a route), or any person."""

    because: Text
    act: Text = BY_ITSELF
    route: str = ""


_ROOM = Held(_("Today's room of the mailbox is used"), _("Goes on tomorrow"))
_HOURS = Held(_("Outside sending hours"))
_NOT_RUNNING = Held(_("The campaign is not running"), _("Start or resume it"), "campaigns")
_GONE = Held(_("The mailbox must sign in again, is paused or gone"), _("See to the mailbox"), "mailboxes")
_STOPPED = Held(_("The person answered, bounced or opted out"), _("Nothing to do"))

HELD: dict[str, Held] = {
    # the permit
    "rehearsal": Held(_("A rehearsal may only reach its own simulator"), _("Check the mailbox's servers"), "mailboxes"),
    "not_prepared": Held(_("The mail is being written")),
    "already_sent": Held(_("This step was sent to this person before"), _("Nothing to do")),
    "recipient_changed": Held(_("The address was changed; the mail is written anew")),
    "halted": Held(_("All sending is stopped"), _("An owner lets it go on")),
    "suppressed": Held(_("Do not contact"), _("Nothing to do"), "suppressions"),
    "opt_out_open": Held(_("The person asked to be left alone"), _("Nothing to do")),
    "stopped_since": _STOPPED,
    "not_active": Held(_("The person is not in the campaign any more"), _("Nothing to do")),
    "touch_closed": Held(_("The step is not due any more"), _("Nothing to do")),
    "campaign_not_running": _NOT_RUNNING,
    "campaign_ended": Held(_("The campaign's last day is over"), _("Give it a later last day"), "campaigns"),
    "paused_person": Held(_("A person paused this"), _("Let it go on")),
    "step_order": Held(_("The step before is not done")),
    "early": Held(_("Not due yet")),
    "deferred": Held(_("The receiving server asked to try again later")),
    "window": _HOURS,
    "day_off": Held(_("A weekend, a holiday or another day off"), _("Goes on after it")),
    "mailbox_not_connected": _GONE,
    "provider_limit": Held(_("The mail provider asked for a rest")),
    "provider_busy": Held(_("The mail provider is slow; each of its mailboxes gets its turn")),
    "provider_down": Held(_("The mail provider does not answer; it is tried again soon")),
    "in_flight": Held(_("Another mail of this mailbox is on its way")),
    "gap": Held(_("The gap after this mailbox's last mail is not over")),
    "cap": _ROOM,
    "rolling": Held(_("The provider's room for 24 hours is used")),
    "person_gap": Held(_("The person got a mail a short while ago")),
    "person_cap": Held(_("The person got enough mails in 60 days")),
    "domain_day": Held(_("Enough mails went to this company today"), _("Goes on tomorrow")),
    "campaign_day": Held(_("The campaign's number for today is reached"), _("Goes on tomorrow")),
    "hour": Held(_("The mailbox sent its mails of this hour")),
    "ramp": Held(_("A new mailbox begins with few mails; today's are sent"), _("Goes on tomorrow")),
    "hard_breaker": Held(
        _("Mail of this mailbox came back or was complained about; it may send less, and today's is sent"),
        _("See to the mailbox"),
        "mailboxes",
    ),
    "protection": Held(_("The protection policy slows the mailbox; today's mails are sent"), _("Goes on tomorrow")),
    "reserved": Held(_("What is left of today's room is kept for mail written by hand"), _("Goes on tomorrow")),
    "hand_written": Held(_("Somebody wrote to the person by hand"), _("A person decides"), "contacts"),
    "domain_openers": Held(_("Somebody else at this company got a first mail today"), _("Goes on tomorrow")),
    "domain_in_flight": Held(
        _("Enough people at this company are being written to"), _("Goes on when one of them is through")
    ),
    "sending_domain_day": Held(_("Enough mails left from this sending domain today"), _("Goes on tomorrow")),
    "canary_rests": Held(_("Waiting to see how the campaign's first mails are taken")),
    "canary_held": Held(
        _("The campaign's first mails came back or were complained about"), _("A person decides"), "campaigns"
    ),
    "mailbox_away": Held(_("The mailbox's owner is away"), _("Goes on after the return")),
    "mailbox_workday": Held(_("Outside the mailbox's own hours")),
    "health_fail": Held(_("The mailbox's mail fails its checks"), _("See to the mailbox"), "mailboxes"),
    "health_unknown": Held(_("The mailbox was not checked for three days"), _("See to the mailbox"), "mailboxes"),
    "inbox_stale": Held(
        _("An inbox that may hold an answer was not read lately"), _("See to the mailbox"), "mailboxes"
    ),
    "link_changed": Held(_("Opt-out links lead to another address now; the mail is written anew")),
    "link_closed": Held(
        _("Opt-out links of this sender do not work; nothing leaves before they do"),
        _("Whoever runs the server mends them"),
    ),
    "no_link_host": Held(
        _("No public address for opt-out links, and the few mails of today without one are used"),
        _("Whoever runs the server names one"),
    ),
    "busy": Held(_("Somebody else is at work on this person")),
    # the planner
    "mailbox_gone": _GONE,
    "no_mailbox": Held(_("The campaign has no mailbox that may send"), _("Connect one"), "mailboxes"),
    "zone_unknown": Held(
        _("The time zone of the person, the mailbox or the campaign is none that is known"), _("Name another one")
    ),
    "window_never_opens": Held(_("The sending hours never open"), _("Change the sending hours"), "campaigns"),
    "window_closed": _HOURS,
    "campaign_day_cap": Held(_("The campaign's number for today is reached"), _("Goes on tomorrow")),
    "new_contacts_per_day": Held(_("Enough new people were written to today"), _("Goes on tomorrow")),
    "no_room": _ROOM,
    # what came back, and what a person has to see to
    "absent": Held(_("Away from the office"), _("Goes on after the return")),
    "absence_far": Held(_("Away for long, or for nobody knows how long"), _("A person decides"), "contacts"),
    "unreadable_answer": Held(_("An answer came that could not be read"), _("A person has to look"), "contacts"),
    "other_tool": Held(_("Another tool mailed the person"), _("A person decides"), "contacts"),
    "colleague_answered": Held(_("Somebody of the same company answered"), _("A person decides"), "contacts"),
    "colleague_replied": Held(
        _("Somebody of the same company replied"), _("Goes on after a week; a person may decide earlier"), "contacts"
    ),
    "paused_until": Held(_("A person put this off")),
    "risky_address": Held(
        _("The address looks risky (catch-all, or not proven to exist)"), _("A person decides"), "contacts"
    ),
    "answered_elsewhere": Held(_("The person answered another tool"), _("A person decides"), "contacts"),
    "protected": Held(_("A customer, or somebody with an open deal"), _("A person decides"), "contacts"),
    "missing_field": Held(_("A field that the text needs is missing"), _("Fill it in"), "contacts"),
    "cannot_compose": Held(_("The text cannot be put together"), _("Mend the text"), "campaigns"),
    "uncertain": Held(_("Not sure whether the last mail left"), _("It is being looked for")),
    "task_open": Held(_("A task for a person is open"), _("Do it or skip it"), "tasks"),
    "task_due": Held(_("A task for a person is about to open")),
    "fault": Held(_("Something went wrong on our side; it is tried again in an hour")),
    "void": Held(_("The mail did not leave and is tried again")),
    "released": Held(_("The mail was found not to have left and is tried again")),
    # of a campaign as a whole
    "nobody_left": Held(_("Nobody is left to be mailed"), _("Nothing to do")),
    "everybody_held": Held(_("Everybody who is left is held"), _("See why, person by person"), "contacts"),
    # no reason was written: the touch's own state says it
    "planned": Held(_("Has a place today and goes out soon")),
    "next": Held(_("Due, and gets a place at the next look")),
}
UNNAMED = Held(_("Waits for a reason without a name"), _("A person has to look"))


def held(reason: str) -> Held:
    """Return the sentence for a stored reason; one nobody named is still shown."""
    return HELD.get(reason, UNNAMED)


ON_A_DAY: dict[str, Text] = {
    "hand_written": _("Somebody wrote to the person by hand on {day}"),
    "other_tool": _("Another tool mailed the person on {day}"),
}


def held_with(reason: str, detail: str) -> tuple[Held, str]:
    """Return the sentence for a stored reason with the day that is its detail; and the detail where it is another."""
    if reason in ON_A_DAY:
        with suppress(ValueError):
            day = date_format(date.fromisoformat(detail), "j F")
            return replace(held(reason), because=str(ON_A_DAY[reason]).format(day=day)), ""
    return held(reason), detail


def sentence(reason: str, detail: str = "") -> str:
    """Return a stored reason as one line of text, its detail in brackets."""
    told, rest = held_with(reason, detail)
    return f"{told.because} ({rest})" if rest else str(told.because)
