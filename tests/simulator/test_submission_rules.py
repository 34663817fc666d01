"""The rules a submission server may have, each met by a genuine client."""

import smtplib
from base64 import b64encode
from datetime import UTC, datetime, timedelta

import pytest

from tests.plugins.simulator import Simulator
from tests.simulator.clients import ANN, a_mail, access_token, submission

BOB = "silent-bob@example.org"


def test_a_connection_carries_so_many_mails(simulator: Simulator) -> None:
    simulator.rules(mails_per_connection=2)
    server = submission(simulator)
    for n in range(2):
        server.sendmail(ANN, [BOB], a_mail(f"t{n}"))
    assert server.docmd(f"MAIL FROM:<{ANN}>")[0] == 421
    with pytest.raises(smtplib.SMTPServerDisconnected):
        server.noop()
    assert simulator.counts()["accepted"] == 2


def test_a_connection_too_many_is_refused_and_journalled(simulator: Simulator) -> None:
    simulator.rules(connections=1)
    with submission(simulator):
        with pytest.raises(smtplib.SMTPConnectError):
            submission(simulator)
        assert simulator.rules()["open"] == 1
    whats = [record["what"] for record in simulator.journal("connection")]
    assert whats[:2] == ["opened", "refused"]


def test_a_stranger_is_let_in_when_the_time_is_over(simulator: Simulator) -> None:
    simulator.rules(greylist_seconds=300)
    with submission(simulator) as server:
        server.mail(ANN)
        assert server.rcpt(BOB)[0] == 451
        now = datetime.now(UTC)
        simulator.clock(anchor_real=now.isoformat(), anchor_world=(now + timedelta(minutes=6)).isoformat(), speed=1)
        assert server.rcpt(BOB)[0] == 250
        assert server.rcpt("silent-eve@example.org")[0] == 451
    assert [record["rcpt"] for record in simulator.journal("greylisted")] == [BOB, "silent-eve@example.org"]


def test_idle_connections_are_closed_without_a_word(simulator: Simulator) -> None:
    server = submission(simulator)
    simulator.rules(hang_up=True)
    with pytest.raises(smtplib.SMTPServerDisconnected):
        server.noop()


def test_a_farewell_is_journalled(simulator: Simulator) -> None:
    submission(simulator).quit()
    submission(simulator).close()
    with submission(simulator):  # by then the others were seen to end
        closed = [record["quit"] for record in simulator.journal("connection") if record["what"] == "closed"]
    assert closed == [True, False]


def test_an_access_token_logs_in(simulator: Simulator) -> None:
    token = access_token(simulator)
    with smtplib.SMTP(*simulator.smtp) as server:
        server.ehlo()
        wrong = b64encode(f"user={ANN}\x01auth=Bearer nobody\x01\x01".encode()).decode()
        assert server.docmd("AUTH", f"XOAUTH2 {wrong}")[0] == 334
        assert server.docmd("")[0] == 535
        right = b64encode(f"user={ANN}\x01auth=Bearer {token}\x01\x01".encode()).decode()
        assert server.docmd("AUTH", f"XOAUTH2 {right}")[0] == 235
    assert [record["granted"] for record in simulator.journal("login")] == [False, True]


def test_tls_is_spoken_on_both_ports(simulator: Simulator) -> None:
    with smtplib.SMTP("localhost", simulator.smtp_port) as server:
        server.starttls(context=simulator.tls)
        server.login(ANN, "right")
    with smtplib.SMTP_SSL("localhost", simulator.smtps_port, context=simulator.tls) as server:
        server.login(ANN, "right")
        server.sendmail(ANN, [BOB], a_mail("t1"))
    assert simulator.counts()["accepted"] == 1
