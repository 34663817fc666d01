"""The Message-ID a mail really travels under: learned after acceptance, used for threads and attribution."""

from mailboxes.models import Delivery


def learn_real_id(delivery_id: int, real_message_id: str) -> bool:
    """Remember the provider's Message-ID, once; False when it was known."""
    unknown = Delivery.objects.filter(id=delivery_id, real_message_id="")
    return unknown.update(real_message_id=real_message_id[:998]) == 1
