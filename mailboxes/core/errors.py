"""Errors of the provider boundary, classed by what the caller may do. Messages hold no secret and no address."""

from datetime import timedelta
from enum import StrEnum
from typing import Self


class Scope(StrEnum):
    """Whom a failure speaks about; the others go on."""

    RECIPIENT = "recipient"  # this address
    MESSAGE = "message"  # these bytes: the step is at fault
    MAILBOX = "mailbox"  # the account that sends
    DOMAIN = "domain"  # the sending domain: authentication, reputation
    PROVIDER = "provider"  # the server or service as a whole


class TransportError(Exception):
    """A verdict came and it is no. permanent: never repeat this as it is; else later, not before retry_after.

    began tells whether the mark was set: False means that nothing of this mail left and no attempt is spent.
    words are the server's own: they may quote an address, so they are no part of str() and go where erasure reaches.
    address_dead: the answer can mean nothing else than that nobody has this address.
    unused: a connection that had carried other mail was over before this one began; a new connection may do.
    day_spent: the service has no room left for us today, whatever the mailbox.
    """

    def __init__(
        self,
        message: str,
        *,
        scope: Scope,
        permanent: bool,
        code: int | None = None,
        enhanced: str | None = None,
        retry_after: timedelta | None = None,
        began: bool = False,
        unused: bool = False,
    ) -> None:
        super().__init__(message)
        self.scope = scope
        self.permanent = permanent
        self.code = code
        self.enhanced = enhanced
        self.retry_after = retry_after
        self.began = began
        self.unused = unused
        self.words = ""
        self.address_dead = False
        self.day_spent = False

    def saying(self, words: str, *, address_dead: bool = False) -> Self:
        """Add what the server said."""
        self.words = words
        self.address_dead = address_dead
        return self


class VerdictUnknown(Exception):
    """The call began and no verdict came: the delivery is uncertain, nothing may resend it on its own."""


class MarkLost(Exception):
    """The permit no longer held the delivery when the call was about to begin: nothing was sent, nothing may be."""


class EndpointRefused(Exception):
    """A rehearsal may speak to its own simulator only: no socket was opened."""


class CredentialError(Exception):
    """The provider refused the credentials. reconnect: a person must connect the mailbox anew; else try later.

    words are the provider's own, kept with the mailbox: they may quote its address, never a secret.
    """

    def __init__(self, message: str, *, reconnect: bool, words: str = "") -> None:
        super().__init__(message)
        self.reconnect = reconnect
        self.words = words


class InboundError(Exception):
    """Reading failed. cursor_expired: start a full resync; else repeat from the same cursor later.

    of_mailbox: the provider answered, and what it said is about this mailbox alone.
    """

    def __init__(self, message: str, *, cursor_expired: bool = False, of_mailbox: bool = False) -> None:
        super().__init__(message)
        self.cursor_expired = cursor_expired
        self.of_mailbox = of_mailbox


class MessageError(ValueError):
    """A message that must not become bytes; field names the culprit, its value is never quoted."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


class HeaderInjection(MessageError):
    """A control character or line separator in a header field: somebody tries to write headers of their own."""
