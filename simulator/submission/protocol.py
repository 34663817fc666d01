"""aiosmtpd's protocol with faults at each verb and the message read as the bytes that came."""

import asyncio
import logging
from base64 import b64decode
from collections.abc import Awaitable, Callable
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from simulator.faulting import hang_up
from simulator.faults import Fault
from simulator.mail import Mail, read_mail
from simulator.people.behaviour import Behaviour
from simulator.rewriting import stamped
from simulator.submission.bearer import bearer_of
from simulator.world import Submission, World

LARGEST_MESSAGE = 36_700_160  # octets, as the Gmail lane
CLOSING = 421  # the reply after which a server hangs up
_GREETING = "smtp.provider.example"


class SubmissionProtocol(SMTP):
    """One connection. Any password is right unless it begins with `wrong`."""

    line_length_limit = LARGEST_MESSAGE  # lets a whole message be read at once; commands have their own limit

    def __init__(self, world: World, **options: Any) -> None:
        """Serve one client of `world`."""
        self._world = world
        super().__init__(
            object(),
            hostname=_GREETING,
            ident="ESMTP ready",
            auth_require_tls=False,
            authenticator=_authenticate,
            **options,
        )
        self._auth_required = not world.options.smtp_anonymous  # set here: the option would warn about plain text
        self._counted: asyncio.BaseTransport | None = None
        self._mails = 0
        self._said_quit = False

    async def _handle_client(self) -> None:
        if await self._struck("smtp.connect") or await self._one_too_many():
            return
        await super()._handle_client()

    def connection_lost(self, error: Exception | None) -> None:
        """Journal how the connection ended."""
        if self._counted is not None:
            self._world.rules.open.discard(self._counted)
            self._world.journal.write(
                "connection", what="closed", mailbox=self._mailbox, mails=self._mails, quit=self._said_quit
            )
        super().connection_lost(error)

    async def _one_too_many(self) -> bool:
        transport, rules = self.transport, self._world.rules
        if transport is None or rules.too_many():
            self._world.journal.write("connection", what="refused")
            await self.push("421 4.7.0 Too many connections, try later")
            hang_up(transport)
            return True
        self._counted = transport
        rules.opened(transport)
        self._world.journal.write("connection", what="opened")
        return False

    async def smtp_EHLO(self, hostname: str) -> None:  # noqa: N802 - aiosmtpd's name
        """EHLO, unless a fault strikes."""
        await self._unless_struck("smtp.ehlo", super().smtp_EHLO, hostname)

    async def smtp_AUTH(self, arg: str) -> None:  # noqa: N802 - aiosmtpd's name
        """AUTH, unless a fault strikes; each try is journalled."""
        await self._unless_struck("smtp.auth", super().smtp_AUTH, arg)
        granted = bool(self.session and self.session.authenticated)
        self._world.journal.write("login", mechanism=arg.partition(" ")[0], granted=granted)

    async def auth_XOAUTH2(self, _server: SMTP, args: list[str]) -> AuthResult:  # noqa: N802 - aiosmtpd's name
        """Take an access token of the Gmail lane; a wrong one is told in a challenge first, as Google does."""
        said = await self.challenge_auth("") if len(args) == 1 else b64decode(args[1])
        address = bearer_of(said if isinstance(said, bytes) else b"", self._world)
        if address is None:
            await self.challenge_auth('{"status":"400","schemes":"Bearer","scope":"https://mail.google.com/"}')
            return AuthResult(success=False, handled=False)
        return AuthResult(success=True, auth_data=LoginPassword(address.encode(), b""))

    async def smtp_QUIT(self, arg: str) -> None:  # noqa: N802 - aiosmtpd's name
        """QUIT, noted for the journal."""
        self._said_quit = True
        await super().smtp_QUIT(arg)

    async def smtp_MAIL(self, arg: str | None) -> None:  # noqa: N802 - aiosmtpd's name
        """MAIL, unless a fault strikes or the connection has carried enough."""
        if self._world.rules.worn(self._mails):
            await self.push("421 4.7.0 Too many messages in one connection")
            hang_up(self.transport)
            return
        self._mails += 1
        await self._unless_struck("smtp.mail", super().smtp_MAIL, arg)

    async def smtp_RSET(self, arg: str | None) -> None:  # noqa: N802 - aiosmtpd's name
        """RSET, unless a fault strikes."""
        await self._unless_struck("smtp.rset", super().smtp_RSET, arg)

    async def smtp_RCPT(self, arg: str | None) -> None:  # noqa: N802 - aiosmtpd's name
        """RCPT, unless a fault strikes or nobody of that name exists."""
        recipient = (arg or "").partition("<")[2].partition(">")[0]
        if await self._struck("smtp.rcpt", (recipient,)):
            return
        if recipient and self._world.crowd.who_is(recipient).behaviour is Behaviour.REFUSE:
            self._world.journal.write("refusal", lane="smtp", mailbox=self._mailbox, rcpt=recipient)
            await self.push(f"550 5.1.1 <{recipient}>: there is no mailbox of this name here")
            return
        sender = self._open_envelope.mail_from or ""
        if self._world.rules.greyed(sender, recipient, self._world.clock.now()):
            self._world.journal.write("greylisted", mailbox=self._mailbox, rcpt=recipient)
            await self.push(f"451 4.7.1 <{recipient}>: we do not know you yet, come back in some minutes")
            return
        await super().smtp_RCPT(arg)

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802 - aiosmtpd's name
        """DATA: read the mail as it is, journal it, then accept it or let a fault strike."""
        envelope = self._open_envelope
        if await self.check_helo_needed() or await self.check_auth_needed("DATA"):
            return
        if not envelope.rcpt_tos or arg:
            await self.push("503 5.5.1 RCPT first, and DATA alone on its line")
            return
        recipients = tuple(envelope.rcpt_tos)
        if await self._struck("smtp.data", recipients):
            return
        await self.push("354 Send the message, end with a dot on a line of its own")
        mail = read_mail(await self._read_message())
        self._world.note_post("smtp", self._mailbox, mail)
        await self._conclude(mail, envelope.mail_from or "", recipients)
        self._set_post_data_state()  # type: ignore[no-untyped-call]

    async def _conclude(self, mail: Mail, mail_from: str, recipients: tuple[str, ...]) -> None:
        fault = self._world.faults.take("smtp.dot", self._mailbox, recipients)
        name = self._world.stamp_of(self._mailbox)
        if name:
            mail = stamped(mail, name)
        submission = Submission(
            "smtp",
            self._mailbox,
            mail_from,
            recipients,
            mail,
            fault=fault.kind if fault else None,
            keep=self._world.account(self._mailbox).keeps_submitted,
        )
        if fault and fault.accepts:
            self._world.accept(submission)
        if fault and await self._misbehave(fault):
            return
        if not (fault and fault.accepts):
            self._world.accept(submission)
        await self.push(f"250 Ok {name.partition('@')[0]}" if name else "250 2.0.0 The message is taken")

    async def _read_message(self) -> bytes:
        """Read to the lone dot; dots that SMTP doubled are single again."""
        start = await self._reader.readexactly(3)
        if start == b".\r\n":
            return b""
        data = start + await self._reader.readuntil(b"\r\n.\r\n")
        return data[:-3].removeprefix(b".").replace(b"\r\n.", b"\r\n")

    async def _unless_struck(self, operation: str, verb: Callable[[Any], Awaitable[None]], arg: str | None) -> None:
        if not await self._struck(operation):
            await verb(arg)

    async def _struck(self, operation: str, recipients: tuple[str, ...] = ()) -> bool:
        fault = self._world.faults.take(operation, self._mailbox, recipients)
        return bool(fault) and await self._misbehave(fault)

    async def _misbehave(self, fault: Fault | None) -> bool:
        """Do what the fault says; False means: go on as if nothing had happened."""
        if fault is None:
            return False
        if fault.seconds:
            await asyncio.sleep(fault.seconds)
        if fault.action == "delay":
            return False
        if fault.action == "status":
            await self.push(f"{fault.status} {fault.text or _usual_text(fault.status)}")
            if fault.status == CLOSING:
                hang_up(self.transport)
            return True
        hang_up(self.transport, reset=fault.action == "reset")
        return True

    @property
    def _mailbox(self) -> str:
        """The account that logged in; without a login the sender of the envelope, if any."""
        login = self.session.login_data if self.session else None
        name = login.decode("utf-8", "replace") if isinstance(login, bytes) else ""
        return (name or (self.envelope and self.envelope.mail_from) or "anonymous@example.com").lower()

    @property
    def _open_envelope(self) -> Envelope:
        return self.envelope or Envelope()


def _authenticate(_server: SMTP, _session: Session, _envelope: Envelope, _mechanism: str, data: Any) -> AuthResult:
    right = isinstance(data, LoginPassword) and data.login and not data.password.startswith(b"wrong")
    return AuthResult(success=bool(right), auth_data=data, handled=False)


def _usual_text(status: int) -> str:
    """Give the enhanced code and words that usually follow a reply code."""
    words = {421: "4.3.2 Closing, try later", 535: "5.7.8 The credentials are not valid"}
    return words.get(status, f"{status // 100}.3.0 Refused by the simulator")


def quieten() -> None:
    """Keep aiosmtpd from logging each command; it does so at INFO and costs time."""
    logging.getLogger("mail.log").setLevel(logging.ERROR)
