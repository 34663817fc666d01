"""The readers in the scorers' form, over the same function that the product calls."""

from datetime import UTC, date, datetime

from bounces.core.mail.headers import HEADER_LIMIT, Unreadable, mailbox
from bounces.core.mail.parsing import split_message
from bounces.core.read import read_message
from bounces.core.reading import Action, Kind, Ours

RECEIVED = datetime(2026, 1, 1, tzinfo=UTC)
NAMES = {
    Kind.HUMAN_REPLY: "human_reply", Kind.UNSUBSCRIBE: "unsubscribe_request", Kind.COMPLAINT: "complaint",
    Kind.OUT_OF_OFFICE: "out_of_office", Kind.AUTO_REPLY: "auto_reply", Kind.LEFT_COMPANY: "auto_reply",
    Kind.READ_RECEIPT: "auto_reply", Kind.CALENDAR_RESPONSE: "calendar_response", Kind.BOUNCE: "bounce",
    Kind.DELAYED: "bounce", Kind.DELIVERED: "bounce", Kind.LIST_OR_BULK: "list_or_bulk",
}  # fmt: skip


def ours_of(raw: bytes) -> Ours:
    """The mailbox that a case was sent to: all that the cases tell of the sender."""
    head = raw[:HEADER_LIMIT].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    try:
        headers = split_message(head.partition(b"\n")[2] if head[:5] == b"From " else head)[0]
        name, address = mailbox(headers.get("to"))
        delivered = mailbox(headers.get("delivered-to"))[1]
    except Unreadable:
        return Ours("")
    return Ours(delivered or address or "", name)


def bounce(raw: bytes) -> dict[str, object]:
    """One message as `score_bounces.py` asks for it."""
    reading = read_message(raw, received_at=RECEIVED, ours=ours_of(raw))
    if reading.kind not in {Kind.BOUNCE, Kind.DELAYED}:
        return {"is_bounce": False}
    wanted = Action.FAILED if reading.kind is Kind.BOUNCE else Action.DELAYED
    lines = [line for line in reading.reports if line.action is wanted]
    return {
        "is_bounce": True,
        "recipients": [line.recipient for line in lines if line.recipient],
        "category": lines[0].category.value,
        "status": lines[0].status,
        "action": lines[0].action.value,
        "original_message_id": lines[0].message_id,
    }


def reply(raw: bytes, received: datetime) -> dict[str, str | date | None]:
    """One message as `score_replies.py` asks for it. It counts feedback reports among the bounces."""
    reading = read_message(raw, received_at=received, ours=ours_of(raw))
    name = "bounce" if reading.rule == "feedback-report" else NAMES.get(reading.kind, "human_reply")
    return {"class": name, "return_date": reading.return_date, "new_text": reading.text}
