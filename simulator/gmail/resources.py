"""Messages and threads as the interface shows them."""

import base64
from email import message_from_bytes
from email.message import Message

from simulator.accounts import StoredMessage
from simulator.journal import JSON
from simulator.mail import decoded

_SNIPPET = 120


def message_resource(message: StoredMessage, form: str, only: list[str]) -> dict[str, JSON]:
    """Show a message; `form` is minimal, metadata, raw or full, `only` names the fields metadata shows."""
    shown: dict[str, JSON] = {
        "id": message.id,
        "threadId": message.thread_id,
        "labelIds": list[JSON](sorted(message.labels)),
        "snippet": _snippet(message),
        "historyId": str(message.history_id),
        "internalDate": str(int(message.internal_date.timestamp() * 1000)),
        "sizeEstimate": len(message.mail.raw),
    }
    if form == "raw":
        shown["raw"] = base64.urlsafe_b64encode(message.mail.raw).decode()
    elif form == "metadata":
        wanted = {name.lower() for name in only}
        fields = [(name, value) for name, value in message.mail.headers if not wanted or name.lower() in wanted]
        mime = (message.mail.first("Content-Type") or "text/plain").partition(";")[0].strip()
        shown["payload"] = {"mimeType": mime, "headers": _headers(fields)}
    elif form == "full":
        shown["payload"] = _part(message_from_bytes(message.mail.raw), "")
    return shown


def thread_resource(messages: list[StoredMessage], form: str, only: list[str]) -> dict[str, JSON]:
    """Show a thread with its messages, oldest first."""
    return {
        "id": messages[0].thread_id,
        "historyId": str(max(message.history_id for message in messages)),
        "messages": [message_resource(message, form, only) for message in messages],
    }


def _part(part: Message, number: str) -> dict[str, JSON]:
    shown: dict[str, JSON] = {
        "partId": number,
        "mimeType": part.get_content_type(),
        "filename": part.get_filename() or "",
        "headers": _headers([(name, str(value)) for name, value in part.items()]),
    }
    children = part.get_payload() if part.is_multipart() else None
    if isinstance(children, list):
        prefix = f"{number}." if number else ""
        shown["parts"] = [
            _part(child, f"{prefix}{place}") for place, child in enumerate(children) if isinstance(child, Message)
        ]
        shown["body"] = {"size": 0}
    else:
        content = part.get_payload(decode=True)
        data = content if isinstance(content, bytes) else b""
        shown["body"] = {"size": len(data), "data": base64.urlsafe_b64encode(data).decode()}
    return shown


def _headers(fields: list[tuple[str, str]]) -> list[JSON]:
    return [{"name": name, "value": decoded(" ".join(value.split()))} for name, value in fields]


def _snippet(message: StoredMessage) -> str:
    if "multipart" in (message.mail.first("Content-Type") or ""):
        return ""
    start = message.mail.raw[message.mail.body_at :][: 2 * _SNIPPET].decode("utf-8", "replace")
    return " ".join(start.split())[:_SNIPPET]
