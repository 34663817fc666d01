"""Seats: an invitation works once and for its own address, roles never rise by themselves, an owner always stays."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.contrib.auth.models import User

from app.actions import clock, keys, members
from app.core.errors import Refused
from app.models import ApiKey, Event, Invitation, Member, Workspace
from tests.factories import a_user, a_workspace
from tests.races.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "a long enough one"


@pytest.fixture
def workspace() -> Workspace:
    return a_workspace()


@pytest.fixture
def owner(workspace: Workspace) -> User:
    return a_user(workspace)


def seat_of(user: User) -> Member:
    return Member.objects.get(user=user)


def test_a_stranger_takes_the_seat_that_was_opened_for_their_address(workspace: Workspace, owner: User) -> None:
    secret = members.invite(workspace.id, " Nora@Example.com ", "member", by_id=owner.pk)
    seat = members.accept_as_stranger(secret, PASSWORD)
    assert (seat.user.email, seat.role, seat.workspace_id) == ("nora@example.com", "member", workspace.id)
    assert secret not in str(list(Invitation.objects.values())), "only its hash is kept"
    with pytest.raises(Refused, match="no longer open"):
        members.accept_as_stranger(secret, PASSWORD)


def test_an_account_takes_only_an_invitation_of_its_own_address(workspace: Workspace, owner: User) -> None:
    secret = members.invite(workspace.id, "nora@example.com", "viewer", by_id=owner.pk)
    with pytest.raises(Refused, match="another address"):
        members.accept(secret, a_user())
    assert members.open_invitation(secret) is not None


def test_a_second_invitation_of_an_address_ends_the_first(workspace: Workspace, owner: User) -> None:
    first = members.invite(workspace.id, "nora@example.com", "owner", by_id=owner.pk)
    second = members.invite(workspace.id, "nora@example.com", "viewer", by_id=owner.pk)
    assert members.open_invitation(first) is None
    assert members.accept_as_stranger(second, PASSWORD).role == "viewer"


def test_an_invitation_ends_when_it_is_withdrawn_and_after_a_week(workspace: Workspace, owner: User) -> None:
    secret = members.invite(workspace.id, "nora@example.com", "viewer", by_id=owner.pk)
    members.withdraw(workspace.id, Invitation.objects.get().id, by_id=owner.pk)
    assert members.open_invitation(secret) is None
    late = members.invite(workspace.id, "nora@example.com", "viewer", by_id=owner.pk)
    Invitation.objects.update(expires_at=clock.now() - timedelta(seconds=1))
    with pytest.raises(Refused, match="no longer open"):
        members.accept_as_stranger(late, PASSWORD)
    assert not User.objects.filter(email="nora@example.com").exists()


@pytest.mark.parametrize("role", ["viewer", "member", "manager"])
def test_who_is_no_owner_invites_raises_and_lets_go_nobody(workspace: Workspace, owner: User, role: str) -> None:
    user = a_user(workspace, role=role)
    acts: list[Callable[[], object]] = [
        partial(members.invite, workspace.id, "nora@example.com", "viewer", by_id=user.pk),
        partial(members.change_role, workspace.id, seat_of(user).id, "owner", by_id=user.pk),
        partial(members.let_go, workspace.id, seat_of(owner).id, by_id=user.pk),
        partial(keys.make, seat_of(user), "a program", "viewer"),
    ]
    for act in acts:
        with pytest.raises(Refused, match="Only an owner"):
            act()
    assert (seat_of(user).role, seat_of(owner).role) == (role, "owner")
    assert not Event.objects.filter(kind__startswith="member.").exists()


def test_anybody_gives_up_their_own_seat_but_the_last_owner(workspace: Workspace, owner: User) -> None:
    user = a_user(workspace, role="viewer")
    members.let_go(workspace.id, seat_of(user).id, by_id=user.pk)
    assert not Member.objects.filter(user=user).exists()
    acts: list[Callable[[], object]] = [
        partial(members.let_go, workspace.id, seat_of(owner).id, by_id=owner.pk),
        partial(members.change_role, workspace.id, seat_of(owner).id, "manager", by_id=owner.pk),
    ]
    for act in acts:
        with pytest.raises(Refused, match="needs an owner"):
            act()


def test_two_owners_who_demote_each_other_at_once_leave_one(workspace: Workspace, owner: User) -> None:
    other = a_user(workspace)
    pairs = [(seat_of(owner).id, other.pk), (seat_of(other).id, owner.pk)]

    def demote(pair: tuple[int, int]) -> bool:
        try:
            members.change_role(workspace.id, pair[0], "viewer", by_id=pair[1])
        except Refused:
            return False
        return True

    assert sorted(at_once(demote, pairs)) == [False, True]
    assert Member.objects.filter(workspace=workspace, role="owner").count() == 1


def test_a_key_is_worth_no_more_than_its_maker_is_now(workspace: Workspace, owner: User) -> None:
    other = a_user(workspace)
    secret = keys.make(seat_of(other), "a program", "manager")
    assert secret not in str(list(ApiKey.objects.values()))
    found = keys.seat_of(secret)
    assert found is not None
    assert found.role == "manager"
    members.change_role(workspace.id, seat_of(other).id, "viewer", by_id=owner.pk)
    found = keys.seat_of(secret)
    assert found is not None
    assert found.role == "viewer"
    members.let_go(workspace.id, seat_of(other).id, by_id=owner.pk)
    assert keys.seat_of(secret) is None


def test_an_ended_key_opens_nothing(workspace: Workspace, owner: User) -> None:
    secret = keys.make(seat_of(owner), "a program", "owner")
    assert keys.revoke(workspace.id, ApiKey.objects.get().id, by_id=owner.pk)
    assert not keys.revoke(workspace.id, ApiKey.objects.get().id, by_id=owner.pk)
    assert keys.seat_of(secret) is None
    assert keys.seat_of("fbr_" + "x" * 43) is None
    assert not keys.revoke(a_workspace().id, ApiKey.objects.get().id)
