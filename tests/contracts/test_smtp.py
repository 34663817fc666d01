"""What only SMTP does: a verdict at each verb, one connection for many mails."""

import pytest

from mailboxes.core.errors import CredentialError, Scope, TransportError
from mailboxes.transports.registry import open_transport
from tests.contracts.conftest import Way
from tests.mailboxes.accounts import a_mail, smtp_account
from tests.plugins.simulator import Simulator


@pytest.mark.parametrize("verb", ["smtp.mail", "smtp.rcpt", "smtp.data"])
@pytest.mark.parametrize(("status", "permanent"), [(452, False), (550, True)])
def test_a_refusal_at_a_verb_is_a_verdict(smtp: Way, verb: str, status: int, permanent: bool) -> None:
    smtp.simulator.fault("status", verb, status=status)
    with pytest.raises(TransportError) as caught:
        smtp.send()
    assert (caught.value.permanent, caught.value.code, caught.value.began) == (permanent, status, True)
    assert smtp.posts() == 0
    smtp.transport.ready()
    smtp.send()
    assert smtp.accepted() == 1


def test_an_unknown_person_is_the_recipients_refusal(smtp: Way) -> None:
    to = "refuse-1@prospect.example"
    with pytest.raises(TransportError) as caught:
        smtp.send(a_mail(to=to), to=to)
    assert (caught.value.scope, caught.value.permanent, caught.value.enhanced) == (Scope.RECIPIENT, True, "5.1.1")


@pytest.mark.parametrize("verb", ["smtp.mail", "smtp.rcpt", "smtp.data", "smtp.dot"])
def test_421_means_later_wherever_it_comes(smtp: Way, verb: str) -> None:
    smtp.simulator.fault("status", verb, status=421)
    with pytest.raises(TransportError) as caught:
        smtp.send()
    assert (caught.value.permanent, caught.value.began, smtp.accepted()) == (False, True, 0)
    smtp.transport.ready()
    smtp.send()
    assert smtp.accepted() == 1


@pytest.mark.parametrize("verb", ["smtp.mail", "smtp.rcpt", "smtp.data"])
def test_a_connection_lost_before_the_body_left_nothing(smtp: Way, verb: str) -> None:
    smtp.simulator.fault("reset", verb)
    with pytest.raises(TransportError) as caught:
        smtp.send()
    assert (caught.value.scope, caught.value.permanent) == (Scope.PROVIDER, False)
    assert smtp.accepted() == 0


def test_a_wrong_password_asks_for_a_person(simulator: Simulator) -> None:
    transport = open_transport(smtp_account(simulator.smtp_port, right=False), only=simulator.endpoints)
    with pytest.raises(CredentialError) as caught:
        transport.ready()
    assert caught.value.reconnect
    assert "wrong" not in str(caught.value)


@pytest.mark.parametrize("operation", ["smtp.connect", "smtp.ehlo", "smtp.auth"])
def test_a_server_that_hangs_up_before_the_login_is_tried_later(simulator: Simulator, operation: str) -> None:
    simulator.fault("close", operation)
    transport = open_transport(smtp_account(simulator.smtp_port), only=simulator.endpoints)
    with pytest.raises(TransportError) as caught:
        transport.ready()
    assert (caught.value.permanent, caught.value.began) == (False, False)
    transport.ready()
    transport.close()
