"""What every way of sending promises. An adapter translates between Forbear and one provider; it decides nothing."""

from dataclasses import dataclass
from typing import Protocol

from mailboxes.core.message import Envelope, PermitToken, Receipt, SentPosition, Thread


@dataclass(frozen=True, slots=True)
class Found:
    """The mail is in the mailbox: it left."""

    receipt: Receipt


@dataclass(frozen=True, slots=True)
class Absent:
    """This one complete read of everything sent since the position did not hold it. One read proves nothing alone."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """The rule of absence cannot be met; reason is words for a person, without addresses.

    `final`: no later look could tell more either, so nobody need look again.
    """

    reason: str
    final: bool = False


type SentSearch = Found | Absent | Unknown


class Transport(Protocol):
    """One mailbox's way out. Used by one thread at a time; keeps at most one connection between calls.

    ready, position, deliver, real_message_id and find_sent raise TransactionOpen inside a database transaction and
    give this thread's database connection back before they use the network.
    """

    def ready(self) -> None:
        """Do everything slow that sends nothing: token, DNS, TCP, TLS, login. Call it before asking for the permit.

        Raises TransportError (began False), CredentialError.
        """

    def position(self) -> SentPosition:
        """Where the proof of absence starts, to be stored with the permit; {} where the provider has no such thing.

        Raises TransportError (began False), CredentialError.
        """

    def deliver(self, permit: PermitToken, envelope: Envelope, message: bytes, thread: Thread) -> Receipt:
        """Send these bytes once. permit.begin_call() is the last statement before the first byte.

        After it nothing reconnects, repeats or follows a redirect, and permit.deadline (machine time) bounds the
        whole call. Returns only what the provider acknowledged. Raises TransportError: a clear no, began tells
        whether the mark was set, unused that the connection was over before the server took a command of this mail;
        CredentialError: a clear no for this account; VerdictUnknown: it may have left; MarkLost: nothing was sent.
        Needs ready() before it, else TransportError (began False).
        """

    def real_message_id(self, receipt: Receipt) -> str | None:
        """Return the Message-ID the mail really travels under, without angle brackets; None when that cannot be told.

        Called after acceptance was recorded; never raises for a failure of the provider.
        """

    def find_sent(self, token: str, message_id: str, since: SentPosition) -> SentSearch:
        """Look for the mail with this X-Entity-Ref token or Message-ID among all sent since a position.

        Exact matches only. Whatever keeps the read from being complete is Unknown. Raises CredentialError.
        """

    def close(self) -> None:
        """Let the connection go; harmless when there is none."""
