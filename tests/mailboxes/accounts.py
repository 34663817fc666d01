"""Accounts, mails and permits for the tests of the provider boundary."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from mailboxes.core.account import Account, Endpoints, Kind, Security, Server
from mailboxes.core.errors import MarkLost
from mailboxes.core.message import Envelope, OutgoingMessage, PermitToken
from mailboxes.core.mime import build_message

ADA = "ada@acme.example"
BOB = "bob@prospect.example"
SENT_AT = datetime(2026, 11, 30, 9, 30, tzinfo=UTC)


def gmail_account(api: str, token: str, *, mailbox_id: int = 1, address: str = ADA) -> Account:
    grant = {"refresh_token": f"refresh:{address}", "client_id": "client", "client_secret": "canary-secret"}
    return Account(mailbox_id, "gmail", address, "Ada", Endpoints(api=api, token=token), grant)


def smtp_account(port: int, *, security: Security = Security.PLAIN, right: bool = True) -> Account:
    login = {"username": ADA, "password": "right" if right else "wrong"}
    server = Server("localhost" if security != Security.PLAIN else "127.0.0.1", port, security)
    return Account(2, "smtp", ADA, "Ada", Endpoints(smtp=server), login)


def imap_account(port: int, *, smtp_port: int = 9, security: Security = Security.PLAIN, right: bool = True) -> Account:
    """An SMTP mailbox that is read over IMAP."""
    host = "localhost" if security != Security.PLAIN else "127.0.0.1"
    servers = Endpoints(smtp=Server("127.0.0.1", smtp_port, Security.PLAIN), imap=Server(host, port, security))
    return Account(2, "smtp", ADA, "Ada", servers, {"username": ADA, "password": "right" if right else "wrong"})


def account_of(kind: Kind, *, http: str, smtp_port: int) -> Account:
    return gmail_account(http, f"{http}/token") if kind == "gmail" else smtp_account(smtp_port)


def a_mail(
    ref: str = "token-1", *, to: str = BOB, text: str = "Hello Bob,\n\nall well?\n", cites: str | None = None
) -> bytes:
    return build_message(
        OutgoingMessage(
            from_name="Ada",
            from_address=ADA,
            to_name="Bob",
            to_address=to,
            subject="Re: A question" if cites else "A question",
            text=text,
            html=None,
            message_id=f"{ref}@acme.example",
            date=SENT_AT,
            in_reply_to=cites,
            references=(cites,) if cites else (),
            unsubscribe_url=None,
            unsubscribe_mailto=None,
            delivery_token=ref,
        )
    )


def envelope(to: str = BOB) -> Envelope:
    return Envelope(ADA, to)


@dataclass
class Marks:
    """Counts the marks that were set; lost: the permit no longer holds the delivery."""

    lost: bool = False
    then: Callable[[], None] = field(default=lambda: None)
    set: int = 0

    def begin_call(self) -> None:
        if self.lost:
            raise MarkLost
        self.set += 1
        self.then()

    def permit(self, deadline: timedelta = timedelta(minutes=25)) -> PermitToken:
        return PermitToken(permit_id=1, delivery_id=1, mailbox_id=1, deadline=deadline, begin_call=self.begin_call)
