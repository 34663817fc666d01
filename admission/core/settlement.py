"""How a call ended, in the words of the ledger."""

from dataclasses import dataclass, field
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
    """Refused for good. `words` are the server's own: they may quote an address."""

    scope: Scope
    category: Category
    code: int | None = None
    enhanced: str = ""
    words: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Deferred:
    """Refused for now; `retry_after` is what the other side asked for, true time. `words` as in Rejected."""

    scope: Scope
    retry_after: timedelta | None = None
    code: int | None = None
    enhanced: str = ""
    words: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class NotCalled:
    """The mark was never set, or the connection was over before the first command: nothing of this mail left."""

    reason: str


@dataclass(frozen=True, slots=True)
class Vanished:
    """The call began and no verdict came."""

    reason: str


type Settlement = Accepted | Rejected | Deferred | NotCalled | Vanished


def of_error(error: TransportError) -> Settlement:
    """Return what a transport's clear no means for the ledger."""
    if error.unused:
        return NotCalled("connection_over")
    wait = error.retry_after
    if error.permanent and error.scope not in OF_THE_ACCOUNT:
        return Rejected(error.scope, category_of(error), error.code, error.enhanced or "", error.words)
    if error.permanent:
        wait = max(wait or FINAL_REST, FINAL_REST)
    return Deferred(error.scope, wait, error.code, error.enhanced or "", error.words)


def category_of(error: TransportError) -> Category:
    """Return why a mail was refused for good at the boundary; only an address that is surely dead is called invalid."""
    if error.scope is not Scope.RECIPIENT:
        return BLAMES_US[error.scope]
    return Category.INVALID_RECIPIENT if error.address_dead else Category.UNKNOWN


def response_of(settlement: Settlement) -> str:
    """Return a permit's response: class, scope and code, without anybody's words."""
    parts = [type(settlement).__name__.lower()]
    parts += [
        str(getattr(settlement, name)) for name in ("scope", "code", "enhanced") if getattr(settlement, name, None)
    ]
    return " ".join(parts)[:200]
