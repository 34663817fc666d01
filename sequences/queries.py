"""Reads of this package."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import connection

from admission.core.limits import CampaignLimits
from app import sql
from app.core.window_text import stored_window
from app.core.windows import Hours
from mailboxes.core.workday import away_ranges, mailbox_hours
from sequences.core.calendars import stored_days
from sequences.core.hours import CampaignHours, Home
from sequences.models import Contact

_ASKED = "_forbear_following"  # beside the connection: what was asked in its transaction of a step that goes on


def rows(name: str, values: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of a named statement of this package by column name."""
    return sql.named_rows("sequences", name, values)


def written_to(workspace_id: int, keys: Sequence[str], domains: Sequence[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return which of these keyed addresses are contacts, and at which of these domains somebody is or was enrolled.

    Answers a question of app.questions.
    """
    values = {"workspace": workspace_id, "keys": list(keys), "domains": list(domains)}
    found = sql.rows("sequences", "written_to", values) if keys or domains else []
    return (
        frozenset(text for what, text in found if what == "person"),
        frozenset(text for what, text in found if what == "domain"),
    )


def in_campaigns(recipients: Sequence[int]) -> frozenset[int]:
    """Return which of these people have an active enrollment. Answers a question of app.questions."""
    found = rows("in_campaigns", {"recipients": sql.array(recipients)}) if recipients else []
    return frozenset(row["recipient_id"] for row in found)


def addresses_of(recipients: Sequence[int]) -> dict[int, str]:
    """Return the addresses of those of these people who are contacts. Answers a question of app.questions."""
    return dict(Contact.objects.filter(recipient_id__in=recipients).values_list("recipient_id", "email"))


def parsed(value: object) -> Any:
    """Return a JSON column: Django hands it over as text in hand-written SQL."""
    return json.loads(value) if isinstance(value, str | bytes) else value


def hours_in(row: dict[str, Any]) -> CampaignHours:
    """Take the columns of a campaign's window out of a row."""
    return CampaignHours(
        window=stored_window(row.pop("window")),
        zone=row.pop("time_zone"),
        in_person_zone=row.pop("in_person_zone"),
        days_off=stored_days(row.pop("days_off")),
    )


def limits_in(row: dict[str, Any], zone: str) -> CampaignLimits:
    """Take the columns of a campaign's own numbers out of a row; only before its first people does a canary count."""
    size = row.pop("canary_size")
    return CampaignLimits(
        zone=zone,
        day_cap=row.pop("day_cap"),
        new_per_day=row.pop("new_per_day"),
        canary=size if size and row["canary"] == "first" else None,
        opener=row.pop("opener"),
    )


def home_in(row: dict[str, Any]) -> Home:
    """Take the columns that say where a person lives out of a row."""
    return Home(row.pop("person_zone"), row.pop("person_country"))


def own_in(row: dict[str, Any], at: datetime) -> Hours | None:
    """Take the columns of a mailbox's own calendar out of a row; None: it is always open, or there is no mailbox."""
    return mailbox_hours(row.pop("workday"), row.pop("mailbox_zone"), away_ranges(row.pop("away")), at)


@dataclass(frozen=True, slots=True)
class Job:
    """Everything one send of a planned touch needs, read once and without locks."""

    touch_id: int
    workspace_id: int
    campaign_id: int
    step_id: int
    position: int
    slot_at: datetime
    mailbox_id: int
    enrollment_id: int
    recipient_id: int
    thread_subject: str
    provider_thread_id: str
    thread_mailbox_id: int | None
    email: str
    domain: str
    first_name: str
    last_name: str
    company: str
    title: str
    phone: str
    linkedin_url: str
    country: str
    fields: dict[str, str]
    template_subject: str
    template_text: str
    template_html: str
    unsubscribe_mode: str
    campaign_zone: str
    in_person_zone: bool
    person_zone: str
    legal_name: str
    postal_address: str
    from_address: str
    from_name: str
    mailbox_state: str
    mailbox_limited: bool
    account_version: str
    read_to: str | None
    policy: str | None
    world_now: datetime
    delivery_id: int
    prepared_before: bool
    delivery_state: str | None
    token: str | None
    message_id: str | None
    source: str | None
    thread_ids: Sequence[str]
    limits: CampaignLimits
    link_base: str  # what the mail's opt-out links begin with; "": no host for them is known to work
    kind: str = "campaign"
    caution: str = ""  # why a person has to decide before anything leaves to this one

    @property
    def zone(self) -> str:
        """Return the zone whose days count for this person."""
        return self.person_zone if self.in_person_zone and self.person_zone else self.campaign_zone

    @property
    def in_thread(self) -> bool:
        """Return whether this mail continues the thread: no subject of its own, and the same sender as before.

        A sample is written as if it did, and names no mail before it: nobody who gets it had one.
        """
        continues = bool(self.thread_ids) or (self.is_sample and bool(self.thread_subject))
        return continues and not self.template_subject.strip()

    @property
    def is_sample(self) -> bool:
        """Return whether this is a preview or a test: a real person's values, and links that change nothing."""
        return self.kind == "test"


def job(touch_id: int) -> Job | None:
    """Return the send of a planned email touch; None when it is not planned any more or its person was erased."""
    found = rows("sendable", {"touch_id": touch_id, "base_url": settings.BASE_URL})
    if not found:
        return None
    row = found[0]
    row["fields"] = parsed(row["fields"])
    row["limits"] = limits_in(row, row["campaign_zone"])
    del row["canary"]
    return Job(**row)


@dataclass(frozen=True, slots=True)
class Following:
    """A touch, its enrollment and the step after it."""

    touch_id: int
    touch_state: str
    hold_reason: str
    position: int
    kind: str
    enrollment_id: int
    enrollment_state: str
    absent_until: datetime | None
    workspace_id: int
    recipient_id: int
    campaign_id: int
    thread_mailbox_id: int | None
    home: Home
    workday: str | None  # of the mailbox it left from, as are its zone and the days away
    mailbox_zone: str
    away: str | None
    next_step_id: int | None
    next_position: int | None
    next_kind: str | None
    delay_amount: int | None
    delay_unit: str | None
    next_variants: list[tuple[int, int]]
    sent_from: int | None
    sent_thread: str | None
    accepted_world: datetime | None
    sent_subject: str | None
    hours: CampaignHours


def ask_following(touch_id: int, delivery_id: int) -> None:
    """Let the question of following() go along with what was just asked in this transaction, which is to accept it."""
    asked = sql.ask("sequences", "advance", {"touch_id": touch_id, "delivery_id": delivery_id})
    setattr(connection, _ASKED, (connection.atomic_blocks[0], touch_id, delivery_id, asked))


def _asked_before(touch_id: int, delivery_id: int | None) -> sql.Named | None:
    """Return the answer that was asked for in this very transaction, once."""
    asked = getattr(connection, _ASKED, None)
    setattr(connection, _ASKED, None)
    blocks = connection.atomic_blocks
    if asked is None or not blocks or asked[0] is not blocks[0] or asked[1:3] != (touch_id, delivery_id):
        return None
    answer: sql.Named = asked[3]
    return answer


def following(touch_id: int, delivery_id: int | None = None) -> Following | None:
    """Return what follows a touch, and what its accepted mail told; the caller holds the recipient's lock."""
    asked = _asked_before(touch_id, delivery_id)
    values = {"touch_id": touch_id, "delivery_id": delivery_id}
    found = rows("advance", values) if asked is None else asked.named_rows()
    if not found:
        return None
    row = found[0]
    hours, home = hours_in(row), home_in(row)
    row["next_variants"] = [tuple(pair) for pair in parsed(row["next_variants"]) or []]
    return Following(**row, hours=hours, home=home)
