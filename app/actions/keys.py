"""API keys: made by a member, shown once, never worth more than their maker is now."""

import secrets
from datetime import timedelta

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.actions.members import hash_of
from app.core.errors import Refused
from app.core.permissions import lesser, may
from app.models import ApiKey, Member

MARK = "fbr_"  # what secret scanners look for
SHOWN = 8  # characters after the mark by which people tell keys apart
SEEN_EVERY = timedelta(hours=1)


def make(seat: Member, name: str, role: str) -> str:
    """Make a key and return it: this is the only time it can be seen. Raises Refused."""
    if not may(seat.role, "manage_keys"):
        raise Refused("Only an owner may make keys.")
    secret = MARK + secrets.token_urlsafe(32)

    def work() -> str:
        key = ApiKey.objects.create(
            workspace_id=seat.workspace_id,
            member=seat,
            name=name,
            role=lesser(role, seat.role),
            prefix=secret[: len(MARK) + SHOWN],
            secret_hash=hash_of(secret),
            created_at=clock.now(),
        )
        _tell("key.created", key, seat.user_id)
        return secret

    return in_transaction(work)


def revoke(workspace_id: int, key_id: int, *, by_id: int | None = None) -> bool:
    """End a key from the next request on; False when it had ended."""

    def work() -> bool:
        living = ApiKey.objects.filter(workspace_id=workspace_id, id=key_id, revoked_at=None)
        won = living.update(revoked_at=clock.now()) == 1
        if won:
            _tell("key.revoked", ApiKey.objects.get(id=key_id), by_id)
        return won

    return in_transaction(work)


def seat_of(secret: str) -> Member | None:
    """Return the seat of whoever made this key, with the lesser of both roles; None for a key that does not hold."""
    if not secret.startswith(MARK):
        return None
    found = ApiKey.objects.select_related("member__workspace", "member__user").filter(
        secret_hash=hash_of(secret), revoked_at=None, member__user__is_active=True
    )
    key = found.first()
    if key is None:
        return None
    _seen(key)
    seat = key.member
    seat.role = lesser(key.role, seat.role)  # of this request; never saved
    return seat


def _seen(key: ApiKey) -> None:
    now = clock.now()
    if key.used_at is None or now - key.used_at >= SEEN_EVERY:
        ApiKey.objects.filter(id=key.id).update(used_at=now)


def _tell(kind: str, key: ApiKey, by_id: int | None) -> None:
    data = {"by": by_id, "role": key.role}
    events.append(kind=kind, workspace_id=key.workspace_id, subject_id=key.id, data=data)
