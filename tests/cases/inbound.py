"""The given messages of the area INB, filled in as their README says, and what became of whom they speak of."""

import re
from email.utils import format_datetime
from pathlib import Path

from app.actions import clock
from bounces.models import Suppression
from mailboxes.models import InboundMessage
from tests.journeys.office import Mailed, Office, arrive

FILES = Path(__file__).parents[1] / "data" / "imports"
SUBJECT = "A question"  # of the first step, see tests.factories.an_email


def given(name: str, person: Mailed | None = None, *, mailbox: str = "nora@nordlicht.example", **more: str) -> bytes:
    """One of the files, about the mail that this person got."""
    values = {"MAILBOX": mailbox, "STEP1_SUBJECT": SUBJECT, "NOW_RFC5322": format_datetime(clock.world_now()), **more}
    if person is not None:
        values |= {"PROSPECT": person.contact.email, "STEP1_MSGID": person.delivery.message_id}
    raw = (FILES / f"{name}.eml").read_bytes()
    for word, value in values.items():
        raw = raw.replace(f"@@{word}@@".encode(), value.encode())
    assert not re.search(rb"@@[A-Z]", raw)
    return raw


def came(office: Office, name: str, person: Mailed | None = None, **more: str) -> InboundMessage:
    """Deliver one of the files to the office, read it, and return what became of it."""
    return arrive(office.mailbox, given(name, person, mailbox=office.mailbox.address, **more))


def suppressed(person: Mailed) -> bool:
    return Suppression.objects.filter(recipient_id=person.contact.recipient_id, lifted_at=None).exists()


def waits(person: Mailed) -> tuple[str, str]:
    """State of the open step and why it waits; two empty words where none is open."""
    touch = person.open_touch
    return ("", "") if touch is None else (touch.state, touch.hold_reason)
