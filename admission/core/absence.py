"""When a mail in doubt may be called absent, and when to look for it next. True time throughout."""

from collections.abc import Sequence
from datetime import datetime, timedelta

AFTER_DEADLINE = timedelta(minutes=15)  # a call may hang until its deadline, and Sent folders lag behind it
BETWEEN_READS = timedelta(minutes=10)
KEEPS_SENT = 3  # mails accepted before, each found in the mailbox: proof that it keeps what it sends
FIRST_DISTANCE = timedelta(minutes=1)
LONGEST_DISTANCE = timedelta(hours=6)
ASK_A_PERSON = timedelta(hours=24)  # in doubt, before a person is asked
GIVE_UP = timedelta(days=14)  # then nobody looks any more; a person, a reply or a report still decides


def twice_absent(reads: Sequence[datetime], counts_from: datetime) -> bool:
    """Tell whether complete reads that did not find the mail prove that it is not there.

    Two of them, ten minutes apart, neither before `counts_from`, for until then it may still come.
    """
    counting = [at for at in reads if at >= counts_from]
    return bool(counting) and max(counting) - min(counting) >= BETWEEN_READS


def next_look(
    now: datetime, *, looks: int, began: datetime, reads: Sequence[datetime], counts_from: datetime
) -> datetime | None:
    """Return when to look again after so many looks (1 and more), each twice as far off as the last; None: never.

    `reads` are the complete ones that did not find it. Neither of the two that count is put off for the distance, nor
    the one at which a person is asked.
    """
    if now - began >= GIVE_UP:
        return None
    distance = FIRST_DISTANCE * (1 << min(looks - 1, 20))
    due = now + min(distance, LONGEST_DISTANCE)
    first = min((at for at in reads if at >= counts_from), default=None)
    wanted = [counts_from, began + ASK_A_PERSON, *([first + BETWEEN_READS] if first else [])]
    return min([due, *(at for at in wanted if at > now)])
