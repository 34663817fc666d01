"""Workspaces and the people who sit in them."""

import re
import unicodedata

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
    _check(chosen, country)
    try:
        zone = zone_named(time_zone)
    except ZoneError as error:
        raise Refused(f"{error}.") from error

    def work() -> Workspace:
        made = Workspace.objects.create(
            name=name,
            slug=chosen,
            legal_name=legal_name or name,
            postal_address=postal_address,
            time_zone=zone,
            country=country,
            created_at=clock.now(),
        )
        events.append(kind="workspace.created", workspace_id=made.id, subject_id=made.id)
        return made

    try:
        return in_transaction(work)
    except IntegrityError as error:
        raise Refused(f"There is a workspace called {chosen} already.") from error


def _check(slug: str, country: str) -> None:
    try:
        validate_slug(slug)
    except ValidationError as error:
        raise Refused("The short name needs letters, digits and dashes only.") from error
    if country and not COUNTRY.fullmatch(country):
        raise Refused("The country is a code of two capital letters, such as DE.")


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
    address = email.strip().lower()
    if role not in Member.Role.values:
        raise Refused(f"The role is one of {', '.join(Member.Role.values)}.")
    user = User.objects.filter(email=address).first()
    if user is None:
        _check_credentials(address, password)

    def work() -> User:
        who = user or User.objects.create_user(username=address, email=address, password=password)
        seat = Member.objects.create(workspace=workspace, user=who, role=role, joined_at=clock.now())
        data = {"user": who.id, "role": role}
        events.append(kind="member.joined", workspace_id=workspace.id, subject_id=seat.id, data=data)
        return who

    try:
        return in_transaction(work)
    except IntegrityError as error:
        raise Refused("This user has a seat in the workspace already.") from error


def _check_credentials(address: str, password: str) -> None:
    try:
        validate_email(address)
        validate_password(password, User(username=address, email=address))
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from error
