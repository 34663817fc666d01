"""The graded protection policy in words: its stages, why one was chosen, and what each of its numbers means."""

from django.utils.translation import gettext_lazy as _

from admission.core.states import Stage
from mailboxes.screens.words import State, Text

STAGES: dict[str, State] = {
    Stage.NORMAL: State(_("Sends as usual"), "play", "go"),
    Stage.SLOWED: State(_("Slowed"), "warn", "wait"),
    Stage.COOLING_DOWN: State(_("Resting"), "clock", "wait"),
    Stage.PAUSED: State(_("Stopped"), "stop", "stop"),
}
BECAUSE: dict[str, Text] = {
    "bounces": _("too many of its mails went to addresses that do not exist"),
    "blocks": _("too many of its mails were blocked for what we are"),
    "complaints": _("its mails were called spam"),
    "clean": _("enough clean days, with enough mails in them"),
    "by_person": _("a person looked and let it begin again"),
    "blind": _("too many reports name no mail of ours: nobody can judge"),
    "not_long_enough": _("not clean for long enough yet"),
    "": _("nothing speaks against it"),
}
NUMBERS: dict[str, Text] = {
    "days": _("Mails of so many last days are judged"),
    "least_sends": _("Fewer mails than this say nothing"),
    "bounces_slow": _("Hard bounces, in %: slowed from"),
    "bounces_cool": _("Hard bounces, in %: resting from"),
    "bounces_pause": _("Hard bounces, in %: stopped from"),
    "blocks_slow": _("Blocked, in %: slowed from"),
    "blocks_cool": _("Blocked, in %: resting from"),
    "blocks_pause": _("Blocked, in %: stopped from"),
    "complaints_slow": _("Called spam, times: slowed from"),
    "complaints_cool": _("Called spam, times: resting from"),
    "complaints_pause": _("Called spam, times: stopped from"),
    "slowed_percent": _("Room that a slowed mailbox keeps, in %"),
    "cooling_percent": _("Room that a resting mailbox keeps, in %"),
    "clean_days": _("Clean days for a step back"),
    "clean_sends": _("Clean mails for a step back"),
    "blind_percent": _("Reports without a mail of ours, in %, that blind the policy"),
    "blind_least": _("Fewer reports than this blind nobody"),
}
DRAFTED = State(_("Draft: does nothing"), "draft", "quiet")
WATCHED = State(_("Watching only"), "question", "info")
ENFORCED = State(_("Acting"), "check", "go")
ENFORCED_SOON = State(_("Acts soon"), "clock", "info")
ROLLED_BACK = State(_("Rolled back"), "skip", "quiet")
WATCHING = State(_("watching only"), "question", "quiet")
ACTING = State(_("acting"), "check", "info")


def because(reason: str) -> Text:
    """Return why a stage was chosen."""
    return BECAUSE.get(reason, reason.replace("_", " "))
