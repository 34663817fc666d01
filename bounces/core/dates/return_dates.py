"""The day on which an absent person is back: find the phrase first, then parse only the date in it.

The day named in the text is returned unchanged; a stated day of return beats a last day away (REPLIES.md 6).
A wrong guess is worth less than none.
"""

import re
from datetime import date, datetime

from bounces.core.dates.order import day_first
from bounces.core.dates.roles import AWAY, BACK, DEPUTY, LOOSE, Scored, absent, judged
from bounces.core.dates.tokens import cleaned, sentences
from bounces.core.dates.unspaced import UNSPACED, unspaced
from bounces.core.dates.values import Conventions
from bounces.core.language.subjects import AUTOMATIC_ANSWER
from bounces.core.mail.headers import Headers, mailbox

STATED = re.compile(r"\(([^()]{6,60})\)\s*$")
LOOSE_SENTENCES = 4  # beyond these only words of return or absence count


def return_date(text: str, subject: str, headers: Headers, sent: datetime, *, phrased: bool = False) -> date | None:
    """The day of return that a notice names, None when it names none. `phrased`: only with words that say so.

    A person's mail is full of other dates, so there the nearness of an absence is not enough.
    """
    plain = cleaned(text)
    sender = mailbox(headers.get("from"))[1] or ""
    order = day_first(f"{plain}\n{subject}", headers, sender, sent)
    conventions = Conventions(order, sent.date())
    if named := _of_subject(subject, conventions):
        return named
    read = _read(plain, conventions, phrased=phrased)
    return _chosen(read, phrased=phrased) or _whole_subject(subject, conventions, phrased=phrased)


def _read(plain: str, conventions: Conventions, *, phrased: bool = False) -> list[list[Scored]]:
    """What each sentence says; `phrased`: only of those that speak of an absence, and their neighbours."""
    if UNSPACED.search(plain):
        return [unspaced(plain, conventions)]
    found = sentences(plain)
    read = [judged(sentence, conventions) for sentence in found]
    if not phrased:
        return read
    away = [
        absent(one) or any(scored.level == AWAY for scored in scores) for one, scores in zip(found, read, strict=True)
    ]
    return [scores for index, scores in enumerate(read) if any(away[max(0, index - 1) : index + 2])]


def _of_subject(subject: str, conventions: Conventions) -> date | None:
    """The day in the brackets of a Domino subject: (returning 20/03/2026)."""
    found = STATED.search(cleaned(subject))
    if found is None:
        return None
    return _chosen(_read(found[1], conventions), phrased=True)


def _whole_subject(subject: str, conventions: Conventions, *, phrased: bool) -> date | None:
    """A subject of the notice's own. Behind the prefix of an automatic answer stands ours."""
    plain = cleaned(subject)
    if phrased or AUTOMATIC_ANSWER.search(plain):
        return None
    return _chosen(_read(re.split(r"\b[Rr][Ee]:|\bAW:", plain)[0], conventions), phrased=True)


def _chosen(read: list[list[Scored]], *, phrased: bool) -> date | None:
    """The day of return, or else the latest end of an absence; what belongs to somebody else only for want of more."""
    every = [one for sentence in read for one in sentence]
    backs = [one for one in every if one.level == BACK]
    aways = [one for one in every if one.level == AWAY and (one.mine or not phrased)]
    if backs:
        day = max(one.day for one in backs)
        later = [one.day for one in aways if one.day > day and not (one.start and one.start > day)]
        return max(later, default=day)
    if aways:
        return max(one.day for one in aways)
    if phrased:
        return None
    loose = [one for sentence in read[:LOOSE_SENTENCES] for one in sentence if one.level == LOOSE]
    if loose:
        return max(one.day for one in loose)
    deputies = [one for one in every if one.level == DEPUTY]
    return deputies[0].day if len(deputies) == 1 and not deputies[0].mine else None
