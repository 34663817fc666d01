"""What came back, in words."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

SHOWN = 4_000  # characters of a message in a list; one message alone is shown as far as it is kept
EXCERPT = 160

ANSWERS: dict[str, str | Promise] = {
    "accepted": _("accepted"),
    "declined": _("declined"),
    "tentative": _("tentative"),
    "counter": _("another time proposed"),
    "invited": _("invitation"),
}


def calendar(event: Mapping[str, str]) -> str:
    """Return an answer to an invitation as one line: `accepted: Talk, 2027-03-16 09:00 UTC`; "" where there is none."""
    if not event:
        return ""
    answer = str(ANSWERS.get(event.get("answer", ""), event.get("answer", "")))
    return f"{answer}: " + ", ".join(part for part in (event.get("summary", ""), event.get("starts", "")) if part)


def excerpt(text: str) -> str:
    """Return the first words of a text in one line."""
    line = " ".join(text[: EXCERPT * 2].split())
    return line if len(line) <= EXCERPT else line[: EXCERPT - 1].rstrip() + "…"


def shortened(text: str, *, longer: bool, limit: int | None = SHOWN) -> tuple[str, str]:
    """Return a text as far as it is shown, and the note that stands below it; "" where it is all there is."""
    if limit is not None and len(text) > limit:
        return text[:limit], gettext("Cut here: the message alone is shown in full.")
    if longer:
        return text, gettext("Cut here: the message is longer than what is kept of it.")
    return text, ""


def by_hand() -> str:
    """Return the note of a mail that one of us wrote in a mail program."""
    return gettext("Written in a mail program; its words are not kept.")
