import pytest
from googleapiclient.errors import HttpError

from tests.plugins.simulator import Simulator
from tests.simulator.clients import a_mail, gmail, send

CITES = {"In_Reply_To": "<t1@example.com>", "References": "<t1@example.com>"}


@pytest.mark.parametrize(
    ("fields", "asks", "joins"),
    [
        (CITES | {"Subject": "Re: A question"}, True, True),
        (CITES | {"Subject": "RE: a  QUESTION"}, True, True),
        (CITES | {"Subject": "Re: Another"}, True, False),
        ({"Subject": "Re: A question"}, True, False),
        ({"Subject": "Re: A question", "References": "<other@example.com>"}, True, False),
        (CITES | {"Subject": "Re: A question"}, False, False),
    ],
    ids=["all three", "case and spaces", "other subject", "cites nothing", "cites a stranger", "no thread id"],
)
def test_a_mail_joins_a_thread_only_with_all_three(
    simulator: Simulator, fields: dict[str, str], asks: bool, joins: bool
) -> None:
    users = gmail(simulator)
    first = send(users, a_mail("t1"))
    body = {"threadId": first["threadId"]} if asks else {}
    second = send(users, a_mail("t2", **fields), **body)
    assert (second["threadId"] == first["threadId"]) is joins


def test_a_thread_that_does_not_exist_is_not_found(simulator: Simulator) -> None:
    with pytest.raises(HttpError) as refusal:
        send(gmail(simulator), a_mail(), threadId="0123456789abcdef")
    assert refusal.value.status_code == 404
    assert simulator.journal("accept") == []


def test_threads_are_listed_by_their_latest_mail(simulator: Simulator) -> None:
    users = gmail(simulator)
    first = send(users, a_mail("t1", "reply-bob@example.org"))
    second = send(users, a_mail("t2"))
    simulator.release()
    page = users.threads().list(userId="me", maxResults=1).execute()
    rest = users.threads().list(userId="me", maxResults=1, pageToken=page["nextPageToken"]).execute()
    assert [t["id"] for t in page["threads"] + rest["threads"]] == [first["threadId"], second["threadId"]]
    assert "nextPageToken" not in rest
