"""Faults that were asked for: where they strike, how often, and what happens there."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import timedelta
from email.utils import format_datetime
from typing import cast

from simulator.clock import machine_now
from simulator.journal import JSON, Record

ACTIONS = ("status", "close", "reset", "truncate", "drip", "silent", "delay")
KINDS = {action: (action, False) for action in ACTIONS}
KINDS |= {f"accept-then-{action}": (action, True) for action in ACTIONS}
KINDS |= {f"{action}-before-accept": (action, False) for action in ("close", "reset")}
GMAIL_OPERATIONS = ("token", "send", "get", "list", "history", "threads", "profile")
SMTP_OPERATIONS = (
    "smtp.connect",
    "smtp.ehlo",
    "smtp.auth",
    "smtp.mail",
    "smtp.rcpt",
    "smtp.data",
    "smtp.dot",
    "smtp.rset",
)


@dataclass(slots=True)
class Fault:
    """What the next `times` matching calls meet; the fields are documented in README.md."""

    kind: str
    op: str = "send"
    times: int = 1
    mailbox: str | None = None
    recipient: str | None = None
    status: int = 500
    reason: str | None = None
    text: str = ""
    retry_after: int | str | None = None
    seconds: float = 0.0  # machine time
    headers: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse what would silently never strike."""
        if self.kind not in KINDS:
            msg = f"unknown fault kind {self.kind!r}, known: {', '.join(sorted(KINDS))}"
            raise ValueError(msg)
        if self.op not in GMAIL_OPERATIONS + SMTP_OPERATIONS:
            msg = f"unknown operation {self.op!r}, known: {', '.join(GMAIL_OPERATIONS + SMTP_OPERATIONS)}"
            raise ValueError(msg)

    @property
    def action(self) -> str:
        """What is done: one of ACTIONS."""
        return KINDS[self.kind][0]

    @property
    def accepts(self) -> bool:
        """Whether the call takes effect before the action."""
        return KINDS[self.kind][1]

    def matches(self, op: str, mailbox: str | None, recipients: tuple[str, ...]) -> bool:
        """Tell whether this call is meant; addresses compare without case."""
        if op != self.op or self.times < 1:
            return False
        if self.mailbox and self.mailbox.lower() != (mailbox or "").lower():
            return False
        return not self.recipient or self.recipient.lower() in {name.lower() for name in recipients}

    def retry_header(self) -> str | None:
        """Give the Retry-After value: seconds, `date:N` as an HTTP date, `text:N` none, else verbatim."""
        wish = str(self.retry_after) if self.retry_after is not None else None
        if wish is None or wish.startswith("text:"):
            return None
        if wish.startswith("date:"):
            return format_datetime(machine_now() + timedelta(seconds=float(wish[5:])), usegmt=True)
        return wish

    def retry_text(self) -> str:
        """Give the time of a `text:N` wish as the words inside the error message."""
        wish = str(self.retry_after)
        if not wish.startswith("text:"):
            return ""
        moment = machine_now() + timedelta(seconds=float(wish[5:]))
        return f"  Retry after {moment.strftime('%Y-%m-%dT%H:%M:%S.000Z')}"


class Faults:
    """The faults still to strike, in the order they were asked for."""

    def __init__(self) -> None:
        """Begin with none."""
        self.waiting: list[Fault] = []

    def add(self, wish: Record) -> Fault:
        """Queue a fault; raises ValueError for members that do not exist."""
        known = {item.name for item in fields(Fault)}
        if unknown := set(wish) - known:
            msg = f"unknown fault members: {', '.join(sorted(unknown))}"
            raise ValueError(msg)
        fault = Fault(**cast("dict[str, str]", wish))  # type: ignore[arg-type]
        self.waiting.append(fault)
        return fault

    def take(self, op: str, mailbox: str | None, recipients: tuple[str, ...] = ()) -> Fault | None:
        """Give the first fault that matches and count it, or None."""
        for fault in self.waiting:
            if fault.matches(op, mailbox, recipients):
                fault.times -= 1
                if not fault.times:
                    self.waiting.remove(fault)
                return fault
        return None

    def describe(self) -> list[JSON]:
        """List what is still waiting."""
        return [{"kind": fault.kind, "op": fault.op, "times": fault.times} for fault in self.waiting]
