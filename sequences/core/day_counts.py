"""Which events of the log are counted by day, and under which name."""

from typing import Any

STOPS = {
    "replied": "replied",
    "calendar_answered": "replied",
    "bounced": "bounced",
    "unsubscribed": "opted_out",
    "complained": "complained",
}
COUNTED = ("sent", "replied", "bounced", "opted_out", "complained", "away", "finished")


def counted_as(kind: str, data: dict[str, Any]) -> str | None:
    """Return the name under which an event counts; None for most."""
    if kind == "delivery.accepted":
        return "sent"
    if kind == "recipient.absent":
        return "away"
    if kind == "recipient.stopped":
        return STOPS.get(str(data.get("outcome")))
    return "finished" if kind == "enrollment.ended" and data.get("state") == "finished" else None
