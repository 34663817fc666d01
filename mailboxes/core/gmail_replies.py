"""What an error answer of the Gmail API says, and about whom."""

import re
from dataclasses import dataclass
from datetime import datetime

from mailboxes.core.errors import CredentialError, Scope, TransportError
from mailboxes.core.retry_after import wait_asked

SLOW_DOWN = frozenset({"rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded", "RESOURCE_EXHAUSTED"})
DAY_SPENT = frozenset({"dailyLimitExceeded", "dailyLimitExceededUnreg"})
OF_THE_PROJECT = DAY_SPENT | {"accessNotConfigured", "SERVICE_DISABLED"}
NOT_ALLOWED = frozenset({
    "domainPolicy", "insufficientPermissions", "insufficientScope", "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
    "delegationDenied", "accountDisabled", "forbidden",
})  # fmt: skip
BAD_RECIPIENT = re.compile(r"invalid to header|invalid recipient|recipient address required", re.IGNORECASE)
MACHINE_WORD = re.compile(r"[A-Za-z_]{1,64}")


@dataclass(frozen=True, slots=True)
class GmailReply:
    """An answer that is no success. reason is Google's word for it, "" when it gave none."""

    status: int
    reason: str
    text: str
    retry_after: str | None


def refusal(reply: GmailReply, *, now: datetime, began: bool) -> TransportError | CredentialError | None:
    """Return the error that a clear refusal is; None when the answer leaves open what happened.

    Open are 5xx (a mail was seen sent behind one), redirects and 408. A 401 asks for a fresh token first, so it is
    CredentialError(reconnect=False). began is passed through: whether the mark of a send was set.
    """
    if reply.status == 401:
        return CredentialError("Gmail refused the access token (401)", reconnect=False)
    if reply.status == 403 and reply.reason in NOT_ALLOWED:
        return CredentialError(f"Gmail does not let us use this mailbox ({named(reply)})", reconnect=True)
    if not 400 <= reply.status < 500 or reply.status == 408:
        return None
    scope, permanent = _judge(reply)
    error = TransportError(
        f"Gmail refused: {named(reply)}",
        scope=scope,
        permanent=permanent,
        code=reply.status,
        retry_after=None if permanent else wait_asked(reply.retry_after, reply.text, now=now),
        began=began,
    )
    error.day_spent = reply.reason in DAY_SPENT
    return error


def named(reply: GmailReply) -> str:
    """Name the answer in machine words: the provider's own text may quote an address."""
    word = reply.reason if MACHINE_WORD.fullmatch(reply.reason) else ""
    return f"{reply.status} {word}".strip()


def _judge(reply: GmailReply) -> tuple[Scope, bool]:
    """Whom a 4xx speaks about, and whether repeating it is pointless."""
    if reply.reason in OF_THE_PROJECT:
        return Scope.PROVIDER, False
    if reply.status in {403, 429} or reply.reason in SLOW_DOWN:
        return Scope.MAILBOX, False
    if reply.reason == "failedPrecondition":  # mail is switched off for this account
        return Scope.MAILBOX, True
    if reply.status == 400 and BAD_RECIPIENT.search(reply.text):
        return Scope.RECIPIENT, True
    return Scope.MESSAGE, True  # malformed, too large, or a thread that is gone
