"""A small ledger that keeps every promise, and the tools to break one of them."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

import pytest
from django.db import connection

from app.actions import clock
from app.models import Workspace
from mailboxes.models import Delivery, Mailbox
from sequences.actions import audit
from sequences.models import Campaign
from tests.factories import a_campaign, a_contact, a_workspace, an_email
from tests.plugins.world import World
from tests.races.ready import Ready, a_sender, granted, people, prepared
from tests.races.settled import accepted

PLANTS = Path(__file__).with_name("plants.sql")
FRAGMENT = re.compile(r"^-- fragment (\w+)\n(.*?)(?=^-- )", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Ledger:
    """Two people of one campaign; both have their first mail and wait for the second. `next` has no permit yet."""

    workspace: Workspace
    mailbox: Mailbox
    campaign: Campaign
    first: Ready
    second: Ready
    next: Ready

    def ids(self) -> dict[str, int | str]:
        """Names for the statements that break it."""
        first = Delivery.objects.get(id=self.first.delivery_id)
        return {
            "workspace": self.workspace.id,
            "mailbox": self.mailbox.id,
            "campaign": self.campaign.id,
            "first": self.first.delivery_id,
            "second": self.second.delivery_id,
            "next": self.next.delivery_id,
            "permit": first.permit_id or 0,
            "person": self.first.recipient_id,
            "enrollment": self.first.enrollment_id,
            "touch": first.touch_id or 0,
        }


@pytest.fixture
def ledger(world: World) -> Ledger:
    workspace = a_workspace()
    mailbox = a_sender(world, workspace)
    campaign = a_campaign(workspace, mailboxes=[mailbox], steps=[an_email(), an_email("", delay=2)])
    first, second, later = prepared(campaign, mailbox, people(workspace, 3))
    for mail in (first, second):
        accepted(granted(mail))
    return Ledger(workspace, mailbox, campaign, first, second, later)


@pytest.fixture
def elsewhere(ledger: Ledger) -> Ledger:
    """Another workspace with a campaign and a contact of its own; its ids are those of no row of the first."""
    other = a_workspace()
    a_campaign(other)
    a_contact(other)
    return ledger


def broken(statements: str, ledger: Ledger) -> None:
    """Break a promise by hand, past triggers and foreign keys."""
    fragments = dict(FRAGMENT.findall(PLANTS.read_text()))
    batch = Template(Template(statements).safe_substitute(fragments)).substitute(ledger.ids())
    connection.ensure_connection()
    connection.connection.execute("SET session_replication_role = replica")
    try:
        connection.connection.execute(batch, prepare=False)
    finally:
        connection.connection.execute("SET session_replication_role = origin")


def reported(journal: Path | None = None) -> set[tuple[str, str]]:
    """(invariant, check) of every row that the audit reports."""
    return {(key, row["check"]) for key, rows in audit.violations(journal).items() for row in rows}


type WriteJournal = Callable[..., Path]


@pytest.fixture
def journal(tmp_path: Path) -> WriteJournal:
    """Write records as the simulator does and return the file; the world begins before the ledger does."""

    def write(*records: dict[str, Any]) -> Path:
        path = tmp_path / "journal.jsonl"
        told = [{"type": "reset"}, *records]
        stamped = [{"n": n, "at": clock.now().isoformat(), **record} for n, record in enumerate(told)]
        stamped[0]["at"] = "2020-01-01T00:00:00+00:00"
        path.write_text("".join(json.dumps(record) + "\n" for record in stamped))
        return path

    return write


def accept(mail: Ready, **changes: Any) -> list[dict[str, Any]]:
    """The world took a mail: what the simulator notes of it."""
    delivery = Delivery.objects.select_related("mailbox").get(id=mail.delivery_id)
    known = {"token": delivery.token, "mailbox": delivery.mailbox.address}
    return [
        {"type": "post", "lane": "gmail", **known},
        {"type": "accept", "sim_id": delivery.id, "rcpt": mail.email, **known, **changes},
    ]
