"""Submission, each verb with each way it can go wrong: what it means, and that nothing is sent twice for it.

Before the mark nothing of the mail left, whatever happens; between the mark and the final dot a clear no or a lost
connection leaves nothing with the server; after the dot only an answer tells.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from mailboxes.core.errors import CredentialError, Scope, TransportError, VerdictUnknown
from mailboxes.core.smtp_replies import Verb
from mailboxes.transports import smtp_session
from tests.contracts.conftest import WAYS, Way, open_way
from tests.mailboxes.accounts import a_mail
from tests.plugins.simulator import Simulator

SUBMITS = [name for name in WAYS if name.startswith("smtp")]
BEFORE = ("smtp.connect", "smtp.ehlo", "smtp.auth")
DURING = ("smtp.mail", "smtp.rcpt", "smtp.data")
HANGS = 0.3  # seconds after which these tests leave a server that says nothing


@dataclass(frozen=True)
class Wrong:
    """One way to go wrong: what the simulator does, and whether that is for good where the mail is judged."""

    fault: str
    status: int = 0
    final: bool = False

    def strike(self, simulator: Simulator, op: str, *, times: int = 1) -> None:
        if self.fault == "status":
            simulator.fault("status", op, status=self.status, times=times)
        elif self.fault == "hang":
            simulator.fault("silent", op, seconds=5, times=times)
        else:
            simulator.fault(self.fault, op, times=times)


WRONG = {
    "451": Wrong("status", 451),
    "499": Wrong("status", 499),
    "550": Wrong("status", 550, final=True),
    "599": Wrong("status", 599, final=True),
    "421": Wrong("status", 421),
    "close": Wrong("close"),
    "reset": Wrong("reset"),
    "hang": Wrong("hang"),
}
MATRIX = [("smtp", name) for name in WRONG] + [(way, name) for way in SUBMITS[1:] for name in ("550", "reset", "hang")]


@pytest.fixture(params=MATRIX, ids="-".join)
def case(request: pytest.FixtureRequest, simulator: Simulator) -> Iterator[tuple[Way, Wrong]]:
    """Every fault over plain SMTP, and those that look different under TLS or with a token there too."""
    name, wrong = request.param
    way = open_way(name, simulator)
    yield way, WRONG[wrong]
    way.transport.close()


@pytest.mark.parametrize("op", BEFORE)
def test_before_the_mail_nothing_has_begun(
    case: tuple[Way, Wrong], simulator: Simulator, monkeypatch: pytest.MonkeyPatch, op: str
) -> None:
    way, wrong = case
    if wrong.fault == "hang":
        monkeypatch.setattr(smtp_session, "OTHER_WITHIN", HANGS)
        monkeypatch.setitem(smtp_session.REPLY_WITHIN, Verb.GREETING, HANGS)
    wrong.strike(simulator, op, times=2 if op == "smtp.auth" else 1)  # a refused token is tried anew once
    started = time.monotonic()
    with pytest.raises((TransportError, CredentialError)) as caught:
        way.transport.ready()
    assert time.monotonic() - started < 4
    assert isinstance(caught.value, CredentialError) == (op == "smtp.auth" and wrong.final)
    assert not getattr(caught.value, "began", False)
    assert (way.marks.set, way.posts()) == (0, 0)
    monkeypatch.undo()
    simulator.clear_faults()
    way.transport.ready()
    way.send()
    assert way.accepted() == 1


@pytest.mark.parametrize("op", DURING)
def test_before_the_final_dot_a_failure_is_a_verdict(case: tuple[Way, Wrong], simulator: Simulator, op: str) -> None:
    way, wrong = case
    way.transport.ready()
    wrong.strike(simulator, op)
    with pytest.raises(TransportError) as caught:
        way.send(within=HANGS if wrong.fault == "hang" else 60)
    error = caught.value
    assert (error.permanent, error.began, error.unused) == (wrong.final, True, False)
    assert error.code == (wrong.status or None)
    if wrong.fault != "status":
        assert error.scope is Scope.PROVIDER
    assert (way.marks.set, way.posts(), way.accepted()) == (1, 0, 0)
    way.transport.ready()
    way.send(a_mail("token-2"))
    assert simulator.counts()["accepted_by_token"] == {"token-2": 1}


def test_after_the_final_dot_only_an_answer_tells(case: tuple[Way, Wrong], simulator: Simulator) -> None:
    way, wrong = case
    way.transport.ready()
    wrong.strike(simulator, "smtp.dot")
    expected = TransportError if wrong.fault == "status" else VerdictUnknown
    with pytest.raises(expected) as caught:
        way.send(within=HANGS if wrong.fault == "hang" else 60)
    if isinstance(caught.value, TransportError):
        assert (caught.value.permanent, caught.value.code) == (wrong.final, wrong.status)
    assert (way.marks.set, way.posts()) == (1, 1)
    simulator.clear_faults()
    way.transport.ready()
    way.send(a_mail("token-2"))
    assert simulator.counts()["posts_by_token"] == {"token-1": 1, "token-2": 1}


@pytest.mark.parametrize("op", [*DURING, "smtp.dot"])
def test_a_refusal_of_several_lines_is_read_whole(simulator: Simulator, op: str) -> None:
    way = open_way("smtp", simulator)
    way.transport.ready()
    simulator.fault("status", op, status=550, text="5.1.1 first\r\n550 5.1.1 second")
    with pytest.raises(TransportError) as caught:
        way.send()
    assert caught.value.code == 550
    way.transport.close()
