"""A mailbox is connected with a sealed secret, and moves under the lock that permits take last."""

import threading
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection, transaction

from app.core.errors import Refused
from app.core.machine import IllegalMove
from app.models import Event
from mailboxes import locks
from mailboxes.actions import limits, mailboxes
from mailboxes.actions.accounts import account_of
from mailboxes.actions.mailboxes import Connection, connect, disconnect
from mailboxes.models import Budget, Credential, InboundCursor, Mailbox
from tests.factories import a_mailbox, a_user, a_workspace

pytestmark = pytest.mark.django_db(transaction=True)

SERVER = {"host": "smtp.example.org", "port": 587, "security": "starttls"}
SMTP = Connection(
    kind="smtp",
    address="Nora@Example.org",
    secret={"username": "nora", "password": "canary-password"},
    endpoints={"smtp": SERVER},
    display_name="Nora",
)
GMAIL = Connection(
    kind="gmail",
    address="nora@example.org",
    secret={"refresh_token": "canary-token", "client_id": "id", "client_secret": "secret"},
)


def kinds() -> list[str]:
    return list(Event.objects.order_by("id").values_list("kind", flat=True))


@pytest.mark.parametrize(("wanted", "cap", "read"), [(SMTP, 20, False), (GMAIL, 30, True)])
def test_a_connected_mailbox_has_all_it_needs_to_send(wanted: Connection, cap: int, read: bool) -> None:
    workspace = a_workspace(time_zone="Europe/Berlin")
    user = a_user(workspace)
    mailbox = connect(workspace, wanted, by_id=user.id)
    assert (mailbox.address, mailbox.state, mailbox.daily_cap) == ("nora@example.org", "connected", cap)
    assert (mailbox.time_zone, mailbox.owner_id, mailbox.purpose) == ("Europe/Berlin", user.id, "personal")
    assert account_of(mailbox).secret == wanted.secret
    assert Budget.objects.filter(mailbox=mailbox).exists()
    assert InboundCursor.objects.filter(mailbox=mailbox).exists() is read
    assert kinds() == ["mailbox.connected"]


def test_the_secret_is_nowhere_in_the_clear() -> None:
    mailbox = connect(a_workspace(), SMTP)
    assert "canary" not in repr(SMTP)
    assert "canary" not in Credential.objects.get(mailbox=mailbox).sealed
    assert "canary" not in repr(list(Mailbox.objects.values()))


def changed(**server: Any) -> Connection:
    return replace(SMTP, endpoints={"smtp": SERVER | server})


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        (replace(SMTP, address="nora"), "no @"),
        (replace(SMTP, endpoints={}), "needs its server"),
        (replace(SMTP, secret={"username": "nora", "password": ""}), "secret is missing"),
        (changed(host="smtp example"), "host"),
        (changed(port=70000), "port"),
        (changed(security="maybe"), "security"),
        (changed(security="plain"), "Without TLS"),
        (replace(SMTP, time_zone="Europe/Atlantis"), "not a known time zone"),
        (replace(SMTP, time_zone="../etc/zone"), "not a known time zone"),
        (replace(SMTP, daily_cap=-5), "1 to 2000"),
        (replace(SMTP, daily_cap=0), "1 to 2000"),
        (replace(SMTP, daily_cap=99_999_999_999), "1 to 2000"),
    ],
)
def test_what_cannot_work_is_refused_and_stores_nothing(wanted: Connection, told: str) -> None:
    workspace = a_workspace()
    with pytest.raises(Refused, match=told):
        connect(workspace, wanted)
    assert not Mailbox.objects.exists()


def test_a_relay_on_this_machine_needs_no_tls() -> None:
    assert connect(a_workspace(), changed(host="127.0.0.1", security="plain")).state == "connected"


def test_a_time_zone_is_kept_by_its_own_name() -> None:
    assert connect(a_workspace(), replace(SMTP, time_zone="europe/berlin ")).time_zone == "Europe/Berlin"


def test_an_address_is_connected_once_in_a_workspace() -> None:
    workspace = a_workspace()
    connect(workspace, SMTP)
    with pytest.raises(Refused, match="connected already"):
        connect(workspace, SMTP)
    assert connect(a_workspace(), SMTP).id


