"""Connect a mailbox, pause it, and let it go. Its state changes under its budget's lock, which permits take last.

That its credentials were refused is told by `limits.refused`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.core.machine import move
from app.core.zones import ZoneError, zone_named
from app.models import Workspace
from mailboxes import locks
from mailboxes.actions import pauses
from mailboxes.actions.vaults import sealed_secret
from mailboxes.core.account import Security
from mailboxes.core.address import AddressError, parse_address
from mailboxes.core.bulk_rows import MOST_A_DAY
from mailboxes.core.numbers import usual_cap
from mailboxes.core.signs import fault_of_line
from mailboxes.core.states import MAILBOX, MailboxState
from mailboxes.models import Budget, Credential, InboundCursor, Mailbox

LONGEST_NAME = 200  # characters, as the column has
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


@dataclass(frozen=True, slots=True)
class Connection:
    """An account to connect. `secret` is what mailboxes.core.account.Account needs of its kind; repr hides it.

    `endpoints` of smtp: {"smtp": {"host", "port", "security"}}; of gmail: empty, or another "api" and "token".
    """

    kind: str
    address: str
    secret: Mapping[str, str] = field(repr=False)
    endpoints: Mapping[str, Any] = field(default_factory=dict)
    display_name: str = ""
    time_zone: str = ""
    daily_cap: int | None = None
    purpose: str = ""  # a person's own where nobody said; a mailbox that is connected again keeps its own


def connect(workspace: Workspace, wanted: Connection, *, by_id: int | None = None) -> Mailbox:
    """nothing, disconnected, reconnect_needed -> connected (or paused, as it was): stores the sealed secret.

    Locks the budget of a mailbox that exists. Speaks to nobody. Raises Refused, Busy.
    """
    address = checked(wanted)
    same = Mailbox.objects.filter(workspace=workspace, address=address).order_by("-id").first()
    if same is not None:
        return in_transaction(lambda: _connect_again(same, wanted, by_id))
    try:
        return in_transaction(lambda: _connect_new(workspace, wanted, address, by_id))
    except IntegrityError as error:
        raise Refused(f"{address} is connected already.") from error


def checked(wanted: Connection) -> str:
    """Return the normalised address. Raises Refused: it could not work, or would send a password in the clear."""
    for name in ("smtp", "imap"):
        server = wanted.endpoints.get(name)
        if server is not None:
            _check_server(server)
    if wanted.kind == Mailbox.Kind.SMTP and "smtp" not in wanted.endpoints:
        raise Refused("An SMTP mailbox needs its server.")
    if not all(wanted.secret.values()):
        raise Refused("A secret is missing.")
    if fault := fault_of_line(wanted.display_name):
        raise Refused(f"The display name {fault}.")
    if len(wanted.display_name) > LONGEST_NAME:
        raise Refused(f"The display name is longer than {LONGEST_NAME} characters.")
    if wanted.daily_cap is not None and not 0 < wanted.daily_cap <= MOST_A_DAY:
        raise Refused(f"A mailbox sends 1 to {MOST_A_DAY} mails a day.")
    if wanted.time_zone:
        _zone(wanted.time_zone)
    try:
        return parse_address(wanted.address).normalised
    except AddressError as error:
        raise Refused(str(error)) from error


def _zone(text: str) -> str:
    """Return the zone as it is kept; one that nobody knows would stop the planner for everybody. Raises Refused."""
    try:
        return zone_named(text)
    except ZoneError as error:
        raise Refused(f"{error}.") from error


def _check_server(server: Mapping[str, Any]) -> None:
    host, port, security = str(server["host"]), int(server["port"]), str(server["security"])
    if not host or any(sign.isspace() or sign in "/@" for sign in host):
        raise Refused("The server's host is not a host name.")
    if not 0 < port < 65536:
        raise Refused("The server's port is 1 to 65535.")
    if security not in set(Security):
        raise Refused(f"The server's security is one of {', '.join(Security)}.")
    if security == Security.PLAIN and host not in LOOPBACK:
        raise Refused("Without TLS only this machine itself is spoken to: the password would be readable on the way.")


def _connect_new(workspace: Workspace, wanted: Connection, address: str, by_id: int | None) -> Mailbox:
    mailbox = Mailbox.objects.create(
        workspace=workspace,
        owner_id=by_id,
        kind=wanted.kind,
        purpose=wanted.purpose or Mailbox.Purpose.PERSONAL,
        address=address,
        display_name=wanted.display_name,
        endpoints=dict(wanted.endpoints),
        time_zone=_zone(wanted.time_zone) if wanted.time_zone else workspace.time_zone,
        daily_cap=wanted.daily_cap or usual_cap(wanted.kind, wanted.endpoints),
        created_at=clock.now(),
    )
    Budget.objects.create(mailbox=mailbox)
    _keep_secret(mailbox, wanted)
    _tell(mailbox, "mailbox.connected", by_id)
    return mailbox


def _connect_again(mailbox: Mailbox, wanted: Connection, by_id: int | None) -> Mailbox:
    locks.lock_budget(mailbox.id)
    state = MailboxState(Mailbox.objects.values_list("state", flat=True).get(id=mailbox.id))
    if state in {MailboxState.CONNECTED, MailboxState.PAUSED}:
        raise Refused(f"{mailbox.address} is connected already.")
    if wanted.kind != mailbox.kind:
        raise Refused(f"{mailbox.address} was connected as {mailbox.kind}; it keeps that kind.")
    why = pauses.reasons(mailbox.id)
    event = ("connect" if state is MailboxState.DISCONNECTED else "reconnect") + ("_paused" if why else "")
    changes: dict[str, Any] = {"endpoints": dict(wanted.endpoints)}
    if wanted.display_name:
        changes["display_name"] = wanted.display_name
    if wanted.daily_cap:
        changes["daily_cap"] = wanted.daily_cap
    if wanted.purpose:
        changes["purpose"] = wanted.purpose
    Mailbox.objects.filter(id=mailbox.id).update(
        state=move(MAILBOX, state, event), state_reason=_shown(mailbox, state, why), limited_until=None, **changes
    )
    if wanted.endpoints.get("imap") != mailbox.endpoints.get("imap"):
        _read_anew(mailbox)
    _keep_secret(mailbox, wanted)
    _tell(mailbox, "mailbox.connected", by_id, paused=bool(why))
    mailbox.refresh_from_db()
    return mailbox


def _shown(mailbox: Mailbox, state: MailboxState, why: Sequence[str]) -> str:
    """Return the reason of a pause that outlives its connection: a rule's, else what a person had typed."""
    typed = Mailbox.objects.values_list("state_reason", flat=True).get(id=mailbox.id)
    kept = typed if why and state is MailboxState.DISCONNECTED else ""
    return next((reason for reason in why if reason), kept)


