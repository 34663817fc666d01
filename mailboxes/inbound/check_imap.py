"""Tries the receiving side of a mailbox: reach, TLS, login, which folders would be read. Changes nothing there."""

import ssl

from app.actions.transactions import require_no_transaction
from mailboxes.core.account import Account, Security, Server
from mailboxes.core.check_faults import (
    READING,
    Fault,
    Finding,
    Step,
    completed,
    failed,
    leading_to,
    login_fault,
    noted,
    passed,
)
from mailboxes.core.errors import CredentialError, EndpointRefused
from mailboxes.core.imap_folders import Folder, TooManyFolders, Use, readable, sent_folder
from mailboxes.core.mail_hosts import by_server
from mailboxes.oauth import MailboxTokens
from mailboxes.wire.diagnosis import Stage, fault_of, stage_of
from mailboxes.wire.endpoints import Allowed, require_server
from mailboxes.wire.http_client import HttpClient, trust
from mailboxes.wire.imap_protocol import ImapRefused
from mailboxes.wire.imap_session import ImapSession, open_session
from mailboxes.wire.imap_socket import ImapLacks, ImapLost

WITHIN = 20.0  # seconds for the login, and as many for what is asked after it: a person waits
AT = {Stage.REACH: Step.READ_REACH, Stage.SECURE: Step.READ_SECURE, Stage.TALK: Step.READ_SIGN_IN}
BROKEN = (EndpointRefused, ImapLost, ImapRefused, CredentialError)
FOLDERS_NAMED = 12


def check_reading(account: Account, allowed: Allowed, *, tls: ssl.SSLContext | None = None) -> list[Finding]:
    """Return what was found of each step of READING. No server to read from is a note, not a failure."""
    require_no_transaction()
    server = account.endpoints.imap
    if server is None:
        return completed(READING, [], because=Fault.NO_IMAP)
    client = HttpClient(allowed)
    try:
        require_server(server, allowed)
        tokens = MailboxTokens(account, client)
        session = open_session(account, server, tls=tls or trust(), allowed=allowed, tokens=tokens, within=WITHIN)
    except BROKEN as error:
        broken = _why(error, server, rehearsal=allowed is not None)
        return completed(READING, [*leading_to(READING, broken.step, server), broken])
    finally:
        client.close()
    try:
        return completed(READING, [*leading_to(READING, Step.READ_FOLDERS, server), *_inside(session)])
    finally:
        session.leave()


def _inside(session: ImapSession) -> list[Finding]:
    """Return what a login sees: folders, the Sent folder among them, and whether the server tells of new mail."""
    session.within(WITHIN)
    try:
        listed = session.folders()
        folders = readable(listed, others=session.other_peoples())
    except TooManyFolders as error:
        return [failed(Step.READ_FOLDERS, Fault.NO_INBOX, str(error))]
    except (ImapLost, ImapRefused):
        return [failed(Step.READ_FOLDERS, Fault.TALK_BROKEN)]
    if not any(folder.use is Use.INBOX for folder in folders):
        return [failed(Step.READ_FOLDERS, Fault.NO_INBOX)]
    push = passed(Step.READ_PUSH) if "IDLE" in session.offers else noted(Step.READ_PUSH, Fault.NO_PUSH)
    titles = {one.name: one.title for one in listed}
    return [_folders(folders, titles), _sent(folders, titles), push]


def _folders(folders: list[Folder], titles: dict[str, str]) -> Finding:
    shown = [titles[folder.name] for folder in folders if folder.use is not Use.SENT][:FOLDERS_NAMED]
    return passed(Step.READ_FOLDERS, count=len(folders), folders=", ".join(shown))


def _sent(folders: list[Folder], titles: dict[str, str]) -> Finding:
    sent = sent_folder(folders)
    return passed(Step.READ_SENT, folder=titles[sent.name]) if sent else noted(Step.READ_SENT, Fault.NO_SENT)


def _why(error: Exception, server: Server, *, rehearsal: bool) -> Finding:
    """Return the step that failed and why."""
    if isinstance(error, ImapLacks):
        starttls = error.what == "starttls"
        step, fault = (Step.READ_SECURE, Fault.NO_STARTTLS) if starttls else (Step.READ_SIGN_IN, Fault.NO_LOGIN_OFFERED)
        return failed(step, fault)
    if isinstance(error, CredentialError):
        fault = login_fault(error.words, by_server(server.host), reading=True, final=error.reconnect)
        return failed(Step.READ_SIGN_IN, fault, error.words)
    fault = fault_of(error, rehearsal=rehearsal, waited_in_clear=server.security != Security.TLS)
    step = Step.READ_SECURE if fault is Fault.WANTS_TLS else AT[stage_of(error)]
    return failed(step, fault)