def test_a_mailbox_goes_along_its_table_and_says_so() -> None:
    mailbox = connect(a_workspace(), SMTP)
    mailboxes.pause(mailbox, reason="holiday")
    assert (mailbox.state, mailbox.state_reason) == ("paused", "holiday")
    with pytest.raises(IllegalMove):
        mailboxes.pause(mailbox)
    mailboxes.resume(mailbox)
    assert (mailbox.state, mailbox.state_reason) == ("connected", "")
    mailboxes.disconnect(mailbox)
    assert mailbox.state == "disconnected"
    assert kinds() == [f"mailbox.{word}" for word in ("connected", "paused", "resumed", "disconnected")]


def test_disconnecting_deletes_the_secret_and_connecting_again_keeps_the_row() -> None:
    workspace = a_workspace()
    mailbox = connect(workspace, SMTP)
    mailboxes.disconnect(mailbox)
    assert not Credential.objects.exists()
    again = connect(workspace, replace(SMTP, secret={"username": "nora", "password": "new"}))
    assert (again.id, again.state, again.daily_cap) == (mailbox.id, "connected", 20)
    assert account_of(again).secret["password"] == "new"


def test_connecting_again_ends_no_pause() -> None:
    workspace = a_workspace()
    mailbox = connect(workspace, SMTP)
    mailboxes.pause(mailbox, reason="holiday")
    for _ in range(2):
        mailboxes.disconnect(mailbox)
        mailbox = connect(workspace, SMTP)
        assert (mailbox.state, mailbox.state_reason) == ("paused", "holiday")
    mailboxes.resume(mailbox)
    mailboxes.disconnect(mailbox)
    assert connect(workspace, SMTP).state == "connected"


@pytest.mark.parametrize(("host", "kept"), [("imap.example.org", True), ("imap.example.net", False)])
def test_on_another_server_every_folder_is_read_again(host: str, kept: bool) -> None:
    workspace = a_workspace()
    imap = {"host": "imap.example.org", "port": 993, "security": "tls"}
    mailbox = connect(workspace, replace(SMTP, endpoints={"smtp": SERVER, "imap": imap}))
    read = {"folders": {"INBOX": [1, 500, 0]}, "sent": "Sent", "read_at": "2026-11-24T10:00:00+00:00"}
    InboundCursor.objects.update(value=read, version=7)
    disconnect(mailbox)
    connect(workspace, replace(SMTP, endpoints={"smtp": SERVER, "imap": imap | {"host": host}}))
    cursor = InboundCursor.objects.get(mailbox=mailbox)
    assert (cursor.value, cursor.version) == ((read, 7) if kept else (read | {"folders": {}}, 8))


@pytest.mark.parametrize(("paused", "state"), [(False, "connected"), (True, "paused")])
def test_new_credentials_bring_a_mailbox_back_as_it_was(paused: bool, state: str) -> None:
    workspace = a_workspace()
    mailbox = connect(workspace, SMTP)
    if paused:
        mailboxes.pause(mailbox)
    for _ in range(2):
        limits.refused(mailbox.id, reconnect=True)
        mailbox.refresh_from_db()
        assert mailbox.state == "reconnect_needed"
        assert connect(workspace, SMTP).state == state


def test_another_kind_of_account_does_not_take_over_a_mailbox() -> None:
    workspace = a_workspace()
    mailboxes.disconnect(connect(workspace, SMTP))
    with pytest.raises(Refused, match="keeps that kind"):
        connect(workspace, GMAIL)


def test_a_pause_waits_for_the_permit_that_holds_the_budget() -> None:
    mailbox = a_mailbox(a_workspace())
    thread = threading.Thread(target=pause_elsewhere, args=[mailbox.id])
    with transaction.atomic():
        locks.lock_budget(mailbox.id)
        thread.start()
        thread.join(0.3)
        assert Mailbox.objects.get(id=mailbox.id).state == "connected"
    thread.join(10)
    assert Mailbox.objects.get(id=mailbox.id).state == "paused"


def pause_elsewhere(mailbox_id: int) -> None:
    try:
        mailboxes.pause(Mailbox.objects.get(id=mailbox_id))
    finally:
        connection.close()


def test_connected_again_it_keeps_its_purpose_unless_told_another() -> None:
    workspace = a_workspace()
    mailbox = connect(workspace, replace(SMTP, purpose="outreach"))
    for told, kept in (("", "outreach"), ("personal", "personal")):
        disconnect(mailbox)
        mailbox = connect(workspace, replace(SMTP, purpose=told))
        assert mailbox.purpose == kept
