"""Who sits in a workspace: invitations, roles, and letting people go.

Each change locks the workspace's row first and reads the doer's own role under that lock: of two owners who demote each
other at once one is too late, and there is always an owner left.
"""

import hashlib
import secrets
from datetime import timedelta

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import QuerySet

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.actions.workspaces import create_account
from app.core.errors import Refused
from app.core.permissions import ROLES, may
from app.models import Invitation, Member, Workspace

VALID_FOR = timedelta(days=7)
LAST_OWNER = "A workspace needs an owner: make somebody else one first."
NO_LONGER = "This invitation is no longer open. Ask for a new one."


def invite(workspace_id: int, email: str, role: str, *, by_id: int | None = None) -> str:
    """Open a seat for an address; return the secret of its link, which is kept nowhere. Raises Refused.

    An invitation of the same address that is still open is replaced: its link no longer works.
    """
    address = _address(email)
    _known(role)
    secret = secrets.token_urlsafe(24)

    def work() -> str:
        _locked(workspace_id, by_id)
        if Member.objects.filter(workspace_id=workspace_id, user__email__iexact=address).exists():
            raise Refused("This person has a seat here already.")
        _open(workspace_id).filter(email=address).update(withdrawn_at=clock.now())
        made = Invitation.objects.create(
            workspace_id=workspace_id,
            email=address,
            role=role,
            secret_hash=hash_of(secret),
            invited_by_id=by_id,
            created_at=clock.now(),
            expires_at=clock.now() + VALID_FOR,
        )
        _tell("member.invited", workspace_id, made.id, by_id, role=role)
        return secret

    return in_transaction(work)


def withdraw(workspace_id: int, invitation_id: int, *, by_id: int | None = None) -> None:
    """Close an invitation; its link no longer works. Raises Refused when it is closed already."""

    def work() -> None:
        _locked(workspace_id, by_id)
        if not _open(workspace_id).filter(id=invitation_id).update(withdrawn_at=clock.now()):
            raise Refused(NO_LONGER)
        _tell("member.uninvited", workspace_id, invitation_id, by_id)

    in_transaction(work)


def open_invitation(secret: str) -> Invitation | None:
    """Return the invitation of a link, while it may be taken."""
    found = Invitation.objects.select_related("workspace").filter(
        secret_hash=hash_of(secret), accepted_at=None, withdrawn_at=None, expires_at__gt=clock.now()
    )
    return found.first()


def has_account(email: str) -> bool:
    """Tell whether somebody signs in with this address."""
    return User.objects.filter(email__iexact=email).exists()


def accept(secret: str, user: User) -> Member:
    """Give a user the seat that was opened for their address. Raises Refused; a link works once."""

    def work() -> Member:
        invitation = _taken(secret)
        if user.email.casefold() != invitation.email.casefold():
            raise Refused("This invitation is for another address. Sign out, and open the link again.")
        return _seat(invitation, user)

    return in_transaction(work)


def accept_as_stranger(secret: str, password: str) -> Member:
    """Make an account for the invited address, and give it its seat. Raises Refused."""

    def work() -> Member:
        invitation = _taken(secret)
        return _seat(invitation, create_account(invitation.email, password))

    return in_transaction(work)


def change_role(workspace_id: int, member_id: int, role: str, *, by_id: int | None = None) -> None:
    """Give a member another role. Raises Refused for the last owner and for whom may not."""
    _known(role)

    def work() -> None:
        _locked(workspace_id, by_id)
        member = _member(workspace_id, member_id)
        if member.role == role:
            return
        _keep_an_owner(member)
        Member.objects.filter(id=member.id).update(role=role)
        _tell("member.role_changed", workspace_id, member.id, by_id, role=role, was=member.role)

    in_transaction(work)


def let_go(workspace_id: int, member_id: int, *, by_id: int | None = None) -> None:
    """Take a member's seat and their keys away; what they did stays in the log. Raises Refused for the last owner."""

    def work() -> None:
        _locked(workspace_id, by_id, unless=member_id)
        member = _member(workspace_id, member_id)
        _keep_an_owner(member)
        member.delete()
        _tell("member.left", workspace_id, member_id, by_id, role=member.role)

    in_transaction(work)


def hash_of(secret: str) -> str:
    """Return what is kept of a secret with more than 128 random bits; such a one needs no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _address(email: str) -> str:
    try:
        validate_email(email.strip())
    except ValidationError as error:
        raise Refused("This is no address.") from error
    return email.strip().lower()


def _known(role: str) -> None:
    if role not in ROLES:
        raise Refused(f"There is no role {role[:20]}: choose one of {', '.join(ROLES)}.")


def _locked(workspace_id: int, by_id: int | None, *, unless: int | None = None) -> None:
    """Lock the workspace's seats; refuse a doer who is no owner any more. `unless` is a seat its holder may give up."""
    Workspace.objects.select_for_update(no_key=True).get(id=workspace_id)
    if by_id is None:
        return
    doer = Member.objects.filter(workspace_id=workspace_id, user_id=by_id).first()
    if doer is None or not (may(doer.role, "manage_members") or doer.id == unless):
        raise Refused("Only an owner may do that.")


def _open(workspace_id: int) -> QuerySet[Invitation]:
    return Invitation.objects.filter(workspace_id=workspace_id, accepted_at=None, withdrawn_at=None)


def _taken(secret: str) -> Invitation:
    """Lock the workspace and then the invitation, which is open, and close it."""
    found = open_invitation(secret)
    if found is None:
        raise Refused(NO_LONGER)
    _locked(found.workspace_id, None)
    if not _open(found.workspace_id).filter(id=found.id).update(accepted_at=clock.now()):
        raise Refused(NO_LONGER)
    return found


def _seat(invitation: Invitation, user: User) -> Member:
    if Member.objects.filter(workspace_id=invitation.workspace_id, user=user).exists():
        raise Refused("You have a seat here already.")
    seat = Member.objects.create(
        workspace_id=invitation.workspace_id, user=user, role=invitation.role, joined_at=clock.now()
    )
    _tell("member.joined", seat.workspace_id, seat.id, user.pk, role=seat.role)
    return seat


def _member(workspace_id: int, member_id: int) -> Member:
    member = Member.objects.filter(workspace_id=workspace_id, id=member_id).first()
    if member is None:
        raise Refused("This person has no seat here any more.")
    return member


def _keep_an_owner(member: Member) -> None:
    others = Member.objects.filter(workspace_id=member.workspace_id, role=Member.Role.OWNER).exclude(id=member.id)
    if member.role == Member.Role.OWNER and not others.exists():
        raise Refused(LAST_OWNER)


def _tell(kind: str, workspace_id: int, subject_id: int, by_id: int | None, **more: str) -> None:
    events.append(kind=kind, workspace_id=workspace_id, subject_id=subject_id, data={"by": by_id, **more})
