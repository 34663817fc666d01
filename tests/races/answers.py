"""Answers that lie in a mailbox, stored and not yet read."""

from email.message import EmailMessage
from itertools import count

from app.actions import clock
from mailboxes.actions import inbound
from mailboxes.inbound.base import Batch, Fetched
from mailboxes.models import Delivery, InboundCursor, InboundMessage
from tests.races.ready import Ready

NUMBERS = count(1)


def an_answer(ready: Ready, text: str = "Yes, let us talk on Thursday.") -> int:
    """Store a person's answer to our mail, as a poll would; return its row."""
    delivery = Delivery.objects.select_related("mailbox").get(id=ready.delivery_id)
    number = next(NUMBERS)
    mail = EmailMessage()
    mail["From"] = ready.email
    mail["To"] = delivery.mailbox.address
    mail["Subject"] = "Re: A question"
    mail["Message-ID"] = f"<answer{number}@{ready.subject.domain}>"
    mail["In-Reply-To"] = f"<{delivery.message_id}>"
    mail.set_content(text)
    now = clock.now()
    fetched = Fetched(f"answer{number}", "", frozenset(), mail.as_bytes(), own=False, received_at=now)
    row = InboundCursor.objects.get(mailbox_id=delivery.mailbox_id)
    inbound.store(delivery.mailbox, row, Batch((fetched,), {}, complete=True), now)
    return InboundMessage.objects.values_list("id", flat=True).get(provider_id=f"answer{number}")
