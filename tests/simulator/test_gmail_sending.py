import hashlib
import json

import pytest
from googleapiclient.errors import HttpError
from googleapiclient.http import MediaInMemoryUpload

from tests.plugins.simulator import Simulator
from tests.simulator.clients import ANN, a_mail, access_token, client_of, encoded, gmail, send, tokens


def test_a_mail_sent_is_in_sent_and_in_the_journal(simulator: Simulator) -> None:
    raw = a_mail("t1", "silent-bob@example.org")
    sent = send(gmail(simulator), raw)
    assert sent["labelIds"] == ["SENT"]
    (record,) = simulator.journal("accept")
    expected = {"lane": "gmail", "mailbox": ANN, "rcpt": "silent-bob@example.org", "token": "t1"}
    assert expected.items() <= record.items()
    assert record["raw_sha"] == hashlib.sha256(raw).hexdigest()
    assert [message["id"] for message in simulator.mailbox(ANN)] == [sent["id"]]


def test_the_journal_is_on_disk_before_the_answer(simulator: Simulator) -> None:
    send(gmail(simulator), a_mail("on-disk"))
    lines = [json.loads(line) for line in simulator.journal_path.read_text().splitlines()]
    assert "on-disk" in [line.get("token") for line in lines if line["type"] == "accept"]


def test_each_recipient_is_accepted_once(simulator: Simulator) -> None:
    raw = a_mail("t1", "silent-bob@example.org", Cc="Silent-Eve@example.org, SILENT-bob@example.org")
    send(gmail(simulator), raw)
    assert simulator.counts()["accepted_by_rcpt"] == {"silent-bob@example.org": 2, "silent-eve@example.org": 1}
    assert simulator.counts()["posts_by_token"] == {"t1": 1}


def test_mail_for_nobody_is_refused(simulator: Simulator) -> None:
    with pytest.raises(HttpError) as refusal:
        send(gmail(simulator), a_mail(To=""))
    assert refusal.value.status_code == 400
    assert simulator.journal("accept") == []


@pytest.mark.parametrize("body", [None, {}])
def test_the_upload_variant_takes_the_same_mail(simulator: Simulator, body: dict[str, str] | None) -> None:
    raw = a_mail("up")
    media = MediaInMemoryUpload(raw, mimetype="message/rfc822")
    gmail(simulator).messages().send(userId="me", body=body, media_body=media).execute(num_retries=0)
    (record,) = simulator.journal("accept")
    assert record["raw_sha"] == hashlib.sha256(raw).hexdigest()


def test_a_stranger_is_told_to_sign_in(simulator: Simulator) -> None:
    users = gmail(simulator)
    simulator.account(ANN, expire_tokens=True)
    with pytest.raises(HttpError) as refusal:
        send(users, a_mail())
    assert refusal.value.status_code == 401
    assert refusal.value.error_details[0]["reason"] == "authError"
    assert simulator.journal("accept") == []


def test_a_token_outlives_a_reset(simulator: Simulator) -> None:
    users = gmail(simulator)
    simulator.reset()
    send(users, a_mail("t1"))
    assert simulator.counts()["accepted"] == 1


def test_a_revoked_grant_gives_invalid_grant_until_restored(simulator: Simulator) -> None:
    simulator.account(ANN, revoked=True)
    form = {"grant_type": "refresh_token", "refresh_token": f"refresh:{ANN}"}
    answer = client_of(simulator, "eve@example.com").post(simulator.token_url, data=form)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")
    simulator.account(ANN, revoked=False)
    assert access_token(simulator)


def test_another_mailbox_is_out_of_reach(simulator: Simulator) -> None:
    with pytest.raises(HttpError) as refusal:
        gmail(simulator).getProfile(userId="eve@example.com").execute()
    assert refusal.value.status_code == 403


@pytest.mark.parametrize(
    ("body", "query", "wrong"),
    [
        ({"raw": encoded(a_mail()), "threadid": "1"}, "", "threadid"),
        ({"raw": 5}, "", "5 is not of type 'string'"),
        ({"raw": encoded(a_mail())}, "?userID=me", "userID"),
        ([1], "", "is not of type 'object'"),
    ],
)
def test_what_the_document_forbids_answers_500(simulator: Simulator, body: object, query: str, wrong: str) -> None:
    answer = client_of(simulator).post(f"/messages/send{query}", json=body)
    assert answer.status_code == 500
    assert wrong in answer.text
    assert wrong in "".join(simulator.violations())
    assert simulator.journal("accept") == []


def test_an_unknown_method_is_a_violation(simulator: Simulator) -> None:
    assert client_of(simulator).get("/inbox").status_code == 500
    assert len(simulator.violations()) == 1


def test_mailboxes_of_the_world_write_to_each_other(simulator: Simulator) -> None:
    eve = gmail(simulator, "eve@example.com")
    send(gmail(simulator), a_mail("t1", "eve@example.com"))
    listed = eve.messages().list(userId="me", labelIds=["INBOX"]).execute()
    assert listed["resultSizeEstimate"] == 1
    assert tokens(simulator.journal("accept")) == ["t1"]
