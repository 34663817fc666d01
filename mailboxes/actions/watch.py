"""News of mailboxes that tell of it: sets their next poll to now. The hint may be missed; the poll is the truth."""

import logging
import threading
from collections.abc import Collection

from django.conf import settings
from django.utils.module_loading import import_string

from app.actions import clock
from app.actions.transactions import require_no_transaction
from mailboxes.actions.accounts import account_of, allowed
from mailboxes.actions.inbound import READABLE
from mailboxes.inbound.imap_idle import IdleWatcher, open_idle
from mailboxes.models import InboundCursor, Mailbox
from mailboxes.wire.imap_session import ImapSession

log = logging.getLogger(__name__)

POLLS = "mailboxes.actors.poll_due"
TURN = 1.0  # seconds to wait for news before looking whether to stop
APART = 5.0  # seconds between two hints about one mailbox
LOOK_AGAIN = 15.0  # seconds between looks at which mailboxes there are
AFTER_A_FAULT = 10.0  # seconds before a watch that failed is begun anew


class Hints:
    """News that waits to be told: of each mailbox at most once in a while, whatever its server says."""

    def __init__(self) -> None:
        self._waiting: set[int] = set()
        self._told_at: dict[int, float] = {}

    def add(self, mailbox_ids: Collection[int]) -> None:
        """Take note of news."""
        self._waiting |= set(mailbox_ids)

    def ready(self, now: float) -> set[int]:
        """Return the mailboxes whose news may be told at this machine second, and forget it."""
        ready = {one for one in self._waiting if now - self._told_at.get(one, float("-inf")) >= APART}
        self._waiting -= ready
        self._told_at = {one: at for one, at in self._told_at.items() if now - at < APART} | dict.fromkeys(ready, now)
        return ready


def run(stop: threading.Event) -> None:
    """Watch until told to stop, whatever happens meanwhile. Locks nothing."""
    while not stop.is_set():
        try:
            watch(stop)
        except Exception:
            log.exception("the watch for news failed; the polls go on")
            stop.wait(AFTER_A_FAULT)


def watch(stop: threading.Event) -> None:
    """Hold one waiting connection for each mailbox that is read over IMAP, as many as IDLE_CONNECTIONS allows."""
    watcher = IdleWatcher(_opened)
    hints = Hints()
    looked_at = float("-inf")
    try:
        while not stop.is_set():
            now = clock.now().timestamp()
            if now - looked_at > LOOK_AGAIN:
                looked_at = now
                watcher.want(wanted())
            require_no_transaction()  # gives the database connection back while we wait
            hints.add(watcher.turn(TURN))
            if ready := hints.ready(clock.now().timestamp()):
                hint(ready)
    finally:
        watcher.close()


def wanted() -> dict[int, str]:
    """Return the mailboxes to wait for, with what their connections are made from."""
    found = Mailbox.objects.filter(state__in=READABLE, endpoints__has_key="imap", credential__isnull=False)
    rows = found.order_by("id").values_list("id", "endpoints", "credential__updated_at")
    return {mailbox_id: repr(more) for mailbox_id, *more in rows[: settings.IDLE_CONNECTIONS]}


def hint(mailbox_ids: Collection[int]) -> int:
    """Let these be read now and wake whoever does it; return how many were not due already."""
    now = clock.now()
    moved = InboundCursor.objects.filter(mailbox_id__in=mailbox_ids, next_poll_at__gt=now).update(next_poll_at=now)
    require_no_transaction()
    import_string(POLLS).send()
    return moved


def _opened(mailbox_id: int) -> ImapSession:
    return open_idle(account_of(Mailbox.objects.get(id=mailbox_id)), allowed())
