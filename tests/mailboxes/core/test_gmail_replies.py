from datetime import UTC, datetime

import pytest

from mailboxes.core.errors import CredentialError, Scope, TransportError
from mailboxes.core.gmail_replies import GmailReply, refusal

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def judged(status: int, reason: str = "", text: str = "") -> TransportError | CredentialError | None:
    return refusal(GmailReply(status, reason, text, None), now=NOW, began=True)


@pytest.mark.parametrize(
    ("status", "reason", "text", "scope", "permanent"),
    [
        (400, "invalidArgument", "Invalid To header", Scope.RECIPIENT, True),
        (400, "invalidArgument", "Recipient address required", Scope.RECIPIENT, True),
        (400, "invalidArgument", "Something else", Scope.MESSAGE, True),
        (400, "failedPrecondition", "Mail service not enabled", Scope.MAILBOX, True),
        (403, "userRateLimitExceeded", "", Scope.MAILBOX, False),
        (403, "dailyLimitExceeded", "", Scope.PROVIDER, False),
        (403, "accessNotConfigured", "", Scope.PROVIDER, False),
        (403, "", "", Scope.MAILBOX, False),
        (404, "notFound", "", Scope.MESSAGE, True),
        (413, "uploadTooLarge", "", Scope.MESSAGE, True),
        (429, "rateLimitExceeded", "", Scope.MAILBOX, False),
        (429, "", "", Scope.MAILBOX, False),
    ],
)
def test_a_refusal_says_about_whom_and_for_how_long(
    status: int, reason: str, text: str, scope: Scope, permanent: bool
) -> None:
    error = judged(status, reason, text)
    assert isinstance(error, TransportError)
    assert (error.scope, error.permanent, error.code, error.began) == (scope, permanent, status, True)


@pytest.mark.parametrize("status", [301, 307, 308, 408, 500, 502, 503, 504])
def test_what_leaves_it_open_is_no_refusal(status: int) -> None:
    assert judged(status) is None


@pytest.mark.parametrize(("status", "reason", "reconnect"), [(401, "authError", False), (403, "domainPolicy", True)])
def test_a_refused_credential_says_whether_a_person_is_needed(status: int, reason: str, reconnect: bool) -> None:
    error = judged(status, reason)
    assert isinstance(error, CredentialError)
    assert error.reconnect == reconnect


def test_the_providers_own_words_are_not_repeated() -> None:
    error = judged(400, "canary@acme.example is bad", "Invalid To header canary@acme.example")
    assert "canary" not in str(error)
