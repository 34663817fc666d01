"""Waits for news of many mailboxes at once: one thread looks at all connections, a few others open them.

News is a hint to read the mailbox now, never the truth: whatever is missed here, the next poll finds. So nothing here
is repeated or mourned: a connection that fails is forgotten and opened again after a while.
"""

import selectors
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum
from queue import SimpleQueue

from app.actions.transactions import require_no_transaction
from app.core.backoff import retry_delay
from mailboxes.core.account import Account
from mailboxes.core.errors import CredentialError, EndpointRefused
from mailboxes.core.imap_idle import Said, heard
from mailboxes.inbound.imap import Way
from mailboxes.wire.endpoints import Allowed, require_server
from mailboxes.wire.http_client import trust
from mailboxes.wire.imap_session import ImapSession
from mailboxes.wire.imap_socket import ImapLost

OPENERS = 4  # threads that log in
RENEW_AFTER = 25 * 60.0  # seconds of waiting; servers may end it after 30 minutes (RFC 2177), nets forget sooner
ANSWER_WITHIN = 30.0  # seconds for a server to end a waiting, or to begin it
OPEN_WITHIN = 15.0  # seconds for what is asked after the login
SAY_WITHIN = 2.0  # seconds for a few bytes into an empty buffer
STEADY = 300.0  # seconds a connection must last for earlier failures to be forgotten
FIRST_PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(minutes=10)  # before a connection that fails again and again is tried anew
WITHOUT_IDLE = 3600.0  # seconds before a server that does not offer it is asked again

type Opener = Callable[[int], ImapSession]


class NoIdle(Exception):
    """The server does not tell of new mail by itself."""


def open_idle(account: Account, allowed: Allowed) -> ImapSession:
    """Log in and open INBOX, where news is told of.

    Raises TransactionOpen, NoIdle, ImapLost, ImapRefused, CredentialError, EndpointRefused.
    """
    require_no_transaction()
    server = account.endpoints.imap
    if server is None:
        raise NoIdle
    require_server(server, allowed)
    session = Way(account, server, trust(), allowed).open()
    try:
        _enter(session)
    except BaseException:
        session.wire.close()
        raise
    return session


def _enter(session: ImapSession) -> None:
    if "IDLE" not in session.offers:
        raise NoIdle
    session.within(OPEN_WITHIN)
    session.open("INBOX")


class _Openers:
    """A few threads that log in. They are daemons: a slow login keeps no process from ending."""

    def __init__(self, opener: Opener) -> None:
        self._opener = opener
        self._jobs: SimpleQueue[tuple[int, Future[ImapSession]] | None] = SimpleQueue()
        for number in range(OPENERS):
            threading.Thread(target=self._work, name=f"idle-opener-{number}", daemon=True).start()

    def submit(self, mailbox_id: int) -> Future[ImapSession]:
        promise: Future[ImapSession] = Future()
        self._jobs.put((mailbox_id, promise))
        return promise

    def close(self) -> None:
        for _ in range(OPENERS):
            self._jobs.put(None)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            mailbox_id, promise = job
            if promise.set_running_or_notify_cancel():
                try:
                    promise.set_result(self._opener(mailbox_id))
                except BaseException as error:  # noqa: BLE001 - whoever asks for the result is told
                    promise.set_exception(error)


class _Step(Enum):
    """Where the talk on a connection stands."""

    BEGINNING = "beginning"  # asked to wait with us
    WAITING = "waiting"
    ENDING = "ending"  # asked to end it, to begin anew


@dataclass(slots=True)
class _Waiting:
    """One connection. ends_at: when something must happen to it (monotonic seconds); failures: in a row, before it."""

    session: ImapSession
    version: str
    failures: int
    opened_at: float = field(default_factory=time.monotonic)
    step: _Step = _Step.BEGINNING
    ends_at: float = 0.0
    number: int = 0
    rest: bytes = b""

    @property
    def tag(self) -> bytes:
        return b"i%d" % self.number

    def begin(self) -> None:
        self.number += 1
        self._say(self.tag + b" IDLE\r\n", _Step.BEGINNING)

    def end(self) -> None:
        self._say(b"DONE\r\n", _Step.ENDING)

    def hear(self) -> frozenset[Said]:
        """Take in what came, and go on with the talk. Raises ImapLost."""
        told = heard(self.rest + self.session.wire.drain(), self.tag)
        self.rest = told.rest
        if Said.OVER in told.said or (Said.ENDED in told.said and self.step is not _Step.ENDING):
            raise ImapLost("the server would not wait")
        if Said.ENDED in told.said:
            self.begin()
        elif Said.WAITING in told.said and self.step is _Step.BEGINNING:
            self.step, self.ends_at = _Step.WAITING, time.monotonic() + RENEW_AFTER
        return told.said

    def overdue(self) -> None:
        """The time of this step is over: what waited is begun anew, who does not answer is lost. Raises ImapLost."""
        if self.step is not _Step.WAITING:
            raise ImapLost("the server does not answer")
        self.end()

    def _say(self, line: bytes, step: _Step) -> None:
        self.step, self.ends_at = step, time.monotonic() + ANSWER_WITHIN
        self.session.wire.within(SAY_WITHIN)
        self.session.wire.send(line)


