"""After how many mails a server ends a connection, as it taught us: the next one is renewed before."""

import threading
import time

BELIEVED_FOR = 3600.0  # seconds
ANY_NUMBER = 1_000_000


class MailsPerConnection:
    """What was learned in this process, by server. Safe for threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._learned: dict[str, tuple[int, float]] = {}  # mails, monotonic seconds

    def note(self, endpoint: str, mails: int) -> None:
        """The server ended a connection, unasked, at the mail after so many."""
        with self._lock:
            self._learned[endpoint] = mails, time.monotonic()

    def learned(self, endpoint: str) -> int:
        """Return how many mails a connection to this server carries, ANY_NUMBER while nothing is known."""
        with self._lock:
            mails, at = self._learned.get(endpoint, (ANY_NUMBER, 0.0))
            if mails != ANY_NUMBER and time.monotonic() - at > BELIEVED_FOR:
                del self._learned[endpoint]
                return ANY_NUMBER
            return mails

    def forget(self) -> None:
        """Forget everything."""
        with self._lock:
            self._learned.clear()


WORN = MailsPerConnection()
