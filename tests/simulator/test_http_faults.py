import json
import time
from email.utils import parsedate_to_datetime

import httpx
import pytest
from googleapiclient.errors import HttpError

from tests.plugins.simulator import Simulator
from tests.simulator.clients import ANN, a_mail, client_of, encoded, gmail, send


def refused(simulator: Simulator) -> HttpError:
    """Send a mail that is refused; nothing is accepted."""
    with pytest.raises(HttpError) as refusal:
        send(gmail(simulator), a_mail("t1"))
    assert simulator.journal("accept") == []
    assert simulator.counts()["posts_by_token"] == {"t1": 1}
    error: HttpError = refusal.value
    return error


def details(error: HttpError) -> dict[str, str]:
    """The first of the errors in the body."""
    first: dict[str, str] = json.loads(error.content)["error"]["errors"][0]
    return first


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_status_is_answered_in_googles_shape_and_nothing_is_sent(simulator: Simulator, status: int) -> None:
    simulator.fault("status", status=status)
    error = refused(simulator)
    assert error.status_code == status
    assert details(error)["domain"] == "global"
    send(gmail(simulator), a_mail("t2"))


def test_403_says_why(simulator: Simulator) -> None:
    simulator.fault("status", status=403, reason="dailyLimitExceeded")
    assert details(refused(simulator))["reason"] == "dailyLimitExceeded"


def test_retry_after_comes_as_seconds_date_text_or_not_at_all(simulator: Simulator) -> None:
    for wish in (5, "date:60", "text:60", None):
        simulator.fault("status", status=429, retry_after=wish)
    client = client_of(simulator)
    answers = [client.post("/messages/send", json={"raw": encoded(a_mail())}) for _ in range(4)]
    seconds, date, text, none = answers
    assert seconds.headers["Retry-After"] == "5"
    assert 30 < parsedate_to_datetime(date.headers["Retry-After"]).timestamp() - time.time() <= 60
    assert "Retry after 2" in text.json()["error"]["message"]
    assert not {"retry-after"} & (text.headers.keys() | none.headers.keys())


@pytest.mark.parametrize("action", ["close", "reset", "truncate"])
def test_a_mail_is_accepted_and_the_answer_lost(simulator: Simulator, action: str) -> None:
    simulator.fault(f"accept-then-{action}")
    with pytest.raises(httpx.TransportError):
        send(gmail(simulator), a_mail("t1"))
    assert [(r["token"], r["fault"]) for r in simulator.journal("accept")] == [("t1", f"accept-then-{action}")]
    assert simulator.counts()["posts_by_token"] == {"t1": 1}


def test_an_error_may_hide_an_acceptance(simulator: Simulator) -> None:
    simulator.fault("accept-then-status", status=502)
    with pytest.raises(HttpError):
        send(gmail(simulator), a_mail("t1"))
    assert simulator.counts()["accepted"] == 1


@pytest.mark.parametrize("action", ["close", "reset"])
def test_a_request_is_read_and_dropped(simulator: Simulator, action: str) -> None:
    simulator.fault(f"{action}-before-accept")
    with pytest.raises(httpx.TransportError):
        send(gmail(simulator), a_mail("t1"))
    assert simulator.counts()["posts_by_token"] == {"t1": 1}
    assert simulator.journal("accept") == []


def test_a_delayed_answer_outlasts_the_client(simulator: Simulator) -> None:
    simulator.fault("accept-then-delay", seconds=2)
    with pytest.raises(httpx.ReadTimeout):
        client_of(simulator).post("/messages/send", json={"raw": encoded(a_mail("t1"))}, timeout=0.2)
    assert simulator.counts()["accepted"] == 1


def test_an_answer_drips(simulator: Simulator) -> None:
    simulator.fault("accept-then-drip", seconds=0.001)
    answer = client_of(simulator).post("/messages/send", json={"raw": encoded(a_mail("t1"))})
    assert answer.json()["id"] == simulator.mailbox(ANN)[0]["id"]


def test_a_fault_strikes_only_whom_it_names(simulator: Simulator) -> None:
    simulator.fault("status", mailbox="eve@example.com")
    simulator.fault("status", recipient="Silent-Eve@example.org", times=2)
    users = gmail(simulator)
    send(users, a_mail("t1", "silent-bob@example.org"))
    for token in ("t2", "t3"):
        with pytest.raises(HttpError):
            send(users, a_mail(token, "silent-eve@example.org"))
    send(users, a_mail("t4", "silent-eve@example.org"))
    with pytest.raises(HttpError):
        send(gmail(simulator, "eve@example.com"), a_mail("t5"))


@pytest.mark.parametrize("op", ["get", "list", "history", "threads", "profile"])
def test_reading_meets_faults_too(simulator: Simulator, op: str) -> None:
    name = simulator.deliver(ANN, a_mail())["id"]
    client, start = client_of(simulator), int(simulator.deliver(ANN, a_mail())["historyId"])
    paths = {"get": f"/messages/{name}", "list": "/messages", "history": f"/history?startHistoryId={start}"}
    path = paths.get(op, f"/{op}")
    simulator.fault("status", op, status=503)
    assert [client.get(path).status_code for _ in range(2)] == [503, 200]


def test_the_token_endpoint_meets_faults_too(simulator: Simulator) -> None:
    simulator.fault("status", "token", status=400, mailbox=ANN)
    form = {"grant_type": "refresh_token", "refresh_token": f"refresh:{ANN}"}
    answers = [httpx.post(simulator.token_url, data=form) for _ in range(2)]
    assert answers[0].json()["error"] == "invalid_grant"
    assert answers[1].status_code == 200


@pytest.mark.parametrize("wish", [{"kind": "bang"}, {"kind": "close", "op": "sned"}, {"kind": "close", "tmes": 1}])
def test_a_fault_that_could_never_strike_is_refused(simulator: Simulator, wish: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="unknown"):
        simulator.control("POST", "fault", wish)


def test_faults_are_listed_and_cleared(simulator: Simulator) -> None:
    simulator.fault("status", times=3)
    assert simulator.control("GET", "fault") == [{"kind": "status", "op": "send", "times": 3}]
    simulator.clear_faults()
    send(gmail(simulator), a_mail())
