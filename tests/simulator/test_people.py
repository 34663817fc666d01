import base64
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any, cast

import pytest

from simulator.people.behaviour import LANGUAGES, LIVELY, Behaviour, meet
from tests.plugins.simulator import Simulator
from tests.simulator.clients import ANN, a_mail, client_of, gmail, send

KINDS = {
    "reply": "human_reply",
    "decline": "human_reply",
    "ooo": "out_of_office",
    "oooback": "out_of_office",
    "ticket": "auto_reply",
    "bounce": "bounce",
    "late": "bounce",
    "refuse": "bounce",
    "delayed": "delayed",
    "mailto": "unsubscribe",
    "words": "unsubscribe",
    "complain": "complaint",
}


def came_back(simulator: Simulator, to: str) -> EmailMessage:
    """Send one mail and read the one answer."""
    send(gmail(simulator), a_mail("t1", to))
    assert simulator.release() == 1
    (name,) = [message["id"] for message in simulator.mailbox(ANN) if "INBOX" in message["labels"]]
    shown = client_of(simulator).get(f"/messages/{name}", params={"format": "raw"}).json()
    message = message_from_bytes(decoded(shown), _class=EmailMessage, policy=default)
    assert not message.defects
    return message


def decoded(shown: dict[str, Any]) -> bytes:
    return base64.urlsafe_b64decode(shown["raw"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("prefix", KINDS)
def test_the_prefix_of_an_address_decides(simulator: Simulator, prefix: str, language: str) -> None:
    to = f"{prefix}-{language}-bob@example.org"
    answer = came_back(simulator, to)
    assert answer["To"]
    (record,) = simulator.journal("inbound")
    expected = {"kind": KINDS[prefix], "behaviour": prefix, "about_token": "t1", "person": to, "mailbox": ANN}
    assert expected.items() <= record.items()
    assert (record["return_date"] is not None) is (prefix == "oooback")


def test_a_reply_cites_and_quotes_with_attribution(simulator: Simulator) -> None:
    answer = came_back(simulator, "reply-en-bob@example.org")
    assert answer["In-Reply-To"] == answer["References"] == "<t1@example.com>"
    assert answer["Subject"] == "Re: A question"
    assert answer["From"] == "Bob Jones <reply-en-bob@example.org>"
    part = answer.get_body(("plain",))
    assert part is not None
    assert f"Ann Lee <{ANN}> wrote:\n> Hello Bob," in part.get_content().replace("\r\n", "\n")


def test_a_bounce_is_a_delivery_report_with_the_headers_back(simulator: Simulator) -> None:
    answer = came_back(simulator, "bounce-bob@example.org")
    assert answer.get_content_type() == "multipart/report"
    assert answer.get_param("report-type") == "delivery-status"
    _, status, returned = answer.iter_parts()
    about_message, about_recipient = cast("list[EmailMessage]", status.get_payload())
    assert about_message["Reporting-MTA"]
    assert about_recipient["Action"] == "failed"
    assert about_recipient["Status"].startswith("5.1.")
    assert about_recipient["Final-Recipient"] == "rfc822; bounce-bob@example.org"
    assert b"X-Entity-Ref: t1" in returned.as_bytes()


def test_a_complaint_is_a_feedback_report(simulator: Simulator) -> None:
    answer = came_back(simulator, "complain-bob@example.org")
    assert answer.get_param("report-type") == "feedback-report"
    assert b"Feedback-Type: abuse" in answer.as_bytes()
    assert b"X-Entity-Ref: t1" in answer.as_bytes()


def test_an_absence_note_names_the_return_date_in_world_time(simulator: Simulator) -> None:
    simulator.clock(anchor_real="2026-01-01T00:00:00+00:00", anchor_world="2031-03-03T09:00:00+00:00", speed=1e-6)
    answer = came_back(simulator, "oooback-en-bob@example.org")
    (record,) = simulator.journal("inbound")
    assert record["return_date"].startswith("2031-03-")
    part = answer.get_body(("plain",))
    assert part is not None
    assert "March" in part.get_content()
    assert answer["Date"].datetime.year == 2031
    assert answer["Auto-Submitted"]


@pytest.mark.parametrize(("prefix", "answers"), [("reply", 1), ("oooback", 1), ("bounce", 3), ("silent", 0)])
def test_people_act_once_and_machines_each_time(simulator: Simulator, prefix: str, answers: int) -> None:
    users = gmail(simulator)
    for n in range(3):
        send(users, a_mail(f"t{n}", f"{prefix}-bob@example.org"))
    simulator.release()
    assert len(simulator.journal("inbound")) == answers


def test_answers_come_by_themselves_when_the_world_gets_there(simulator: Simulator) -> None:
    send(gmail(simulator), a_mail("t1", "reply-bob@example.org"))
    assert simulator.control("GET", "waiting") == {"waiting": 1}
    simulator.clock(anchor_real="2026-01-01T00:00:00+00:00", anchor_world="2040-01-01T00:00:00+00:00", speed=1)
    records = simulator.journal("inbound")
    for _ in range(500):  # each look is a round trip, so the simulator's loop turns
        if records:
            break
        records = simulator.journal("inbound")
    assert [record["about_token"] for record in records] == ["t1"]


def test_a_mail_nobody_can_read_is_journalled_and_the_others_are_answered(simulator: Simulator) -> None:
    users = gmail(simulator)
    send(users, a_mail("t1", "reply-bob@example.org").replace(b'charset="utf-8"', b'charset="x-none"'))
    send(users, a_mail("t2", "reply-eve@example.org", To='"Jones, Eve" <reply-eve@example.org>'))
    assert simulator.release() == 2
    assert [record["about_token"] for record in simulator.journal("unanswerable")] == ["t1"]
    assert [record["about_token"] for record in simulator.journal("inbound")] == ["t2"]


def test_a_silent_world_answers_nothing(simulator: Simulator) -> None:
    simulator.people("silent")
    send(gmail(simulator), a_mail("t1", "reply-bob@example.org"))
    assert simulator.release() == 0


def test_shares_can_be_set(simulator: Simulator) -> None:
    simulator.people("auto", shares={"ticket": 1.0})
    send(gmail(simulator), a_mail("t1", "somebody@example.org"))
    simulator.release()
    assert [record["behaviour"] for record in simulator.journal("inbound")] == ["ticket"]


def test_a_crowd_is_as_lively_as_promised_and_always_the_same() -> None:
    def crowd(seed: int) -> list[Behaviour]:
        names = (f"person{n}@example.org" for n in range(4000))
        return [meet(name, seed=seed, mode="auto", shares=LIVELY).behaviour for name in names]

    people = crowd(7)
    assert people == crowd(7) != crowd(8)
    for behaviour, share in LIVELY.items():
        assert abs(people.count(behaviour) / len(people) - share) < 0.02


def test_a_demo_shows_every_kind_and_pauses_nothing_by_what_people_are_expected_to_do() -> None:
    """300 people in two campaigns, one sending domain: the breakers stand at 4 % opt-outs and a third complaint."""
    people, opt_outs = 300, (Behaviour.UNSUB, Behaviour.MAILTO, Behaviour.WORDS)
    assert all(share * people >= 1 for share in LIVELY.values())
    assert set(Behaviour) - set(LIVELY) == {Behaviour.SILENT, Behaviour.LATE}  # late: days after the demo
    assert sum(LIVELY[one] for one in opt_outs) < 0.04 / 2  # twice as many by chance are still none too many
    assert LIVELY[Behaviour.COMPLAIN] * people < 3 / 2
    assert (LIVELY[Behaviour.BOUNCE] + LIVELY[Behaviour.REFUSE]) * 50 < 3 / 2  # 3 of a mailbox's last 50 halve its room
