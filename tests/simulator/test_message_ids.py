import base64

import pytest

from tests.plugins.simulator import Simulator
from tests.simulator.clients import ANN, a_mail, gmail, send, submission


def read_back(simulator: Simulator, mode: str) -> tuple[str, dict[str, str]]:
    """Send in a mode; give the raw mail and its headers, as the provider shows them."""
    simulator.account(ANN, message_ids=mode)
    users = gmail(simulator)
    name = send(users, a_mail("t1"))["id"]
    shown = users.messages().get(userId="me", id=name, format="metadata").execute()
    raw = users.messages().get(userId="me", id=name, format="raw").execute()["raw"]
    headers = {header["name"]: header["value"] for header in shown["payload"]["headers"]}
    return base64.urlsafe_b64decode(raw).decode(), headers


def test_a_message_id_is_kept_by_default(simulator: Simulator) -> None:
    raw, headers = read_back(simulator, "keep")
    assert headers["Message-ID"] == "<t1@example.com>"
    assert raw == a_mail("t1").decode()


@pytest.mark.parametrize(("mode", "original"), [("rewrite", "<t1@example.com>"), ("rewrite-and-drop", None)])
def test_a_message_id_is_rewritten(simulator: Simulator, mode: str, original: str | None) -> None:
    raw, headers = read_back(simulator, mode)
    assert headers["Message-ID"].endswith("@mail.provider.example>")
    assert headers.get("X-Google-Original-Message-ID") == original
    assert ("t1@example.com" in raw) is (original is not None)
    assert headers["X-Entity-Ref"] == "t1"


def test_answers_cite_the_rewritten_id(simulator: Simulator) -> None:
    simulator.account(ANN, message_ids="rewrite-and-drop")
    users = gmail(simulator)
    sent = send(users, a_mail("t1", "reply-bob@example.org"))
    simulator.release()
    thread = users.threads().get(userId="me", id=sent["threadId"], format="metadata").execute()
    own, reply = ({h["name"]: h["value"] for h in m["payload"]["headers"]} for m in thread["messages"])
    assert reply["In-Reply-To"] == own["Message-ID"]


def test_an_unknown_mode_is_refused(simulator: Simulator) -> None:
    with pytest.raises(ValueError, match="message_ids"):
        simulator.account(ANN, message_ids="other")


def test_a_relay_tells_one_half_of_the_id_that_it_stamps(simulator: Simulator) -> None:
    simulator.account("relayed@example.com", smtp_stamp="relay.example", keep_smtp_sent=True)
    client = submission(simulator, "relayed@example.com")
    client.mail("relayed@example.com")
    client.rcpt("silent-bob@example.org")
    code, told = client.data(a_mail("t1"))
    users = gmail(simulator, "relayed@example.com")
    (listed,) = users.messages().list(userId="me").execute()["messages"]
    shown = users.messages().get(userId="me", id=listed["id"], format="metadata").execute()
    (stamped,) = [header["value"] for header in shown["payload"]["headers"] if header["name"] == "Message-ID"]
    assert (code, stamped) == (250, f"<{told.decode().removeprefix('Ok ')}@relay.example>")
