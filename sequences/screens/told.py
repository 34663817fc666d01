"""The log in words: what each kind of event is called on a screen. The person's name stands before it."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from mailboxes.screens.words import State, Text

ACCEPTED = {
    "gmail": State(_("Accepted by Google"), "sent", "info"),
    "smtp": State(_("Accepted by the mail server"), "sent", "info"),
}
NOTES: dict[str, Text] = {"delivery.accepted": _("not yet proof of arrival")}
LABELS: dict[str, Text] = {  # of a person's answer whose words are clear
    "interested": _("interested"),
    "not_interested": _("not interested"),
    "wrong_person": _("the wrong person"),
    "question": _("a question"),
}
# Every answer and report proves that our mail left; where that was in doubt, the log says "accepted" beside it.
UNTOLD = ("delivery.proved",)

# "kind" or "kind:detail", where the detail is the outcome, the state or the reason that the event's data names.
TOLD: dict[str, State] = {
    "enrollment.started": State(_("Joined the campaign"), "people", "quiet"),
    "enrollment.reopened": State(_("Taken up again by a person"), "play", "info"),
    "enrollment.paused": State(_("Paused by a person"), "pause", "wait"),
    "enrollment.sender_changed": State(_("Goes on from another mailbox, in a new thread"), "mailbox", "info"),
    "enrollment.moved": State(_("Moved to another step by a person"), "skip", "info"),
    "enrollment.ended:finished": State(_("Finished: every step is done"), "flag", "quiet"),
    "enrollment.ended:replied": State(_("The campaign ended: replied"), "flag", "quiet"),
    "enrollment.ended:bounced": State(_("The campaign ended: bounced"), "flag", "quiet"),
    "enrollment.ended:unsubscribed": State(_("The campaign ended: opted out"), "flag", "quiet"),
    "enrollment.ended:complained": State(_("The campaign ended: complained"), "flag", "quiet"),
    "enrollment.ended:stopped": State(_("The campaign ended: stopped"), "flag", "quiet"),
    "enrollment.ended:failed": State(_("The campaign ended: failed on our side"), "warn", "wait"),
    "permit.granted": State(_("Cleared to send"), "check", "quiet"),
    "delivery.accepted": ACCEPTED["smtp"],
    "delivery.rejected": State(_("Refused for good"), "bounce", "stop"),
    "delivery.deferred": State(_("Asked to try again later"), "clock", "wait"),
    "delivery.void": State(_("Did not leave; tried again"), "clock", "quiet"),
    "delivery.uncertain": State(_("Not sure it left"), "question", "wait"),
    "delivery.released": State(_("Not sure it left: it is not there, and goes out again"), "question", "info"),
    "delivery.proved": State(_("What came back proves that it left"), "check", "quiet"),
    "delivery.needs_person": State(_("Not sure it left: a person has to look"), "question", "stop"),
    "delivery.bounced": State(_("The mail came back"), "bounce", "stop"),
    "delivery.complained": State(_("The mail was called spam"), "warn", "stop"),
    "delivery.buried": State(_("Needs a fix before it can be sent"), "warn", "wait"),
    "delivery.requeued": State(_("Mended, and written anew"), "draft", "info"),
    "delivery.confirmed": State(_("Not sure it left: a person says it did"), "check", "info"),
    "delivery.denied": State(_("Not sure it left: a person says it never did"), "question", "wait"),
    "touch.released": State(_("A person let the next step go on"), "play", "info"),
    "delivery.withdrawn": State(_("Taken back before sending"), "stop", "quiet"),
    "recipient.stopped:replied": State(_("Replied"), "reply", "go"),
    "recipient.stopped:calendar_answered": State(_("Answered an invitation"), "reply", "go"),
    "recipient.stopped:unsubscribed": State(_("Opted out"), "hand", "stop"),
    "recipient.stopped:complained": State(_("Called it spam"), "warn", "stop"),
    "recipient.stopped:bounced": State(_("Bounced"), "bounce", "stop"),
    "recipient.stopped:failed": State(_("Refused because of the sender"), "warn", "wait"),
    "recipient.stopped:left": State(_("Has left the company"), "out", "quiet"),
    "recipient.stopped": State(_("Stopped"), "stop", "quiet"),
    "recipient.suppressed": State(_("Put on the do-not-contact list"), "hand", "stop"),
    "recipient.written_to": State(_("Got a mail of ours that this product did not send"), "reply", "wait"),
    "recipient.asked_erasure": State(_("Asked for their data to be deleted"), "out", "wait"),
    "answer.written": State(_("A person wrote an answer"), "draft", "info"),
    "answer.taken_back": State(_("An answer was taken back before it left"), "stop", "quiet"),
    "answer.not_sent": State(_("An answer did not leave"), "warn", "wait"),
    "conversation.noted": State(_("A person noted something"), "draft", "quiet"),
    "conversation.meeting": State(_("Meeting booked"), "flag", "go"),
    "snippet.saved": State(_("A text for answers was kept"), "draft", "quiet"),
    "snippet.removed": State(_("A text for answers was removed"), "stop", "quiet"),
    "mailbox.signature": State(_("A signature was changed"), "draft", "quiet"),
    "task.assigned": State(_("A task was given to somebody"), "people", "quiet"),
    "task.postponed": State(_("A task was put off"), "clock", "quiet"),
    "recipient.absent": State(_("Out of office"), "away", "wait"),
    "recipient.unreadable": State(_("Sent an answer that could not be read"), "question", "wait"),
    "outcome.recorded:auto_replied": State(_("Machine answer; the campaign goes on"), "reply", "quiet"),
    "outcome.recorded:delayed": State(_("Delivery is delayed; nobody has to do anything"), "clock", "quiet"),
    "outcome.recorded:delivered": State(_("Delivered"), "check", "go"),
    "outcome.recorded:read": State(_("Sent a read receipt"), "check", "quiet"),
    "outcome.recorded": State(_("Something came back; nothing changes"), "list", "quiet"),
    "outcome.exact": State(_("The report turned out to name our mail"), "bounce", "quiet"),
    "outcome.corrected": State(_("A person says that it was read wrongly"), "draft", "info"),
    "inbound.relabelled": State(_("A person said what a message is"), "draft", "info"),
    "delivery.corrected": State(_("It had not come back after all"), "check", "info"),
    "mailbox.warned": State(_("Mails come back because of a mailbox's own set-up"), "warn", "wait"),
    "mailbox.warned:complaint": State(_("Somebody called a mailbox's mail spam"), "warn", "wait"),
    "mailbox.slowed:hard_bounces": State(_("A mailbox sends half: its mails came back"), "warn", "wait"),
    "mailbox.slowed:domain_hard_bounces": State(
        _("A mailbox sends half: its domain's mails came back"), "warn", "wait"
    ),
    "mailbox.slowed:complaints": State(_("A mailbox sends half: it was called spam twice"), "warn", "wait"),
    "mailbox.slowed": State(_("A mailbox sends half"), "warn", "wait"),
    "mailbox.connected": State(_("A person connects a mailbox"), "play", "go"),
    "mailbox.resumed": State(_("A person lets a mailbox send again"), "play", "go"),
    "mailbox.restored": State(_("A mailbox sends its whole number again"), "play", "go"),
    "mailbox.paused:hard_bounces": State(_("A mailbox was paused: too many mails came back"), "pause", "stop"),
    "mailbox.paused:domain_hard_bounces": State(
        _("A mailbox was paused: too many mails of its domain came back"), "pause", "stop"
    ),
    "mailbox.paused:complaints": State(_("A mailbox was paused: it was called spam too often"), "pause", "stop"),
    "mailbox.paused:domain_complaints": State(
        _("A mailbox was paused: its domain was called spam too often"), "pause", "stop"
    ),
    "mailbox.credit": State(_("A mailbox's ramp begins where its sent mail says"), "mailbox", "info"),
    "mailbox.ramp": State(_("A mailbox's ramp rose: it may send more a day"), "mailbox", "info"),
    "protection.slowed:watching": State(_("Watching only: a mailbox would be slowed"), "question", "quiet"),
    "protection.slowed:acting": State(_("A mailbox is slowed by the protection policy"), "warn", "wait"),
    "protection.cooling_down:watching": State(_("Watching only: a mailbox would rest"), "question", "quiet"),
    "protection.cooling_down:acting": State(_("A mailbox rests by the protection policy"), "warn", "wait"),
    "protection.paused:watching": State(_("Watching only: a mailbox would be stopped"), "question", "quiet"),
    "protection.paused:acting": State(_("A mailbox is stopped by the protection policy"), "stop", "stop"),
    "protection.normal:watching": State(_("Watching only: a mailbox would send as before"), "question", "quiet"),
    "protection.normal:acting": State(_("A mailbox sends as before"), "play", "go"),
    "protection.recovered": State(_("A person let a stopped mailbox begin again"), "play", "info"),
    "protection.blind": State(
        _("Too many reports name no mail of ours: the protection policy cannot judge"), "question", "stop"
    ),
    "protection.sighted": State(_("Reports name our mails again: the protection policy can judge"), "check", "go"),
    "protection.policy:drafted": State(_("A protection policy was drafted"), "draft", "quiet"),
    "protection.policy:watched": State(_("A protection policy is watching only"), "question", "info"),
    "protection.policy:enforced": State(_("A protection policy acts"), "check", "info"),
    "protection.policy:rolled_back": State(_("A protection policy was rolled back"), "skip", "info"),
    "mailbox.relay_learned": State(_("A relay renames a mailbox's mail; the new names are known"), "mailbox", "quiet"),
    "mailbox.measured": State(_("A mailbox's health was measured"), "mailbox", "quiet"),
    "mailbox.health_changed:pass": State(_("A mailbox is healthy"), "check", "go"),
    "mailbox.health_changed:fail": State(
        _("A check of a mailbox's health fails; its campaign mail waits"), "warn", "stop"
    ),
    "mailbox.health_changed:unknown": State(
        _("A mailbox's health is not known; its campaign mail waits"), "question", "wait"
    ),
    "contact.erased": State(_("Personal data erased"), "out", "quiet"),
    "contact.cleared": State(_("A person decided that they may be written to"), "play", "info"),
    "contact.tagged": State(_("Got a tag, or lost one"), "draft", "quiet"),
    "contact.assigned": State(_("Has another owner"), "people", "quiet"),
    "contacts.exported": State(_("Contacts were handed out as a file"), "out", "info"),
    "contact.exported": State(_("Everything about a person was handed out as a file"), "out", "info"),
    "contact.moved": State(_("Has a new address"), "people", "quiet"),
    "member.joined": State(_("A colleague joined the workspace"), "people", "quiet"),
    "member.invited": State(_("A colleague was invited"), "people", "quiet"),
    "member.uninvited": State(_("An invitation was withdrawn"), "stop", "quiet"),
    "member.role_changed": State(_("A colleague has another role"), "people", "info"),
    "member.notices_chosen": State(_("A colleague chose what to be told of"), "people", "quiet"),
    "member.left": State(_("A colleague's seat was taken away"), "out", "wait"),
    "key.created": State(_("An API key was made"), "plug", "info"),
    "key.revoked": State(_("An API key was ended"), "plug", "quiet"),
    "webhook.created": State(_("A webhook was made"), "plug", "info"),
    "webhook.ended": State(_("A webhook was ended"), "plug", "quiet"),
    "workspace.changed": State(_("The workspace's name, sender, zone or country was changed"), "draft", "quiet"),
    "workspace.created": State(_("The workspace was made"), "flag", "quiet"),
    "suppression.lifted": State(_("Taken off the do-not-contact list"), "play", "info"),
    "links.closed": State(_("Opt-out links failed their self-test; mail that would name them waits"), "warn", "stop"),
    "links.open": State(_("Opt-out links passed their self-test"), "check", "go"),
    "workspace.spellings:on": State(_("Do-not-contact entries cover every spelling of an address"), "hand", "info"),
    "workspace.spellings:off": State(_("Do-not-contact entries cover the very address alone"), "hand", "info"),
    "domain.suppressed": State(_("A domain was put on the do-not-contact list"), "hand", "stop"),
    "task.opened": State(_("A task was opened"), "tasks", "info"),
    "task.done:accepted": State(_("The invitation was accepted"), "check", "go"),
    "task.done:declined": State(_("The invitation was declined"), "stop", "wait"),
    "task.skipped:timeout": State(_("Nobody did the task in time: it was skipped"), "skip", "wait"),
    "task.done": State(_("The task was done"), "check", "go"),
    "task.skipped": State(_("The task was skipped"), "skip", "quiet"),
    "task.failed": State(_("The task could not be done"), "warn", "wait"),
    "task.cancelled": State(_("The task was closed"), "stop", "quiet"),
    "campaign.running": State(_("The campaign runs"), "play", "go"),
    "campaign.paused": State(_("The campaign was paused"), "pause", "wait"),
    "campaign.steps_shifted": State(_("Its steps moved by as long as the campaign was paused"), "clock", "info"),
    "campaign.steps_skipped": State(_("Steps that fell due during the pause were skipped"), "skip", "info"),
    "campaign.warned:opt_outs": State(_("More than 2 % of those a campaign wrote to opted out"), "warn", "wait"),
    "campaign.canary:resting": State(_("The campaign waits to see how its first mails are taken"), "clock", "wait"),
    "campaign.canary:held": State(
        _("The campaign writes to nobody new: its first people, or a person"), "pause", "stop"
    ),
    "campaign.canary:clear": State(_("The campaign writes to everybody"), "play", "go"),
    "campaign.edited:copy": State(_("A text of the campaign was changed"), "draft", "quiet"),
    "campaign.edited:structure": State(_("The steps of the campaign were changed"), "list", "quiet"),
    "campaign.edited:settings": State(_("The settings of the campaign were changed"), "settings", "quiet"),
    "campaign.edited": State(_("The campaign's hours or days were changed"), "clock", "quiet"),
    "calendar.created": State(_("A holiday calendar was made"), "clock", "quiet"),
    "calendar.edited": State(_("A holiday calendar was changed; waiting mails moved with it"), "clock", "quiet"),
    "campaign.archived": State(_("The campaign was archived"), "archive", "quiet"),
    "workspace.nothing_sent": State(_("Nothing was sent that day though people were due"), "warn", "wait"),
    "workspace.halted": State(_("All sending was stopped"), "stop", "stop"),
    "workspace.company_rule": State(_("What an answer does to its company was changed"), "draft", "quiet"),
    "campaign.company_rule": State(_("What an answer does to its company was changed"), "draft", "quiet"),
    "workspace.resumed": State(_("Sending goes on"), "play", "go"),
    "contact.created": State(_("Imported"), "people", "quiet"),
    "contact.updated": State(_("Changed by an import"), "draft", "quiet"),
    "contact.skipped": State(_("Met again by an import; nothing changed"), "people", "quiet"),
    "import.uploaded": State(_("A file of people was uploaded"), "list", "quiet"),
    "import.read": State(_("A file of people was read; nobody is imported yet"), "list", "quiet"),
    "import.confirmed": State(_("An import was started"), "list", "info"),
    "import.cancelled": State(_("An import was given up before it began"), "stop", "quiet"),
    "import.undone": State(_("An import was taken back"), "out", "info"),
    "import.finished": State(_("An import was finished"), "list", "quiet"),
    "inbound.decided": State(_("A message was read"), "mailbox", "quiet"),
    "inbound.found": State(_("A message turned out to answer us"), "mailbox", "quiet"),
    "inbound.claimed": State(_("A message was claimed by the mailbox's owner"), "mailbox", "quiet"),
    "inbound.unmatched": State(_("A message came from nobody we know"), "question", "wait"),
    "mailbox.paused": State(_("A mailbox was paused"), "pause", "wait"),
    "dkim.key": State(_("A signing key of a domain was changed"), "plug", "quiet"),
    "conversation.assigned": State(_("A conversation was given to somebody"), "people", "quiet"),
    "conversation.state:open": State(_("A conversation is open again"), "play", "info"),
    "conversation.state:snoozed": State(_("A conversation was put off"), "clock", "quiet"),
    "conversation.state:done": State(_("A conversation was marked as done"), "check", "quiet"),
    "conversation.answered": State(_("Somebody answered by hand"), "reply", "quiet"),
    "mailbox.numbers_changed": State(_("A mailbox's limits were changed"), "mailbox", "quiet"),
    "policy.changed": State(_("The numbers that mails are judged by were changed"), "check", "info"),
    "mailbox.zone_changed": State(_("A mailbox has another time zone"), "clock", "quiet"),
    "mailbox.workday_changed": State(_("A mailbox has other hours of its own"), "clock", "quiet"),
    "mailbox.away_changed": State(_("A mailbox has other days away"), "clock", "quiet"),
    "mailbox.marker_added": State(_("A mailbox knows a new mark of warm-up mail"), "mailbox", "quiet"),
    "mailbox.marker_removed": State(_("A mailbox forgot a mark of warm-up mail"), "mailbox", "quiet"),
    "test.asked": State(_("A test mail was asked for"), "draft", "quiet"),
    "mailbox.reconnect_needed": State(_("A mailbox must sign in again"), "plug", "stop"),
    "provider.unavailable": State(_("A mail provider does not answer; its mailboxes wait"), "plug", "stop"),
    "provider.back": State(_("A mail provider answers again"), "play", "go"),
    "incident.late_verdict": State(_("A late verdict came and changed nothing"), "question", "quiet"),
}


def note_of(kind: str, data: dict[str, Any]) -> Text:
    """Return what stands in brackets behind the words of an event; "" for most."""
    return LABELS.get(str(data.get("category")), "") if kind == "recipient.stopped" else NOTES.get(kind, "")


def told(kind: str, data: dict[str, Any], mailbox_kind: str = "") -> State:
    """Return the words for an event; one without words of its own is told by its kind."""
    if kind == "delivery.accepted" and mailbox_kind in ACCEPTED:
        return ACCEPTED[mailbox_kind]
    detail = data.get("outcome") or data.get("state") or data.get("reason") or ""
    return (
        TOLD.get(f"{kind}:{detail}")
        or TOLD.get(kind)
        or State(kind.replace(".", " ").replace("_", " "), "list", "quiet")
    )