@dataclass(slots=True)
class _Absent:
    """A mailbox that is not waited for now: when to try (monotonic seconds), and how often in a row it failed."""

    version: str
    failures: int = 0
    not_before: float = 0.0
    opening: Future[ImapSession] | None = None

    def failed(self) -> "_Absent":
        self.failures = min(self.failures + 1, 20)
        pause = retry_delay(self.failures, 1.0, base=FIRST_PAUSE, cap=LONGEST_PAUSE)
        self.not_before = time.monotonic() + pause.total_seconds()
        return self

    def result(self) -> ImapSession | None:
        """Return what was opened; else say when to try again."""
        opening, self.opening = self.opening, None
        try:
            return opening.result() if opening else None
        except NoIdle:
            self.not_before = time.monotonic() + WITHOUT_IDLE
        except (CredentialError, EndpointRefused):
            self.not_before = time.monotonic() + LONGEST_PAUSE.total_seconds()
        except Exception:  # noqa: BLE001 - whatever keeps one mailbox from being watched is no reason to leave others
            self.failed()
        return None


class IdleWatcher:
    """The connections of this process. Used by one thread; opener is called in others."""

    def __init__(self, opener: Opener) -> None:
        self._wanted: dict[int, str] = {}
        self._waiting: dict[int, _Waiting] = {}
        self._absent: dict[int, _Absent] = {}
        self._selector = selectors.DefaultSelector()
        self._openers = _Openers(opener)

    def want(self, wanted: Mapping[int, str]) -> None:
        """Wait for these mailboxes and no others; a version that changed means a new connection."""
        for mailbox_id, waiting in list(self._waiting.items()):
            if wanted.get(mailbox_id) != waiting.version:
                self._let_go(mailbox_id)
        for mailbox_id, absent in list(self._absent.items()):
            if wanted.get(mailbox_id) != absent.version and absent.opening is None:
                del self._absent[mailbox_id]
        for mailbox_id, version in wanted.items():
            if mailbox_id not in self._waiting and mailbox_id not in self._absent:
                self._absent[mailbox_id] = _Absent(version)
        self._wanted = dict(wanted)

    def turn(self, seconds: float) -> set[int]:
        """Wait so long for something to happen; return the mailboxes that have news."""
        news = self._opened()
        self._open_due()
        for key, _ in self._selector.select(seconds if not news else 0):
            if self._listen(key.data):
                news.add(key.data)
        self._renew_due()
        return news

    def waiting_for(self) -> set[int]:
        """Return the mailboxes whose connections wait now."""
        return set(self._waiting)

    def close(self) -> None:
        """Let every connection go."""
        self._openers.close()
        for mailbox_id in list(self._waiting):
            self._let_go(mailbox_id)
        for absent in self._absent.values():
            if absent.opening is not None and not absent.opening.cancel():
                absent.opening.add_done_callback(_close_late)
        self._selector.close()

    def _open_due(self) -> None:
        now = time.monotonic()
        for mailbox_id, absent in self._absent.items():
            if absent.opening is None and absent.not_before <= now:
                absent.opening = self._openers.submit(mailbox_id)

    def _opened(self) -> set[int]:
        """Take over what was opened meanwhile. Something may have come before we waited, so that is news."""
        done = [(name, one) for name, one in self._absent.items() if one.opening is not None and one.opening.done()]
        for mailbox_id, absent in done:
            session = absent.result()
            if self._wanted.get(mailbox_id) != absent.version:
                del self._absent[mailbox_id]
                if session is not None:
                    session.leave()
            elif session is not None:
                self._begin(mailbox_id, _Waiting(session, absent.version, absent.failures))
        return {mailbox_id for mailbox_id, _ in done} & self._waiting.keys()

    def _begin(self, mailbox_id: int, waiting: _Waiting) -> None:
        del self._absent[mailbox_id]
        self._waiting[mailbox_id] = waiting
        self._selector.register(waiting.session.wire.fileno(), selectors.EVENT_READ, mailbox_id)
        try:
            waiting.begin()
        except ImapLost:
            self._lost(mailbox_id)

    def _listen(self, mailbox_id: int) -> bool:
        """Hear what one connection says; True when it is news, or when news may have gone with the connection."""
        try:
            return Said.NEWS in self._waiting[mailbox_id].hear()
        except ImapLost:
            self._lost(mailbox_id)
            return True

    def _renew_due(self) -> None:
        now = time.monotonic()
        for mailbox_id in [name for name, waiting in self._waiting.items() if waiting.ends_at <= now]:
            try:
                self._waiting[mailbox_id].overdue()
            except ImapLost:
                self._lost(mailbox_id)

    def _lost(self, mailbox_id: int) -> None:
        """Try again after a while: after a longer one where the connection did not last."""
        waiting = self._waiting[mailbox_id]
        lasted = time.monotonic() - waiting.opened_at > STEADY
        self._let_go(mailbox_id, politely=False)
        self._absent[mailbox_id] = _Absent(waiting.version, 0 if lasted else waiting.failures).failed()

    def _let_go(self, mailbox_id: int, *, politely: bool = True) -> None:
        waiting = self._waiting.pop(mailbox_id)
        self._selector.unregister(waiting.session.wire.fileno())
        if politely:
            waiting.session.leave()
        else:
            waiting.session.wire.close()


def _close_late(opening: "Future[ImapSession]") -> None:
    if not opening.cancelled() and opening.exception() is None:
        opening.result().wire.close()
