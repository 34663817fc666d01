"""Answers that lie in a mailbox, stored and not yet read."""

from email.message import EmailMessage
from itertools import count

from app.actions import clock
from mailboxes.actions import intake
from mailboxes.inbound.base import Batch, Head
from mailboxes.models import Delivery, InboundCursor, InboundMessage

NUMBERS = count(1)
YES = "Yes, let us talk on Thursday."


def an_answer(delivery_id: int, sender: str, text: str = YES, **headers: str) -> int:
    """Store an answer to one of our mails, as a poll would; return its row. Raises CursorMoved."""
    delivery = Delivery.objects.select_related("mailbox").get(id=delivery_id)
    provider_id = f"answer{next(NUMBERS)}"
    mail = EmailMessage()
    mail["From"] = sender
    mail["To"] = delivery.mailbox.address
    mail["Subject"] = "Re: A question"
    mail["Message-ID"] = f"<{provider_id}@{sender.rpartition('@')[2]}>"
    mail["In-Reply-To"] = f"<{delivery.message_id}>"
    for name, value in headers.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(text)
    now = clock.now()
    head = Head(provider_id, "", frozenset(), b"", None, own=False, received_at=now)
    row = InboundCursor.objects.get(mailbox_id=delivery.mailbox_id)
    bodies = {provider_id: mail.as_bytes()}
    intake.store(delivery.mailbox, row.version, Batch((head,), {}, complete=True), bodies, now)
    return InboundMessage.objects.values_list("id", flat=True).get(
        mailbox_id=delivery.mailbox_id, provider_id=provider_id
    )
