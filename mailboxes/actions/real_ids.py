"""The Message-ID a mail really travels under: learned after acceptance, used for threads and attribution."""

from django.db import transaction

from mailboxes.actions.found import look_again
from mailboxes.models import Delivery


def learn_real_id(delivery_id: int, real_message_id: str) -> bool:
    """Remember the provider's Message-ID, once; False when it was known.

    What names this id and came before it was known is read again: an answer, or a report about the mail.
    """
    with transaction.atomic():
        unknown = Delivery.objects.filter(id=delivery_id, real_message_id="")
        if unknown.update(real_message_id=real_message_id[:998]) != 1:
            return False
        workspace_id = Delivery.objects.values_list("workspace_id", flat=True).get(id=delivery_id)
        look_again(workspace_id, names=[real_message_id[:998]])
        return True
