"""What every transport must do, whoever the provider: one suite for all of them, refusals included."""

import hashlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import transaction

from app.actions.transactions import TransactionOpen
from mailboxes import oauth
from mailboxes.core.account import Kind
from mailboxes.core.errors import CredentialError, EndpointRefused, MarkLost, Scope, TransportError, VerdictUnknown
from mailboxes.transports.base import Found
from mailboxes.transports.registry import TRANSPORTS, open_transport
from tests.contracts.conftest import WAYS, Way, open_way, smtp_account_of
from tests.mailboxes.accounts import ADA, BOB, a_mail, account_of
from tests.plugins.simulator import Simulator

AWKWARD = ".\n..\nMAIL FROM:<eve@example.net>\n.\n" + "x" * 900 + "\n" + "=20 ü 漢\n"


def test_a_mail_arrives_once_with_its_bytes_unchanged(way: Way) -> None:
    mail = a_mail(text=AWKWARD)
    way.send(mail)
    (accepted,), (posted,) = (way.simulator.journal(kind) for kind in ("accept", "post"))
    assert posted["raw_sha"] == hashlib.sha256(mail).hexdigest()
    assert (accepted["mail_from"], accepted["rcpt"], accepted["token"]) == (ADA, BOB, "token-1")
    assert way.posts() == 1


def test_the_receipt_tells_the_real_message_id_where_the_provider_does(way: Way) -> None:
    """A submission server says nothing of it: what the prospect's copy bears is learned from their answer."""
    real = way.transport.real_message_id(way.send())
    told = way.simulator.journal("accept")[0]["message_id"] if way.kind == "gmail" else None
    assert real == told


def test_the_mark_is_set_once_and_before_anything_is_taken(way: Way) -> None:
    seen: list[int] = []
    way.marks.then = lambda: seen.append(way.posts())
    way.send()
    assert (way.marks.set, seen) == (1, [0])


def test_a_lost_mark_sends_nothing(way: Way) -> None:
    way.marks.lost = True
    with pytest.raises(MarkLost):
        way.send()
    assert (way.posts(), way.accepted()) == (0, 0)


def test_a_transport_whose_mark_was_lost_sends_the_next_mail(way: Way) -> None:
    way.marks.lost = True
    with pytest.raises(MarkLost):
        way.send()
    way.marks.lost = False
    way.transport.ready()
    way.send(a_mail("token-2"))
    assert way.simulator.counts()["accepted_by_token"] == {"token-2": 1}


@pytest.mark.parametrize("ending", ["close", "reset", "truncate"])
def test_an_accepted_mail_whose_reply_is_lost_was_posted_once_and_is_unknown(way: Way, ending: str) -> None:
    if ending == "truncate" and way.kind == "smtp":
        ending = "silent"  # a reply of one line cannot be cut in the middle of a body
    way.simulator.fault(f"accept-then-{ending}", way.dot)
    with pytest.raises(VerdictUnknown):
        way.send()
    assert (way.posts(), way.accepted(), way.marks.set) == (1, 1, 1)


@pytest.mark.parametrize("ending", ["close", "reset"])
def test_a_mail_read_and_then_dropped_is_unknown_too(way: Way, ending: str) -> None:
    way.simulator.fault(f"{ending}-before-accept", way.dot)
    with pytest.raises(VerdictUnknown):
        way.send()
    assert (way.posts(), way.accepted()) == (1, 0)


def test_a_silent_server_is_left_at_the_deadline(way: Way) -> None:
    way.simulator.fault("accept-then-silent", way.dot, seconds=5)
    started = time.monotonic()
    with pytest.raises(VerdictUnknown):
        way.send(within=0.4)
    assert time.monotonic() - started < 2
    assert way.posts() == 1


def test_after_an_unknown_verdict_the_next_mail_goes_out_on_a_new_connection(way: Way) -> None:
    way.simulator.fault("accept-then-close", way.dot)
    with pytest.raises(VerdictUnknown):
        way.send()
    way.transport.ready()
    way.send(a_mail("token-2"))
    assert way.simulator.counts()["posts_by_token"] == {"token-1": 1, "token-2": 1}


def test_a_clear_refusal_is_no_unknown_and_is_not_repeated(way: Way) -> None:
    way.simulator.fault("status", way.dot, status={"gmail": 400, "smtp": 554}[way.kind])
    with pytest.raises(TransportError) as caught:
        way.send()
    assert (caught.value.permanent, caught.value.began) == (True, True)
    assert (way.posts(), way.accepted()) == (1, 0)


