"""Commands by which a person decides, and what they could have changed."""

import io

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from admission.models import Judgement
from app.models import Event
from bounces.models import Suppression
from mailboxes.models import Delivery, Mailbox
from sequences.models import Contact, Enrollment, Task, Touch


def told(*arguments: object) -> str:
    out = io.StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue()


def refused(*arguments: object) -> str:
    before = snapshot()
    with pytest.raises(CommandError) as error:
        told(*arguments)
    assert snapshot() == before
    return str(error.value)


def snapshot() -> tuple[object, ...]:
    """What a decision could have changed."""
    return (
        list(Delivery.objects.order_by("id").values_list("id", "state")),
        list(Touch.objects.order_by("id").values_list("id", "state", "hold_reason")),
        list(Enrollment.objects.order_by("id").values_list("id", "state")),
        list(Contact.objects.order_by("id").values_list("id", "email")),
        list(Mailbox.objects.order_by("id").values_list("id", "state")),
        list(Task.objects.order_by("id").values_list("id", "state")),
        list(Suppression.objects.order_by("id").values_list("id", "lifted_at")),
        Judgement.objects.count(),
        Event.objects.count(),
    )
