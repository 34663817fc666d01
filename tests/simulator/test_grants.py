"""The simulator's grants and quotas keep the rules of the real ones."""

import httpx
import pytest

from simulator.gmail.errors import GmailError
from simulator.gmail.quotas import USER_TABLES, Quotas
from simulator.gmail.validation import wrong_error
from tests.plugins.simulator import Simulator
from tests.simulator.clients import ANN, TLS, client_of

SEND = "https://www.googleapis.com/auth/gmail.send"
FORBIDDEN = GmailError(403)


def refresh(simulator: Simulator, token: str) -> httpx.Response:
    form = {"grant_type": "refresh_token", "refresh_token": token, "client_id": "i", "client_secret": "s"}
    return httpx.post(simulator.token_url, data=form, verify=TLS)


def test_a_rotated_refresh_token_is_the_only_good_one(simulator: Simulator) -> None:
    simulator.account(ANN, rotate_refresh_tokens=True)
    first = refresh(simulator, f"refresh:{ANN}").json()
    assert first["refresh_token"] == f"refresh:{ANN}#1"
    assert refresh(simulator, f"refresh:{ANN}").json()["error"] == "invalid_grant"
    assert refresh(simulator, first["refresh_token"]).status_code == 200


def test_a_call_needs_one_of_its_methods_scopes(simulator: Simulator) -> None:
    simulator.account(ANN, scope=SEND)
    answer = client_of(simulator).get("/profile")
    assert (answer.status_code, answer.json()["error"]["errors"][0]["reason"]) == (403, "insufficientPermissions")


def test_a_consent_without_pkce_is_no_consent(simulator: Simulator) -> None:
    asked = {"client_id": "c", "redirect_uri": "http://127.0.0.1/", "response_type": "code", "scope": SEND}
    answer = httpx.get(simulator.auth_url, params=asked | {"state": "s"}, verify=TLS)
    assert (answer.status_code, "code_challenge" in answer.text) == (400, True)


@pytest.mark.parametrize("table", sorted(USER_TABLES))
def test_a_minute_of_calls_costs_what_the_table_says_and_not_one_more(table: str) -> None:
    quotas = Quotas(user=USER_TABLES[table], project=1_200_000)
    for call in range(USER_TABLES[table] // 100):
        quotas.spend(ANN, "send", now=call / 10)
    with pytest.raises(GmailError) as caught:
        quotas.spend(ANN, "history", now=59.0)
    assert (caught.value.code, caught.value.reason) == (403, "userRateLimitExceeded")
    quotas.spend(ANN, "send", now=60.1)  # the oldest of the minute is over


def test_a_project_is_counted_over_all_its_mailboxes() -> None:
    quotas = Quotas(user=0, project=200)
    quotas.spend("a@example.com", "send", now=0.0)
    quotas.spend("b@example.com", "send", now=0.0)
    with pytest.raises(GmailError) as caught:
        quotas.spend("c@example.com", "profile", now=1.0)
    assert (caught.value.code, caught.value.reason) == (429, "rateLimitExceeded")


def test_a_refusal_over_quota_is_journalled(simulator: Simulator) -> None:
    simulator.control("POST", "quota", {"user": 1})
    client = client_of(simulator)
    assert [client.get("/profile").status_code for _ in range(2)] == [200, 403]
    assert [one["operation"] for one in simulator.journal("over_quota")] == ["profile"]


@pytest.mark.parametrize("code", [400, 401, 403, 404, 429, 500, 503])
def test_every_error_has_googles_shape(code: int) -> None:
    assert wrong_error(GmailError(code).body(), code) == []


@pytest.mark.parametrize("body", [{}, {"error": "no"}, {"error": {"code": 403}}, FORBIDDEN.body() | {"more": 1}])
def test_an_error_of_another_shape_is_a_violation(body: object) -> None:
    assert wrong_error(body, 403)
    assert wrong_error(FORBIDDEN.body(), 404)