def _keep_secret(mailbox: Mailbox, wanted: Connection) -> None:
    """Seal the secret for this row; begin to read the inbox where there is a feed for it."""
    now = clock.now()
    sealed = sealed_secret(mailbox.id, wanted.secret)
    renewed = Credential.objects.filter(mailbox=mailbox).update(sealed=sealed, refreshing_until=None, updated_at=now)
    if not renewed:
        Credential.objects.create(mailbox=mailbox, sealed=sealed, updated_at=now)
    if mailbox.kind == Mailbox.Kind.GMAIL or wanted.endpoints.get("imap"):
        InboundCursor.objects.get_or_create(mailbox=mailbox, defaults={"next_poll_at": now})
        InboundCursor.objects.filter(mailbox=mailbox).update(next_poll_at=now, failures=0, error="")


def _read_anew(mailbox: Mailbox) -> None:
    """Another server numbers its mail otherwise: every folder is read again, from before the last complete look on."""
    for cursor in InboundCursor.objects.select_for_update().filter(mailbox=mailbox):
        if "folders" in cursor.value:
            InboundCursor.objects.filter(pk=cursor.pk).update(
                value={**cursor.value, "folders": {}}, version=cursor.version + 1
            )


def pause(mailbox: Mailbox, *, reason: str = "", by_id: int | None = None) -> None:
    """connected -> paused: nothing leaves, its inbox is still read. Locks the budget. Raises IllegalMove, Busy."""
    _move(mailbox, "pause", "mailbox.paused", by_id, reason)


def resume(mailbox: Mailbox, *, by_id: int | None = None) -> None:
    """paused -> connected. Locks the budget. Raises IllegalMove, Busy."""
    _move(mailbox, "resume", "mailbox.resumed", by_id)


def disconnect(mailbox: Mailbox, *, by_id: int | None = None) -> None:
    """connected, paused, reconnect_needed -> disconnected: its secret is deleted; its people wait, visibly.

    Connecting it again ends no pause: that takes a person who resumes it.
    Locks the budget. Raises IllegalMove, Busy.
    """
    _move(mailbox, "disconnect", "mailbox.disconnected", by_id)


def _move(mailbox: Mailbox, event: str, kind: str, by_id: int | None, reason: str = "") -> None:
    def work() -> None:
        locks.lock_budget(mailbox.id)
        state = MailboxState(Mailbox.objects.values_list("state", flat=True).get(id=mailbox.id))
        following = move(MAILBOX, state, event)
        changes = {"state": following, "state_reason": reason[:200]}
        if (state, following) == (MailboxState.PAUSED, MailboxState.DISCONNECTED):
            del changes["state_reason"]  # it comes back paused, for the same reason
        Mailbox.objects.filter(id=mailbox.id).update(**changes)
        if following is MailboxState.DISCONNECTED:
            Credential.objects.filter(mailbox=mailbox).delete()
        _tell(mailbox, kind, by_id)

    in_transaction(work)
    mailbox.refresh_from_db()


def _tell(mailbox: Mailbox, kind: str, by_id: int | None, **more: object) -> None:
    data = {"by": by_id} | {name: value for name, value in more.items() if value}
    events.append(kind=kind, workspace_id=mailbox.workspace_id, subject_id=mailbox.id, data=data)
