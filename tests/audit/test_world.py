"""The world's own journal as a second witness: what it saw and the ledger does not say, and the reverse."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from app.actions import clock
from mailboxes.models import Delivery
from sequences.core.journal import Journal, parse
from tests.audit.conftest import Ledger, WriteJournal, accept, reported

pytestmark = pytest.mark.django_db(transaction=True)


def both(ledger: Ledger) -> list[dict[str, Any]]:
    return accept(ledger.first) + accept(ledger.second)


def inbound(ledger: Ledger, **changes: Any) -> dict[str, Any]:
    known = {"type": "inbound", "kind": "human_reply", "provider_id": "m1", "mailbox": ledger.mailbox.address}
    token = Delivery.objects.get(id=ledger.first.delivery_id).token
    return {**known, "about_token": token, "delivered_at": clock.now().isoformat(), **changes}


def test_a_journal_that_agrees_reports_nothing(ledger: Ledger, journal: WriteJournal) -> None:
    assert reported(journal(*both(ledger))) == set()


def test_a_mail_that_the_world_took_twice(ledger: Ledger, journal: WriteJournal) -> None:
    found = reported(journal(*both(ledger), *accept(ledger.first)))
    assert found == {("I1", "world_copies"), ("I2", "posts")}


def test_a_second_post_that_was_not_accepted(ledger: Ledger, journal: WriteJournal) -> None:
    assert reported(journal(*both(ledger), accept(ledger.first)[0])) == {("I2", "posts")}


def test_a_mail_that_no_permit_allowed(ledger: Ledger, journal: WriteJournal) -> None:
    path = journal(
        *both(ledger), {"type": "accept", "token": None, "sim_id": 0, "rcpt": "eve@example.net", "mailbox": "x"}
    )
    assert reported(path) == {("I3", "outside")}


def test_a_mail_whose_ledger_says_that_it_waits(ledger: Ledger, journal: WriteJournal) -> None:
    found = reported(journal(*both(ledger), *accept(ledger.next)))
    assert {("I3", "outside"), ("I4", "denied")} <= found


def test_a_mail_that_only_the_ledger_knows(ledger: Ledger, journal: WriteJournal) -> None:
    assert reported(journal(*accept(ledger.first))) == {("I4", "claimed")}


def test_a_mail_from_before_the_journal_began_is_not_asked_for(ledger: Ledger, journal: WriteJournal) -> None:
    began = (clock.now() + timedelta(minutes=1)).isoformat()
    path = journal({"type": "reset", "at": began}, *accept(ledger.first, at=began))
    assert reported(path) == set()


@pytest.mark.parametrize("wrong", [{"rcpt": "eve@example.net"}, {"mailbox": "other@example.org"}])
def test_an_envelope_for_somebody_else(ledger: Ledger, journal: WriteJournal, wrong: dict[str, str]) -> None:
    path = journal(*accept(ledger.first, **wrong), *accept(ledger.second))
    assert reported(path) == {("I10", "world_envelopes")}


def test_a_mail_after_a_reply_that_lay_unread(ledger: Ledger, journal: WriteJournal) -> None:
    hours_ago = (clock.now() - timedelta(hours=2)).isoformat()
    path = journal(*both(ledger), inbound(ledger, delivered_at=hours_ago))
    assert ("I6", "world_unread") in reported(path)


def test_a_message_that_the_cursor_passed(ledger: Ledger, journal: WriteJournal) -> None:
    ledger.mailbox.inboundcursor.listed_at = clock.now() + timedelta(seconds=30)
    ledger.mailbox.inboundcursor.save()
    assert reported(journal(*both(ledger), inbound(ledger))) == {("I15", "passed")}


def test_a_message_that_no_reading_could_have_seen_yet(ledger: Ledger, journal: WriteJournal) -> None:
    assert reported(journal(*both(ledger), inbound(ledger))) == set()


def test_bytes_that_the_world_found_faulty(ledger: Ledger, journal: WriteJournal) -> None:
    check = {"type": "mailcheck", "sim_id": ledger.first.delivery_id, "rule": "crlf", "ok": False}
    assert reported(journal(*both(ledger), check)) == {("I20", "standards")}


def test_a_line_that_is_still_being_written_is_left_out() -> None:
    lines = ['{"type": "accept"}\n', '{"type": "reset"}\n', '{"type": "post"}\n', '{"type": "acc']
    assert [record["type"] for record in parse(lines)] == ["reset", "post"]
    assert Journal(()).began is None


def test_a_journal_that_is_none_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nothing.jsonl"
    with pytest.raises(CommandError, match=r"nothing\.jsonl"):
        call_command("audit", journal=path)
    path.write_text("no json\n")
    with pytest.raises(CommandError, match=r"nothing\.jsonl"):
        call_command("audit", journal=path)
