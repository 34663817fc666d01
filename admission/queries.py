"""Reads of this package: the facts of a permit and the policy that judges them."""

import json
from dataclasses import dataclass, fields
from datetime import datetime
from functools import lru_cache
from typing import Any, cast

from admission.core.facts import Composed, Facts, SubjectFacts
from admission.core.policy import HOUR, ROLLING, Policy, parse
from admission.models import PolicyVersion
from app import sql
from mailboxes.actions.accounts import allowed_of, endpoints_of
from mailboxes.core.account import Account, Kind
from mailboxes.core.address import entries_matching
from mailboxes.core.errors import EndpointRefused
from mailboxes.wire.endpoints import require_account


def policy_of(workspace_id: int) -> Policy:
    """Return the workspace's newest policy; the defaults where nobody set one."""
    row = PolicyVersion.objects.filter(workspace_id=workspace_id).order_by("-number").values("number", "values").first()
    return parse(row["values"], version=row["number"]) if row else Policy()


@lru_cache(maxsize=256)
def policy_from(stored: str | None) -> Policy:
    """Return the policy of a [number, values] text that the caller has read already; the defaults for None."""
    if stored is None:
        return Policy()
    number, values = json.loads(stored)
    return parse(values, version=number)


def ask_facts(delivery_id: int, domain: str, policy: Policy) -> sql.Named:
    """Ask for the facts of a permit, by one statement of its own after the last lock.

    Of the policy only the number of mails to one person is asked with.
    """
    return sql.ask("admission", "facts", _asked_with(delivery_id, domain, policy))


@dataclass(frozen=True, slots=True)
class Supposed:
    """A mail that nobody has written, as if it were prepared; `recipient_id` 0: to nobody."""

    mailbox_id: int
    recipient_id: int = 0
    address: str = ""
    domain: str = ""
    campaign_id: int | None = None
    step_id: int | None = None
    resend: int = 0


def ask_supposed(mail: Supposed, policy: Policy) -> sql.Named:
    """Ask for the facts that a permit of this mail would read, by the permit's own statement; locks nothing."""
    values = {field.name: getattr(mail, field.name) for field in fields(mail)}
    return sql.ask("admission", "facts", values | _asked_with(0, mail.domain, policy), before="supposed")


def _asked_with(delivery_id: int, domain: str, policy: Policy) -> dict[str, Any]:
    return {
        "delivery_id": delivery_id,
        "entries": sql.array(entries_matching(domain)),
        "rolling": ROLLING,
        "person_cap": policy.person_cap or 0,
    }


def facts_in(
    asked: sql.Named, subject: SubjectFacts, full: tuple[str, ...], composed: Composed
) -> tuple[Facts, Policy]:
    """Return the facts that were asked for, with what the subject says; and the policy as it stands with them.

    `full` names the counters that were at their cap. Raises LookupError when the delivery has no body: it was erased.
    """
    found = asked.named_rows()
    if not found:
        message = f"the delivery of {composed} has no body"
        raise LookupError(message)
    row = found[0]
    policy = policy_from(row.pop("policy"))
    return _facts(row, subject, full, composed), policy


def _facts(row: dict[str, Any], subject: SubjectFacts, full: tuple[str, ...], composed: Composed) -> Facts:
    """Return one row of the statement as facts; an automated mail older than an hour binds no hour."""
    hourly = row.pop("hourly_freed_at")
    world_now: datetime = row["world_now"]
    allowed = _endpoint_allowed(
        row.pop("is_real"), row.pop("simulator_endpoints"), row.pop("mailbox_kind"), row.pop("endpoints")
    )
    return Facts(
        subject=subject,
        full=full,
        as_composed=composed.still_stands(row["recipient_id"], row.pop("mailbox_id"), row.pop("source")),
        endpoint_allowed=allowed,
        hourly_freed_at=hourly if hourly is not None and hourly > world_now - HOUR else None,
        **row,
    )


@lru_cache(maxsize=4096)
def _endpoint_allowed(is_real: bool, simulator: str, kind: str, endpoints: str) -> bool:  # noqa: FBT001 - a column
    """Tell whether this database may speak to the mailbox's servers; a real one may speak to any."""
    if is_real:
        return True
    account = Account(0, cast("Kind", kind), "", "", endpoints_of(kind, json.loads(endpoints)), {})
    try:
        require_account(account, allowed_of("rehearsal", json.loads(simulator)))
    except EndpointRefused:
        return False
    return True
