"""Keeps what people read of a message beside it, where it is erased with their data."""

from bounces.core.message import SHOWN_TEXT
from bounces.core.reading import CalendarEvent, Reading
from bounces.models import InboundText

FIELDS = ("from_address", "from_name", "subject", "text", "cut", "calendar")


def keep(message_id: int, reading: Reading) -> None:
    """Keep who a message says it is from, its subject and its new words, in the caller's transaction."""
    kept = InboundText(
        message_id=message_id,
        from_address=(reading.from_address or "")[:320],
        from_name=reading.from_name[:200],
        subject=reading.subject,
        text=reading.text[:SHOWN_TEXT],
        cut=reading.cut,
        calendar=_of(reading.calendar) if reading.calendar else {},
    )
    InboundText.objects.bulk_create([kept], update_conflicts=True, unique_fields=["message"], update_fields=FIELDS)


def forget(message_id: int) -> None:
    """Keep nothing of a message."""
    InboundText.objects.filter(message_id=message_id).delete()


def _of(event: CalendarEvent) -> dict[str, str]:
    return {"answer": str(event.answer), "summary": event.summary, "starts": event.starts}
