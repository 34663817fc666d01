import hashlib
import smtplib

import pytest

from tests.plugins.simulator import Simulator
from tests.simulator.clients import ANN, a_mail, gmail, submission

BOB = "silent-bob@example.org"


def test_a_mail_is_taken_byte_for_byte(simulator: Simulator) -> None:
    raw = a_mail("t1").replace(b"Hello Bob,", b".hidden\r\n..\r\nHello Bob,")
    with submission(simulator) as server:
        server.sendmail(ANN, [BOB], raw)
    (record,) = simulator.journal("accept")
    assert record["raw_sha"] == hashlib.sha256(raw).hexdigest()
    expected = {"lane": "smtp", "mailbox": ANN, "mail_from": ANN, "rcpt": BOB, "token": "t1", "fault": None}
    assert expected.items() <= record.items()


def test_one_connection_carries_many_mails(simulator: Simulator) -> None:
    with submission(simulator) as server:
        for n in range(5):
            server.sendmail(ANN, [BOB], a_mail(f"t{n}"))
    assert simulator.counts()["accepted_by_token"] == {f"t{n}": 1 for n in range(5)}


def test_submitted_mail_is_kept_in_sent_only_when_asked(simulator: Simulator) -> None:
    with submission(simulator) as server:
        server.sendmail(ANN, [BOB], a_mail("t1"))
        simulator.account(ANN, keep_smtp_sent=True)
        server.sendmail(ANN, [BOB], a_mail("t2"))
    assert [message["token"] for message in simulator.mailbox(ANN)] == ["t2"]


def test_answers_to_submitted_mail_are_read_over_the_gmail_lane(simulator: Simulator) -> None:
    with submission(simulator) as server:
        server.sendmail(ANN, ["reply-bob@example.org"], a_mail("t1", "reply-bob@example.org"))
    simulator.release()
    assert gmail(simulator).messages().list(userId="me", labelIds=["INBOX"]).execute()["resultSizeEstimate"] == 1


def test_nobody_sends_without_the_right_password(simulator: Simulator) -> None:
    with smtplib.SMTP(*simulator.smtp, local_hostname="client.example.com") as server:
        server.ehlo()
        assert server.mail(ANN)[0] == 530
        with pytest.raises(smtplib.SMTPAuthenticationError) as refusal:
            server.login(ANN, "wrong")
    assert refusal.value.smtp_code == 535


def test_an_unknown_person_is_refused_at_rcpt(simulator: Simulator) -> None:
    with submission(simulator) as server, pytest.raises(smtplib.SMTPRecipientsRefused) as refusal:
        server.sendmail(ANN, ["refuse-bob@example.org"], a_mail())
    code, text = refusal.value.recipients["refuse-bob@example.org"]
    assert code == 550
    assert text.startswith(b"5.1.1 ")
    assert simulator.journal("accept") == simulator.journal("post") == []


@pytest.mark.parametrize("verb", ["mail", "rcpt", "data", "dot"])
@pytest.mark.parametrize("status", [421, 451, 554])
def test_a_reply_code_is_answered_at_a_verb(simulator: Simulator, verb: str, status: int) -> None:
    simulator.fault("status", f"smtp.{verb}", status=status, text="4.7.0 later")
    with submission(simulator) as server:
        server.ehlo()
        reply = server.mail(ANN)
        if verb != "mail":
            reply = server.rcpt(BOB)
        if verb == "data":
            reply = server.docmd("DATA")
        if verb == "dot":
            reply = server.data(a_mail())
        assert reply == (status, b"4.7.0 later")
        if status == 421:
            with pytest.raises(smtplib.SMTPServerDisconnected):
                server.noop()
    assert simulator.journal("accept") == []


@pytest.mark.parametrize("action", ["close", "reset"])
def test_a_mail_is_taken_and_the_250_lost(simulator: Simulator, action: str) -> None:
    simulator.fault(f"accept-then-{action}", "smtp.dot", recipient=BOB)
    server = submission(simulator)
    with pytest.raises((smtplib.SMTPServerDisconnected, ConnectionResetError)):
        server.sendmail(ANN, [BOB], a_mail("t1"))
    server.close()
    assert simulator.counts()["accepted_by_token"] == {"t1": 1}
    assert simulator.counts()["posts_by_token"] == {"t1": 1}


def test_the_250_comes_too_late(simulator: Simulator) -> None:
    simulator.fault("accept-then-delay", "smtp.dot", seconds=2)
    server = submission(simulator)
    assert server.sock is not None
    server.sock.settimeout(0.2)
    with pytest.raises((TimeoutError, smtplib.SMTPServerDisconnected)):
        server.sendmail(ANN, [BOB], a_mail("t1"))
    server.close()
    assert simulator.counts()["accepted"] == 1


def test_a_connection_is_refused_at_once(simulator: Simulator) -> None:
    simulator.fault("status", "smtp.connect", status=421)
    with pytest.raises(smtplib.SMTPConnectError):
        submission(simulator)
    submission(simulator).quit()
