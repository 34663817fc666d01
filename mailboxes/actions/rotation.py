"""Move every sealed secret to the newest key, while everything else goes on."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model, QuerySet
from django.utils.module_loading import import_string

from app.crypto import CryptoError, KeyRing, keyring
from mailboxes.actions import lists
from mailboxes.actions.consent import verifier_context
from mailboxes.actions.dkim_keys import sealed_for
from mailboxes.actions.service_accounts import key_context
from mailboxes.actions.vaults import secret_context
from mailboxes.models import ConsentRequest, Credential, DkimKey, ListedMailbox, ServiceAccount

BATCH = 200  # rows read at once; each is written by a statement of its own


@dataclass(frozen=True, slots=True)
class Holder:
    """A table with sealed secrets: the column, and the words that bind a row's secret to it."""

    model: type[Model]
    column: str
    context: Callable[[Any], str]


HOLDERS = (
    Holder(Credential, "sealed", lambda row: secret_context(row.mailbox_id)),
    Holder(ServiceAccount, "sealed", lambda row: key_context(row.id)),
    Holder(ListedMailbox, "sealed", lambda row: lists.secret_context(row.id)),
    Holder(DkimKey, "sealed", sealed_for),
    Holder(ConsentRequest, "verifier", lambda row: verifier_context(row.state)),
)


# Tables of packages that stand higher, by dotted name.
ELSEWHERE = ("sequences.actions.hooks.endpoints.HOLDERS", "sequences.actions.notices.wishes.HOLDERS")


def holders() -> tuple[Holder, ...]:
    """Return every table with sealed secrets."""
    return HOLDERS + tuple(holder for name in ELSEWHERE for holder in import_string(name))


@dataclass(slots=True)
class Count:
    """What was done: moved to the newest key, there already, gone meanwhile; and what cannot be opened, by name."""

    moved: int = 0
    current: int = 0
    gone: int = 0
    broken: list[str] = field(default_factory=list)

    @property
    def seen(self) -> int:
        """How many rows were looked at."""
        return self.moved + self.current + self.gone + len(self.broken)


def rotate(told: Callable[[Count], None] = lambda _: None) -> Count:
    """Reseal what an older key sealed, row by row; told(count) is called after each batch. Safe to run again.

    Compare-and-set: a token that is renewed meanwhile is never lost. Takes no lock beyond each single UPDATE.
    """
    ring, count = keyring(), Count()
    for holder in holders():
        for rows in _batches(holder):
            for row in rows:
                _turn(ring, holder, row, count)
            told(count)
    return count


def keys_in_use() -> Counter[str]:
    """Return how many stored secrets each key still opens; a key that is not in it opens none."""
    found: Counter[str] = Counter()
    for holder in holders():
        for token in _filled(holder).values_list(holder.column, flat=True).iterator():
            found[token.split(".")[1] if token.count(".") == 2 else "?"] += 1
    return found


def _filled(holder: Holder) -> QuerySet[Any]:
    """Return the rows that hold a secret; some are emptied when it is not needed any more."""
    return holder.model._default_manager.exclude(**{holder.column: ""})  # noqa: SLF001


def _batches(holder: Holder) -> Iterator[list[Any]]:
    last: Any = None
    while True:
        rows = _filled(holder).order_by("pk")
        batch = list(rows.filter(pk__gt=last)[:BATCH] if last is not None else rows[:BATCH])
        if not batch:
            return
        last = batch[-1].pk
        yield batch


def _turn(ring: KeyRing, holder: Holder, row: Any, count: Count) -> None:
    """Reseal one row; whoever wrote it meanwhile is read again."""
    while row is not None:
        token = getattr(row, holder.column)
        try:
            if ring.is_current(token):
                ring.open_sealed(token, context=holder.context(row))
                count.current += 1
                return
            fresh = ring.reseal(token, context=holder.context(row))
        except CryptoError as error:
            count.broken.append(f"{holder.model._meta.verbose_name} {row.pk}: {error}")  # noqa: SLF001
            return
        if _swapped(holder, row, token, fresh):
            count.moved += 1
            return
        row = _filled(holder).filter(pk=row.pk).first()
    count.gone += 1


def _swapped(holder: Holder, row: Any, token: str, fresh: str) -> bool:
    same = _filled(holder).filter(pk=row.pk, **{holder.column: token})
    return bool(same.update(**{holder.column: fresh}))
