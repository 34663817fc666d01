"""A campaign through a real submission server."""

from datetime import timedelta
from email import message_from_bytes
from email.policy import default

import pytest

from admission.models import Permit
from app.actions import clock
from app.models import Workspace
from mailboxes.models import Delivery, Mailbox
from mailboxes.wire import http_client
from sequences.models import Enrollment, Touch
from tests.factories import a_workspace
from tests.journeys.running import send_here
from tests.plugins.world import World
from tests.realmail.running import connected, writing_to
from tests.realmail.servers import RealMail

pytestmark = [pytest.mark.realmail, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def workspace(db: None) -> Workspace:
    return a_workspace()


@pytest.mark.parametrize("starttls", [False, True])
def test_a_campaign_arrives_over_tls_as_it_was_written(
    workspace: Workspace, world: World, realmail: RealMail, *, starttls: bool
) -> None:
    nora, ada = realmail.account("nora", "nordlicht.example"), realmail.account("ada")
    mailbox = connected(workspace, realmail, world, nora, starttls=starttls)
    writing_to(mailbox, ada.address)
    assert send_here() == ["accepted"]
    realmail.settled()
    (raw,) = realmail.mails(ada)
    mail = message_from_bytes(raw, policy=default)
    delivery = Delivery.objects.get()
    assert (mail["From"].addresses[0].addr_spec, mail["To"].addresses[0].addr_spec) == (nora.address, ada.address)
    assert mail["Message-ID"] == f"<{delivery.message_id}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    (taken,) = [str(line) for line in mail.get_all("Received", []) if "ESMTPSA" in line]
    assert "from nordlicht.example (" in taken
    assert "using TLSv1" in taken


def test_everybody_gets_one_copy_over_one_connection(workspace: Workspace, world: World, realmail: RealMail) -> None:
    nora = realmail.account("nora", "nordlicht.example")
    people = [realmail.account("ada", f"acme{number}.example") for number in range(5)]
    mailbox = connected(workspace, realmail, world, nora)
    writing_to(mailbox, *(one.address for one in people))
    assert send_here() == ["accepted"] * 5
    realmail.settled()
    assert [len(realmail.mails(one)) for one in people] == [1] * 5
    assert Permit.objects.count() == 5


def test_a_certificate_nobody_vouches_for_gets_no_login(
    workspace: Workspace, world: World, realmail: RealMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    nora, ada = realmail.account("nora", "nordlicht.example"), realmail.account("ada")
    writing_to(connected(workspace, realmail, world, nora), ada.address)
    monkeypatch.delenv("SSL_CERT_FILE")
    http_client.trust.cache_clear()
    assert send_here() == ["not_reached"]
    assert realmail.mails(ada) == []
    assert not Permit.objects.exists()


def test_a_wrong_password_asks_for_a_person_and_costs_nobody_anything(
    workspace: Workspace, world: World, realmail: RealMail
) -> None:
    nora, ada = realmail.account("nora", "nordlicht.example"), realmail.account("ada")
    mailbox = connected(workspace, realmail, world, nora)
    realmail.dovecot.add(nora.address, "another-password")
    writing_to(mailbox, ada.address)
    assert send_here() == ["no_credentials"]
    assert Mailbox.objects.get().state == "reconnect_needed"
    assert not Permit.objects.exists()
    assert realmail.mails(ada) == []


def test_postfix_stopped_in_mid_run_defers_and_nobody_is_left_out(
    workspace: Workspace, world: World, realmail: RealMail
) -> None:
    nora = realmail.account("nora", "nordlicht.example")
    ada, bob = realmail.account("ada"), realmail.account("bob", "beta.example")
    mailbox = connected(workspace, realmail, world, nora)
    writing_to(mailbox, ada.address)
    assert send_here() == ["accepted"]
    realmail.settled()
    realmail.postfix.stop()
    writing_to(mailbox, bob.address)
    assert send_here() == ["not_reached"]
    waiting = Touch.objects.get(enrollment__contact__email=bob.address)
    assert (waiting.state, waiting.hold_reason) == ("scheduled", "provider_limit")
    realmail.postfix.start()
    Mailbox.objects.update(limited_until=clock.now())  # its rest is over
    world.pass_time(timedelta(hours=1))
    assert send_here() == ["accepted"]
    realmail.settled()
    assert [len(realmail.mails(one)) for one in (ada, bob)] == [1, 1]
    assert set(Enrollment.objects.values_list("state", flat=True)) == {"active"}
