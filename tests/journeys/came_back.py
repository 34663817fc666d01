"""What comes back about mails that were sent, as the reader records it."""

from collections.abc import Sequence

from admission.models import Permit
from app.actions.attempts import in_transaction
from app.gates import Gates
from bounces.actions.outcomes import Came, record
from bounces.core.outcomes import EFFECTS, INVALID
from bounces.core.outcomes import Outcome as Kind
from mailboxes import locks
from mailboxes.models import Budget, Delivery
from tests.journeys.office import Mailed, Office


def comes(
    delivery: Delivery, kind: Kind = Kind.BOUNCED, category: str = "invalid_recipient", *, exact: bool = True
) -> None:
    """Something comes back about a mail, as the reader records it."""
    effect = INVALID if category == "invalid_recipient" else EFFECTS[kind]
    came = Came(delivery.workspace_id, delivery.recipient_id, kind, effect, delivery.id, exact, category=category)

    def work() -> None:
        locks.enter(Gates(delivery.workspace_id), [delivery.recipient_id])
        record(came)

    in_transaction(work)


def mails(office: Office, number: int) -> list[Mailed]:
    return [office.mailed() for _ in range(number)]


def back(people: Sequence[Mailed], kind: Kind = Kind.BOUNCED, category: str = "invalid_recipient") -> None:
    for one in people:
        comes(one.delivery, kind, category if kind is Kind.BOUNCED else "")


def padded(office: Office, number: int) -> None:
    """So many accepted mails more, of which nothing will come back: one is sent, the ledger's row of it is repeated."""
    delivery = office.mailed().delivery
    permit = Permit.objects.get(id=delivery.permit_id or 0)
    first = permit.number + 1
    copies = [Permit.objects.get(id=permit.id) for _ in range(number - 1)]
    for place, copy in enumerate(copies):
        copy.pk, copy.number = None, first + place
    Permit.objects.bulk_create(copies)
    Budget.objects.filter(mailbox=office.mailbox).update(granted=permit.number + number - 1)
