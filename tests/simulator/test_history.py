from itertools import pairwise
from typing import Any

import pytest
from googleapiclient.errors import HttpError

from tests.plugins.simulator import Simulator
from tests.simulator.clients import ANN, a_mail, gmail, send


def changes(users: Any, start: str, **asked: Any) -> list[dict[str, Any]]:
    """Read all pages of history, two entries a page."""
    found: list[dict[str, Any]] = []
    page = None
    while True:
        request = users.history().list(userId="me", startHistoryId=start, maxResults=2, pageToken=page, **asked)
        answer = request.execute()
        found += answer.get("history", [])
        page = answer.get("nextPageToken")
        if page is None:
            return found


def test_history_tells_what_was_sent_and_what_came(simulator: Simulator) -> None:
    users = gmail(simulator)
    start = users.getProfile(userId="me").execute()["historyId"]
    sent = [send(users, a_mail(f"t{n}", "reply-bob@example.org"))["id"] for n in range(3)]
    simulator.release()
    added = [entry["messagesAdded"][0]["message"] for entry in changes(users, start, historyTypes=["messageAdded"])]
    assert [message["id"] for message in added[:3]] == sent
    assert [message["labelIds"] for message in added[3:]] == [["INBOX", "UNREAD"]]


def test_history_ids_rise_with_gaps(simulator: Simulator) -> None:
    users = gmail(simulator)
    start = users.getProfile(userId="me").execute()["historyId"]
    for n in range(12):
        simulator.deliver(ANN, a_mail(f"t{n}"))
    numbers = [int(start), *(int(entry["id"]) for entry in changes(users, start))]
    gaps = [later - earlier for earlier, later in pairwise(numbers)]
    assert min(gaps) >= 1
    assert max(gaps) > 1


def test_history_of_a_label_leaves_others_out(simulator: Simulator) -> None:
    users = gmail(simulator)
    start = users.getProfile(userId="me").execute()["historyId"]
    send(users, a_mail("t1"))
    came = simulator.deliver(ANN, a_mail("t2"))["id"]
    found = changes(users, start, labelId="INBOX")
    assert [entry["messages"][0]["id"] for entry in found] == [came]


def test_labels_and_deletions_are_history_too(simulator: Simulator) -> None:
    users = gmail(simulator)
    name = simulator.deliver(ANN, a_mail())["id"]
    start = users.getProfile(userId="me").execute()["historyId"]
    simulator.message(ANN, name, add=["TRASH"], remove=["INBOX"])
    simulator.message(ANN, name, delete=True)
    added, removed, deleted = changes(users, start)
    assert added["labelsAdded"][0]["labelIds"] == ["TRASH"]
    assert removed["labelsRemoved"][0]["labelIds"] == ["INBOX"]
    assert deleted["messagesDeleted"][0]["message"]["id"] == name


def test_an_expired_id_answers_404_and_a_new_one_works(simulator: Simulator) -> None:
    users = gmail(simulator)
    start = users.getProfile(userId="me").execute()["historyId"]
    simulator.account(ANN, expire_history=True)
    with pytest.raises(HttpError) as refusal:
        changes(users, start)
    assert refusal.value.status_code == 404
    fresh = users.getProfile(userId="me").execute()["historyId"]
    simulator.deliver(ANN, a_mail())
    assert len(changes(users, fresh)) == 1
