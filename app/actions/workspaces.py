"""Workspaces and the people who sit in them."""

import re
import unicodedata
from dataclasses import asdict, dataclass, replace

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email, validate_slug
from django.db import IntegrityError

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.core.zones import ZoneError, zone_named
from app.models import Member, Workspace

COUNTRY = re.compile(r"[A-Z]{2}")
NOT_IN_SLUG = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Identity:
    """How a workspace is called, who writes, from where, and in which zone and country it works."""

    name: str
    legal_name: str
    postal_address: str
    time_zone: str
    country: str


def slug_of(name: str) -> str:
    """Return the name as it stands in addresses of pages and on the command line."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return NOT_IN_SLUG.sub("-", plain).strip("-")[:60].strip("-")


def create_workspace(
    name: str,
    *,
    slug: str = "",
    legal_name: str = "",
    postal_address: str = "",
    time_zone: str = "UTC",
    country: str = "",
) -> Workspace:
    """Found a workspace; without a postal address no campaign starts in it. Raises Refused."""
    chosen = slug or slug_of(name)
    identity = _checked(Identity(name, legal_name or name, postal_address, time_zone, country))
    try:
        return in_transaction(lambda: _created(chosen, identity))
    except IntegrityError as error:
        raise Refused(f"There is a workspace called {chosen} already.") from error


def _created(slug: str, identity: Identity) -> Workspace:
    _check_slug(slug)
    made = Workspace.objects.create(slug=slug, created_at=clock.now(), **asdict(identity))
    events.append(kind="workspace.created", workspace_id=made.id, subject_id=made.id)
    return made


def _checked(identity: Identity) -> Identity:
    """Return it with the zone by its known name. Raises Refused."""
    if identity.country and not COUNTRY.fullmatch(identity.country):
        raise Refused("The country is a code of two capital letters, such as DE.")
    try:
        return replace(identity, time_zone=zone_named(identity.time_zone))
    except ZoneError as error:
        raise Refused(f"{error}.") from error


def _check_slug(slug: str) -> None:
    try:
        validate_slug(slug)
    except ValidationError as error:
        raise Refused("The short name needs letters, digits and dashes only.") from error


def workspace_called(slug: str | None) -> Workspace:
    """Return the workspace of that short name, or the only one there is. Raises Refused with those there are."""
    found = Workspace.objects.filter(slug=slug) if slug else Workspace.objects.all()
    first = list(found[:2])
    if len(first) == 1:
        return first[0]
    known = ", ".join(Workspace.objects.order_by("slug").values_list("slug", flat=True)[:20])
    if not known:
        raise Refused("There is no workspace yet: create_workspace makes one.")
    wish = f"There is no workspace called {slug}" if slug else "Say which workspace"
    raise Refused(f"{wish}; there are: {known}.")


def create_user(email: str, password: str, workspace: Workspace, *, role: str = Member.Role.OWNER) -> User:
    """Make a user who may sign in, with a seat in the workspace; one who exists gets the seat only. Raises Refused."""
    if role not in Member.Role.values:
        raise Refused(f"The role is one of {', '.join(Member.Role.values)}.")
    user = User.objects.filter(email=email.strip().lower()).first()

    def work() -> User:
        who = user or create_account(email, password)
        seat = Member.objects.create(workspace=workspace, user=who, role=role, joined_at=clock.now())
        data = {"user": who.id, "role": role}
        events.append(kind="member.joined", workspace_id=workspace.id, subject_id=seat.id, data=data)
        return who

    try:
        return in_transaction(work)
    except IntegrityError as error:
        raise Refused("This user has a seat in the workspace already.") from error


def create_account(email: str, password: str) -> User:
    """Make a user without a seat, in the caller's transaction if there is one. Raises Refused."""
    address = email.strip().lower()
    _check_credentials(address, password)
    if User.objects.filter(email__iexact=address).exists():
        raise Refused("There is an account with this address already: sign in with it.")
    return User.objects.create_user(username=address, email=address, password=password)


def may_found(user: User) -> bool:
    """Tell whether a user may found a workspace: while there is none, and then whoever owns one."""
    owns = Member.objects.filter(user=user, role=Member.Role.OWNER).exists()
    return owns or not Workspace.objects.exists()


def found(user: User, identity: Identity) -> Workspace:
    """Found a workspace with the user as its owner. Raises Refused."""
    wanted = _checked(identity)

    def work() -> Workspace:
        if not may_found(user):
            raise Refused("Ask an owner to invite you: only owners found further workspaces.")
        made = _created(_free_slug(wanted.name), wanted)
        seat = Member.objects.create(workspace=made, user=user, role=Member.Role.OWNER, joined_at=clock.now())
        data = {"user": user.pk, "role": seat.role}
        events.append(kind="member.joined", workspace_id=made.id, subject_id=seat.id, data=data)
        return made

    return in_transaction(work)


def change(workspace_id: int, identity: Identity, *, by_id: int | None = None) -> bool:
    """Give a workspace another name, sender, zone or country; False when nothing differs. Raises Refused.

    The next mails are composed with it. Campaigns keep the zones they were given.
    """
    wanted = _checked(identity)

    def work() -> bool:
        row = Workspace.objects.select_for_update(no_key=True).get(id=workspace_id)
        changed = sorted(name for name, value in asdict(wanted).items() if getattr(row, name) != value)
        if not changed:
            return False
        for name in changed:
            setattr(row, name, getattr(wanted, name))
        row.save(update_fields=changed)
        data = {"by": by_id, "fields": changed}
        events.append(kind="workspace.changed", workspace_id=workspace_id, subject_id=workspace_id, data=data)
        return True

    return in_transaction(work)


def _free_slug(name: str) -> str:
    """Return the name's short form, with a number where another workspace has it."""
    base = slug_of(name) or "workspace"
    taken = set(Workspace.objects.filter(slug__startswith=base[:50]).values_list("slug", flat=True))
    numbered = (f"{base[:50]}-{number}" for number in range(2, len(taken) + 3))
    return next(slug for slug in (base, *numbered) if slug not in taken)


def _check_credentials(address: str, password: str) -> None:
    try:
        validate_email(address)
        validate_password(password, User(username=address, email=address))
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from error
