"""How a transport's no becomes a line of the ledger."""

from datetime import timedelta

import pytest

from admission.core.settlement import (
    FINAL_REST,
    Accepted,
    Deferred,
    NotCalled,
    Rejected,
    Settlement,
    Vanished,
    category_of,
    of_error,
    response_of,
)
from bounces.core.reading import Category
from mailboxes.core.errors import Scope, TransportError
from mailboxes.core.message import Receipt
from mailboxes.core.smtp_replies import Verb, classify


def an_error(scope: Scope, *, permanent: bool = True, enhanced: str | None = None) -> TransportError:
    return TransportError(
        "no", scope=scope, permanent=permanent, code=550, enhanced=enhanced, retry_after=timedelta(minutes=3)
    )


@pytest.mark.parametrize("scope", list(Scope))
def test_a_temporary_no_is_deferred_whomever_it_speaks_of(scope: Scope) -> None:
    assert of_error(an_error(scope, permanent=False)) == Deferred(scope, timedelta(minutes=3), 550)


@pytest.mark.parametrize("scope", [Scope.MAILBOX, Scope.PROVIDER])
def test_a_final_no_to_the_account_says_nothing_of_the_mail(scope: Scope) -> None:
    """However final it sounds, the people of a dead account stay due; it is not tried again within minutes."""
    assert of_error(an_error(scope)) == Deferred(scope, FINAL_REST, 550)


@pytest.mark.parametrize("scope", [Scope.RECIPIENT, Scope.MESSAGE, Scope.DOMAIN])
def test_a_final_no_to_person_message_or_domain_is_rejected(scope: Scope) -> None:
    assert isinstance(of_error(an_error(scope)), Rejected)


@pytest.mark.parametrize(
    ("scope", "text", "category"),
    [
        (Scope.RECIPIENT, "5.1.1 no such user", Category.INVALID_RECIPIENT),
        (Scope.RECIPIENT, "5.1.3 bad address", Category.INVALID_RECIPIENT),
        (Scope.RECIPIENT, "5.1.10 null MX", Category.INVALID_RECIPIENT),
        (Scope.RECIPIENT, "user unknown", Category.INVALID_RECIPIENT),
        (Scope.RECIPIENT, "5.1.0 address rejected", Category.UNKNOWN),
        (Scope.RECIPIENT, "5.2.1 disabled", Category.UNKNOWN),
        (Scope.RECIPIENT, "we would rather not", Category.UNKNOWN),
        (Scope.DOMAIN, "5.7.26 not authenticated", Category.AUTHENTICATION),
        (Scope.MESSAGE, "5.3.4 too big", Category.POLICY_BLOCK),
    ],
)
def test_only_an_address_that_is_surely_dead_is_an_invalid_recipient(
    scope: Scope, text: str, category: Category
) -> None:
    read = classify(550, text, Verb.RCPT)
    assert (read.scope, category_of(read.error(began=True))) == (scope, category)


def test_the_words_of_a_server_travel_beside_the_verdict_and_are_not_printed() -> None:
    for text in ("5.1.1 <bob@prospect.example> unknown", "4.2.2 <bob@prospect.example> full"):
        error = classify(int(text[0]) * 100 + 50, text, Verb.RCPT).error(began=True)
        verdict = of_error(error)
        assert isinstance(verdict, Rejected | Deferred)
        assert verdict.words.endswith(text)
        assert "bob@" not in f"{verdict!r} {error} {error!r} {response_of(verdict)}"


def test_a_connection_that_was_over_before_the_mail_is_nobodys_refusal() -> None:
    over = TransportError("no", scope=Scope.PROVIDER, permanent=False, code=421, began=True, unused=True)
    assert of_error(over) == NotCalled("connection_over")


@pytest.mark.parametrize(
    ("settlement", "response"),
    [
        (Accepted(Receipt("id", "thread", "mid", "250 ada@acme.example queued")), "accepted"),
        (Rejected(Scope.RECIPIENT, Category.INVALID_RECIPIENT, 550, "5.1.1"), "rejected recipient 550 5.1.1"),
        (Deferred(Scope.PROVIDER, None, 429), "deferred provider 429"),
        (NotCalled("ada@acme.example"), "notcalled"),
        (Vanished("reset by ada@acme.example"), "vanished"),
    ],
)
def test_a_response_holds_class_scope_and_code_and_nobodys_words(settlement: Settlement, response: str) -> None:
    assert response_of(settlement) == response
