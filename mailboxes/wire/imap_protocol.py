"""imaplib's commands on a socket of ours, and IMAPClient's reading of what comes back.

imaplib names open, read, readline, send and shutdown as the methods to replace; so the deadline, the bounds and TLS
lie below it, and it never sees a socket.
"""

import imaplib
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from imapclient.response_parser import parse_fetch_response, parse_response

from mailboxes.core.imap_replies import code_of
from mailboxes.wire.imap_socket import ImapLost, ImapSocket

LINE_OF = 65_536  # bytes of an ordinary answer; whoever expects more says so
WRONG = (ValueError, LookupError, TypeError, AttributeError, AssertionError, RecursionError)  # from a reader of bytes

logging.getLogger("imapclient").setLevel(logging.WARNING)  # its debug lines hold what servers say


class ImapRefused(Exception):
    """The server said NO or BAD. code: its response code; words: its text, never to be shown or stored."""

    def __init__(self, command: str, words: str) -> None:
        self.code = code_of(words)
        self.words = words
        super().__init__(f"the server refused {command} ({self.code or 'no reason'})")


class Protocol(imaplib.IMAP4):
    """imaplib's client over a socket that is connected already. Raises ImapLost, ImapRefused, nothing else."""

    def __init__(self, wire: ImapSocket) -> None:
        self.wire = wire
        wire.at_most(LINE_OF)
        with _meant("the greeting"):
            super().__init__(wire.server.host, wire.server.port)

    def open(self, host: str = "", port: int = 143, timeout: float | None = None) -> None:  # noqa: ARG002
        self.host, self.port = host, port

    def read(self, size: int) -> bytes:
        return self.wire.read(size)

    def readline(self) -> bytes:
        return self.wire.readline()

    def send(self, data: Any) -> None:
        self.wire.send(data)

    def shutdown(self) -> None:
        self.wire.close()

    def ask(self, command: str, *arguments: str | bytes, answer: str = "", at_most: int = LINE_OF) -> list[Any]:
        """Run one command and return the untagged answers of this name. Raises ImapLost, ImapRefused."""
        self.wire.at_most(at_most)
        self.untagged_responses: dict[str, list[Any]] = {}
        with _meant(command):
            kind, told = self.xatom(command, *arguments)  # type: ignore[arg-type]
        if kind != "OK":
            raise ImapRefused(command, _text(told))
        return [one for one in self.untagged_responses.pop(answer, []) if one is not None]

    def ask_each(self, command: str, each: list[tuple[str | bytes, ...]], *, answer: str) -> list[Any]:
        """Send one command with each of these arguments before any answer is read: one way there and back for all.

        Returns the untagged answers together; of one that is refused there is none. Raises ImapLost.
        """
        self.wire.at_most(LINE_OF)
        self.untagged_responses = {}
        with _meant(command):
            tags = [self._command(command, *arguments) for arguments in each]
            for tag in tags:
                with suppress(imaplib.IMAP4.error), _aborting():
                    self._command_complete(command, tag)
        return [one for one in self.untagged_responses.pop(answer, []) if one is not None]

    def sign_in(self, mechanism: str, answers: Callable[[bytes], bytes]) -> None:
        """Run AUTHENTICATE; answers gets each challenge. Raises ImapLost, ImapRefused."""
        self.wire.at_most(LINE_OF)
        with _meant("the login"):
            self.authenticate(mechanism, answers)

    def offers_anew(self) -> frozenset[str]:
        """Ask what the server can do, and believe nothing that it said before. Raises ImapLost, ImapRefused."""
        told = self.ask("CAPABILITY", answer="CAPABILITY")
        with reading():
            self.capabilities = tuple(str(told[-1], "ascii").upper().split())
        return frozenset(self.capabilities)


@contextmanager
def _aborting() -> Iterator[None]:
    """Tell an end of the connection from a refusal, of which imaplib makes it a kind."""
    try:
        yield
    except imaplib.IMAP4.abort as error:
        raise ImapLost("the connection ended between two answers") from error


@contextmanager
def reading() -> Iterator[None]:
    """Turn whatever a reader of bytes stumbles over into ImapLost."""
    try:
        yield
    except (imaplib.IMAP4.error, *WRONG) as error:
        raise ImapLost(f"the answer is not IMAP ({type(error).__name__})") from error


def parsed(answers: list[Any]) -> tuple[Any, ...]:
    """Return answers as nested tuples, bytes and numbers. Raises ImapLost."""
    with reading():
        return tuple(parse_response(answers)) if answers else ()


def parsed_messages(answers: list[Any]) -> Mapping[int, Mapping[bytes, Any]]:
    """Return FETCH answers by UID. Raises ImapLost."""
    with reading():
        return parse_fetch_response(answers, normalise_times=False) if answers else {}


@contextmanager
def _meant(command: str) -> Iterator[None]:
    """Say in our own two errors what imaplib means by its own."""
    try:
        yield
    except imaplib.IMAP4.abort as error:
        raise ImapLost(f"the connection ended at {command}") from error
    except imaplib.IMAP4.error as error:
        raise ImapRefused(command, str(error)) from error
    except WRONG as error:
        raise ImapLost(f"the answer to {command} is not IMAP ({type(error).__name__})") from error


def _text(told: list[Any]) -> str:
    last = told[-1] if told else b""
    return last.decode("utf-8", "replace") if isinstance(last, bytes) else ""
