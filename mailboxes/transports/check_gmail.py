"""Tries a Gmail mailbox: a token for its grant, whose mailbox it is, and that it may both send and read."""

from app.actions.transactions import require_no_transaction
from mailboxes.core.account import Account, Auth
from mailboxes.core.address import AddressError, parse_address
from mailboxes.core.check_faults import GOOGLE, Fault, Finding, Step, completed, failed, grant_fault, passed
from mailboxes.core.errors import CredentialError, EndpointRefused, TransportError
from mailboxes.oauth import MailboxTokens
from mailboxes.wire.endpoints import Allowed, require_account
from mailboxes.wire.gmail_api import GmailApi
from mailboxes.wire.http_client import AnswerTooLarge, HttpClient

API_OFF = ("accessNotConfigured", "SERVICE_DISABLED")  # Google's words, as core.gmail_replies.named passes them on


def check_google(account: Account, allowed: Allowed) -> list[Finding]:
    """Return what was found of each step of GOOGLE; asks for a token and the profile, sends and changes nothing."""
    require_no_transaction()
    client = HttpClient(allowed)
    try:
        require_account(account, allowed)
        api = GmailApi(account.endpoints.api or "", client, MailboxTokens(account, client), account.meter)
        return completed(GOOGLE, _found(account, api))
    except EndpointRefused:
        fault = Fault.HOST_PRIVATE if allowed is None else Fault.REHEARSAL
        return completed(GOOGLE, [failed(Step.GRANT, fault)])
    finally:
        client.close()


def _found(account: Account, api: GmailApi) -> list[Finding]:
    """Token, profile, and then what only a reader may ask; the token is refused where it allows less than we need."""
    try:
        api.authorise()
    except CredentialError as error:
        return [failed(Step.GRANT, _grant_fault(account, error))]
    done = [passed(Step.GRANT, delegated=account.auth is Auth.DELEGATED)]
    try:
        address = str(api.read(api.users.getProfile(userId="me")).get("emailAddress", ""))
    except (CredentialError, TransportError, AnswerTooLarge) as error:
        return [*done, failed(Step.ADDRESS, _api_fault(error))]
    if not _same(address, account.address):
        return [*done, failed(Step.ADDRESS, Fault.ADDRESS_DIFFERS, granted=address, wanted=account.address)]
    done += [passed(Step.ADDRESS, address=address), passed(Step.MAY_SEND)]
    try:
        api.read(api.messages.list(userId="me", maxResults=1))
    except (CredentialError, TransportError, AnswerTooLarge) as error:
        return [*done, failed(Step.MAY_READ, _api_fault(error))]
    return [*done, passed(Step.MAY_READ)]


def _same(granted: str, wanted: str) -> bool:
    try:
        return parse_address(granted).normalised == parse_address(wanted).normalised
    except AddressError:
        return False


def _grant_fault(account: Account, error: CredentialError) -> Fault:
    fault = grant_fault(str(error), dead=error.reconnect)
    delegated = account.auth is Auth.DELEGATED and fault is Fault.GRANT_DEAD
    return Fault.DELEGATION_MISSING if delegated else fault  # invalid_grant: this user is not of the domain


def _api_fault(error: Exception) -> Fault:
    if any(word in str(error) for word in API_OFF):
        return Fault.API_OFF
    if isinstance(error, CredentialError):
        return Fault.GRANT_NARROW if error.reconnect else Fault.GRANT_DEAD
    if isinstance(error, TransportError) and error.code in {403, 429}:
        return Fault.QUOTA
    return Fault.UNREACHABLE
