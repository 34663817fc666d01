import base64
from typing import Any

import pytest
from googleapiclient.errors import HttpError

from tests.plugins.simulator import Simulator
from tests.simulator.clients import ANN, a_mail, client_of, gmail, send


def ids(answer: dict[str, Any]) -> list[str]:
    return [message["id"] for message in answer.get("messages", [])]


def test_pages_hold_each_message_once_while_more_arrive(simulator: Simulator) -> None:
    sent = [simulator.deliver(ANN, a_mail(f"t{n}"))["id"] for n in range(5)]
    users, seen, page = gmail(simulator), [], None
    while True:
        answer = users.messages().list(userId="me", maxResults=2, pageToken=page).execute()
        seen += ids(answer)
        simulator.deliver(ANN, a_mail("late"))
        page = answer.get("nextPageToken")
        if page is None:
            break
    assert seen == sent[::-1]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"q": "rfc822msgid:<sent@example.com>"}, {"sent"}),
        ({"q": "rfc822msgid:sent@example.com in:anywhere"}, {"sent"}),
        ({"q": "rfc822msgid:binned@example.com"}, set()),
        ({"q": "rfc822msgid:binned@example.com in:anywhere"}, {"binned"}),
        ({"includeSpamTrash": True}, {"sent", "binned", "junk", "seen"}),
        ({}, {"sent", "seen"}),
        ({"labelIds": ["INBOX"]}, {"seen"}),
        ({"labelIds": ["TRASH"]}, {"binned"}),
        ({"q": "in:spam"}, {"junk"}),
        ({"q": "-in:sent from:ann"}, {"seen"}),
        ({"q": "subject:question after:2020/01/01 before:4000000000"}, {"sent", "seen"}),
        ({"q": "after:4000000000"}, set()),
    ],
)
def test_search_finds(simulator: Simulator, asked: dict[str, Any], found: set[str]) -> None:
    users = gmail(simulator)
    names = {send(users, a_mail("sent"))["id"]: "sent"}
    for name, labels in (("binned", ("TRASH",)), ("junk", ("SPAM",)), ("seen", ("INBOX",))):
        names[simulator.deliver(ANN, a_mail(name), labels=labels)["id"]] = name
    answer = users.messages().list(userId="me", **asked).execute()
    assert {names[name] for name in ids(answer)} == found


@pytest.mark.parametrize("words", ["has:attachment", "hello", "in:nowhere", "after:yesterday"])
def test_search_words_it_does_not_know_are_violations(simulator: Simulator, words: str) -> None:
    simulator.deliver(ANN, a_mail())
    assert client_of(simulator).get("/messages", params={"q": words}).status_code == 500
    assert simulator.violations()


def test_forms_show_as_much_as_they_should(simulator: Simulator) -> None:
    users = gmail(simulator)
    name = send(users, a_mail("t1", Subject="Zwölf Fragen"))["id"]
    full, raw, minimal, metadata = (
        users.messages().get(userId="me", id=name, format=form, metadataHeaders=["subject"]).execute()
        for form in ("full", "raw", "minimal", "metadata")
    )
    text = base64.urlsafe_b64decode(full["payload"]["body"]["data"]).decode()
    assert text.startswith("Hello Bob,")
    assert base64.urlsafe_b64decode(raw["raw"]) == a_mail("t1", Subject="Zwölf Fragen")
    assert not {"payload", "raw"} & minimal.keys()
    assert metadata["payload"]["headers"] == [{"name": "Subject", "value": "Zwölf Fragen"}]
    assert {form["historyId"] for form in (full, raw, minimal, metadata)} == {minimal["historyId"]}


def test_parts_of_a_report_are_numbered(simulator: Simulator) -> None:
    users = gmail(simulator)
    send(users, a_mail("t1", "bounce-bob@example.org"))
    simulator.release()
    (name,) = ids(users.messages().list(userId="me", labelIds=["INBOX"]).execute())
    parts = users.messages().get(userId="me", id=name).execute()["payload"]["parts"]
    assert [(part["partId"], part["mimeType"]) for part in parts][:2] == [
        ("0", "text/plain"),
        ("1", "message/delivery-status"),
    ]


def test_a_message_that_does_not_exist_is_not_found(simulator: Simulator) -> None:
    with pytest.raises(HttpError) as refusal:
        gmail(simulator).messages().get(userId="me", id="0").execute()
    assert (refusal.value.status_code, refusal.value.error_details[0]["reason"]) == (404, "notFound")
