"""How a call ended, in the words of the ledger."""

from dataclasses import dataclass
from datetime import timedelta

from bounces.core.reading import Category
from mailboxes.core.errors import Scope, TransportError
from mailboxes.core.message import Receipt

LONGEST_LIMIT = timedelta(days=7)  # a provider that asks for more is asked again then
FINAL_REST = timedelta(hours=1)  # an account refused for good is not tried again within minutes
# A refusal of the sending domain or of these very bytes ends the sequence as our failure.
BLAMES_US: dict[Scope, Category] = {Scope.DOMAIN: Category.AUTHENTICATION, Scope.MESSAGE: Category.POLICY_BLOCK}
# One of the account or the whole service, however final it sounds, says nothing of the mail: its people stay due.
OF_THE_ACCOUNT = frozenset({Scope.MAILBOX, Scope.PROVIDER})


@dataclass(frozen=True, slots=True)
class Accepted:
    """The next server took responsibility."""

    receipt: Receipt


@dataclass(frozen=True, slots=True)
class Rejected:
    """Refused for good."""

    scope: Scope
    category: Category
    code: int | None = None
    enhanced: str = ""


@dataclass(frozen=True, slots=True)
class Deferred:
    """Refused for now; `retry_after` is what the other side asked for, true time."""

    scope: Scope
    retry_after: timedelta | None = None
    code: int | None = None


@dataclass(frozen=True, slots=True)
class NotCalled:
    """The mark was never set: nothing of this mail left."""

    reason: str


@dataclass(frozen=True, slots=True)
class Vanished:
    """The call began and no verdict came."""

    reason: str


type Settlement = Accepted | Rejected | Deferred | NotCalled | Vanished


def of_error(error: TransportError) -> Settlement:
    """Return what a transport's clear no means for the ledger."""
    if not error.permanent:
        return Deferred(error.scope, error.retry_after, error.code)
    if error.scope in OF_THE_ACCOUNT:
        return Deferred(error.scope, max(error.retry_after or FINAL_REST, FINAL_REST), error.code)
    return Rejected(error.scope, category_of(error), error.code, error.enhanced or "")


def category_of(error: TransportError) -> Category:
    """Return why a mail was refused for good at the boundary."""
    if error.scope is not Scope.RECIPIENT:
        return BLAMES_US[error.scope]
    enhanced = error.enhanced or ""
    if enhanced.startswith("5.1."):
        return Category.INVALID_RECIPIENT
    return Category.MAILBOX_FULL if enhanced == "5.2.2" else Category.UNKNOWN


def response_of(settlement: Settlement) -> str:
    """Return a permit's response: class, scope and code, without anybody's words."""
    parts = [type(settlement).__name__.lower()]
    parts += [
        str(getattr(settlement, name)) for name in ("scope", "code", "enhanced") if getattr(settlement, name, None)
    ]
    return " ".join(parts)[:200]
