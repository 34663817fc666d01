"""What travels between the product and a transport: frozen, without behaviour beyond hiding what is private."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

type JSON = bool | int | float | str | list[JSON] | dict[str, JSON] | None

type SentPosition = dict[str, JSON]
"""Start of an absence proof, {} when unknown.

gmail: {"history_id"}. imap: {"uidvalidity", "uidnext", "folder", "read_at"}: a place in the Sent folder, a sign of that
folder's name, and when the mailbox was read to there, from which the other folders are searched by day.
"""


@dataclass(frozen=True, slots=True)
class Envelope:
    """MAIL FROM and RCPT TO: one bare addr-spec each, exactly as it goes on the wire."""

    mail_from: str
    rcpt_to: str


@dataclass(frozen=True, slots=True)
class OutgoingFile:
    """A file that goes with a mail; `content_type` is what its sender's browser called it."""

    name: str
    content_type: str
    body: bytes


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """One mail before it becomes bytes. Addresses are bare and in wire form, ids stand without angle brackets."""

    from_name: str
    from_address: str
    to_name: str
    to_address: str
    subject: str
    text: str
    html: str | None
    message_id: str
    date: datetime  # aware
    in_reply_to: str | None
    references: tuple[str, ...]  # oldest first
    unsubscribe_url: str | None
    unsubscribe_mailto: str | None  # an address or a whole mailto: URI
    delivery_token: str
    files: tuple[OutgoingFile, ...] = ()


@dataclass(frozen=True, slots=True)
class Thread:
    """What the provider needs to put a follow-up into its conversation; None starts a new one."""

    provider_thread_id: str | None


@dataclass(frozen=True, slots=True)
class PermitToken:
    """Leave to make one call. Only the permit action makes it.

    begin_call() is the mark: transports call it as the last statement before the first byte of the
    transaction (MAIL FROM, the HTTP request). It raises MarkLost when the permit no longer holds the
    delivery, and then nothing may be sent.
    """

    permit_id: int
    delivery_id: int
    mailbox_id: int
    deadline: timedelta  # for the whole call, machine time
    begin_call: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Receipt:
    """The next server took responsibility. message_id is the real one when the provider told it already.

    provider_id is what that server calls the mail; "" where it did not say.
    """

    provider_id: str
    provider_thread_id: str
    message_id: str | None
    response: str
