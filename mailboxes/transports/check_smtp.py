"""Tries the sending side of a mailbox up to the moment before a mail: reach, TLS, login, what the server takes."""

import ssl

from app.actions.transactions import require_no_transaction
from mailboxes.core.account import Account, Auth, Security, Server
from mailboxes.core.check_faults import (
    SENDING,
    Fault,
    Finding,
    Step,
    completed,
    failed,
    leading_to,
    login_fault,
    passed,
)
from mailboxes.core.errors import CredentialError, EndpointRefused, TransportError
from mailboxes.core.mail_hosts import by_server
from mailboxes.oauth import MailboxTokens
from mailboxes.transports.smtp_login import open_session
from mailboxes.transports.smtp_session import NotOffered, Session
from mailboxes.wire.diagnosis import Stage, fault_of, stage_of
from mailboxes.wire.endpoints import Allowed, require_server
from mailboxes.wire.http_client import HttpClient, trust

WITHIN = 20.0  # seconds for all of it: a person waits
AT = {Stage.REACH: Step.SEND_REACH, Stage.SECURE: Step.SEND_SECURE, Stage.TALK: Step.SEND_SIGN_IN}


def check_sending(account: Account, allowed: Allowed, *, tls: ssl.SSLContext | None = None) -> list[Finding]:
    """Return what was found of each step of SENDING; speaks to the server of the account and sends nothing."""
    require_no_transaction()
    server = account.endpoints.smtp
    if server is None:
        return completed(SENDING, [])
    try:
        require_server(server, allowed)
        session = _opened(account, server, allowed, tls or trust())
    except (EndpointRefused, TransportError, CredentialError) as error:
        return completed(SENDING, _until(server, _why(error, server, rehearsal=allowed is not None)))
    session.leave()
    return [*leading_to(SENDING, Step.SEND_LIMITS, server), _limits(session)]


def _opened(account: Account, server: Server, allowed: Allowed, tls: ssl.SSLContext) -> Session:
    if account.auth is Auth.PASSWORD:
        return open_session(account, server, tls, allowed, within=WITHIN)
    client = HttpClient(allowed)
    try:
        return open_session(account, server, tls, allowed, MailboxTokens(account, client), within=WITHIN)
    finally:
        client.close()


def _why(error: Exception, server: Server, *, rehearsal: bool) -> Finding:
    """Return the step that failed and why."""
    if isinstance(error, NotOffered):
        starttls = error.what == "starttls"
        step, fault = (Step.SEND_SECURE, Fault.NO_STARTTLS) if starttls else (Step.SEND_SIGN_IN, Fault.NO_LOGIN_OFFERED)
        return failed(step, fault)
    if isinstance(error, CredentialError):
        fault = login_fault(error.words, by_server(server.host), reading=False, final=error.reconnect)
        return failed(Step.SEND_SIGN_IN, fault, error.words)
    if isinstance(error, TransportError) and error.code:  # 0: it was no SMTP
        fault = login_fault(error.words, by_server(server.host), reading=False, final=False)
        return failed(Step.SEND_SIGN_IN, fault, error.words)
    fault = fault_of(error, rehearsal=rehearsal, waited_in_clear=server.security != Security.TLS)
    step = Step.SEND_SECURE if fault is Fault.WANTS_TLS else AT[stage_of(error)]
    return failed(step, fault)


def _until(server: Server, broken: Finding) -> list[Finding]:
    return [*leading_to(SENDING, broken.step, server), broken]


def _limits(session: Session) -> Finding:
    size = session.esmtp_features.get("size", "")
    megabytes = int(size) // 1_000_000 if size.isdecimal() else 0
    utf8 = session.has_extn("smtputf8")
    return passed(Step.SEND_LIMITS, megabytes=megabytes, smtputf8=utf8)