def test_a_temporary_refusal_may_be_tried_again(way: Way) -> None:
    way.simulator.fault("status", way.dot, status={"gmail": 429, "smtp": 451}[way.kind])
    with pytest.raises(TransportError) as caught:
        way.send()
    assert (caught.value.permanent, caught.value.began) == (False, True)
    way.transport.ready()
    way.send()
    assert way.accepted() == 1


def test_a_mail_to_somebody_else_than_its_envelope_says_never_begins(way: Way) -> None:
    with pytest.raises(TransportError) as caught:
        way.send(a_mail(to="carol@prospect.example"), to=BOB)
    assert (caught.value.scope, caught.value.began) == (Scope.MESSAGE, False)
    assert (way.marks.set, way.posts()) == (0, 0)


@pytest.mark.parametrize("name", WAYS)
def test_without_ready_nothing_is_sent(name: str, simulator: Simulator) -> None:
    way = open_way(name, simulator)
    with pytest.raises(TransportError) as caught:
        way.send()
    assert (caught.value.began, way.marks.set, way.posts()) == (False, 0, 0)


@pytest.mark.django_db
@pytest.mark.parametrize("call", ["ready", "deliver", "find_sent"])
def test_an_open_transaction_forbids_every_call(way: Way, call: str) -> None:
    calls: dict[str, Callable[[], object]] = {
        "ready": way.transport.ready,
        "deliver": way.send,
        "find_sent": lambda: way.transport.find_sent("token-1", "token-1@acme.example", {}),
    }
    with transaction.atomic(), pytest.raises(TransactionOpen):
        calls[call]()
    assert (way.marks.set, way.posts()) == (0, 0)


@pytest.mark.parametrize("name", [name for name in WAYS if name.startswith("smtp")])
def test_a_rehearsal_submits_to_nobody_else_in_any_way(name: str, sockets_asked_for: list[object]) -> None:
    account = smtp_account_of(name, http="http://127.0.0.1:9", smtp_port=9, smtps_port=9)
    with pytest.raises(EndpointRefused):
        open_transport(account, only=frozenset({"127.0.0.1:1"})).ready()
    assert sockets_asked_for == []


@pytest.mark.parametrize("kind", sorted(TRANSPORTS))
def test_a_rehearsal_opens_no_socket_to_anybody_else(kind: Kind, sockets_asked_for: list[object]) -> None:
    account = account_of(kind, http="http://127.0.0.1:9", smtp_port=9)
    with pytest.raises(EndpointRefused):
        open_transport(account, only=frozenset({"127.0.0.1:1"})).ready()
    assert sockets_asked_for == []


@pytest.mark.parametrize("kind", sorted(TRANSPORTS))
def test_an_allowed_endpoint_is_not_reached_before_ready(kind: Kind, sockets_asked_for: list[object]) -> None:
    account = account_of(kind, http="http://127.0.0.1:9", smtp_port=9)
    transport = open_transport(account, only=frozenset({"127.0.0.1:9"}))
    assert sockets_asked_for == []
    with pytest.raises((TransportError, CredentialError)):
        transport.ready()
    assert sockets_asked_for != []


def test_no_fact_is_found_without_a_position(way: Way) -> None:
    way.send()
    assert not isinstance(way.transport.find_sent("token-1", "token-1@acme.example", {}), Found)


def test_closing_twice_is_harmless(way: Way) -> None:
    way.transport.close()
    way.transport.close()


@pytest.mark.parametrize("kind", sorted(TRANSPORTS))
def test_eight_threads_with_a_transport_each_send_every_mail_once(kind: str, simulator: Simulator) -> None:
    """What they share (resources, certificates, tokens) is shared safely."""
    gate = threading.Barrier(8)

    def send_ten(worker: int) -> None:
        way = open_way(kind, simulator)
        gate.wait(10)
        for number in range(10):
            way.transport.ready()
            way.send(a_mail(f"token-{worker}-{number}"))
        way.transport.close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(send_ten, range(8)))
    expected = {f"token-{worker}-{number}": 1 for worker in range(8) for number in range(10)}
    assert simulator.counts()["accepted_by_token"] == expected


def test_no_secret_shows_in_what_a_log_or_an_error_page_prints(way: Way) -> None:
    account = account_of(way.kind, http=way.simulator.http, smtp_port=way.simulator.smtp_port)  # type: ignore[arg-type]
    shown = f"{account!r} {way.transport!r} {list(oauth.ACCESS_TOKENS._slots.values())!r}"
    assert not any(secret in shown for secret in ("canary-secret", "refresh:", "right", "access-"))
