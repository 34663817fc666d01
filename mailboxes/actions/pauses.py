"""Why a mailbox is paused: the log remembers it while it is disconnected, or waits for new credentials, as well."""

from django.db.models import Q

from app.models import Event

SENDS = Q(kind="mailbox.resumed") | (Q(kind="mailbox.connected") & ~Q(data__has_key="paused"))


def reasons(mailbox_id: int, *, before: int | None = None) -> list[str]:
    """Return every reason for which it was paused since it last could send, the newest first; none: it is not paused.

    A person's pause has no reason in the log: "". `before` is an event's id: as it was then. The caller holds the
    budget's lock.
    """
    told = Event.objects.filter(subject_id=mailbox_id)
    if before is not None:
        told = told.filter(id__lt=before)
    released = told.filter(SENDS).order_by("-id").values_list("id", flat=True).first() or 0
    paused = told.filter(kind="mailbox.paused", id__gt=released).order_by("-id")
    return [data.get("reason", "") for data in paused.values_list("data", flat=True)]
