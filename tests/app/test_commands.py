"""Commands found a workspace, let people in, and stop everything."""

import io

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command
from django.core.management.base import CommandError

from app.models import Event, Member, Workspace
from tests.factories import a_user, a_workspace

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "a long canary of words"


def told(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_a_workspace_is_founded_with_what_every_mail_must_show() -> None:
    told("create_workspace", "Nördlicht GmbH", "--postal-address", "1 Street\\nTown", "--time-zone", "europe/berlin")
    workspace = Workspace.objects.get()
    assert (workspace.slug, workspace.time_zone) == ("nordlicht-gmbh", "Europe/Berlin")
    assert (workspace.legal_name, workspace.postal_address) == ("Nördlicht GmbH", "1 Street\nTown")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["A", "--time-zone", "CET"], "time zone"),
        (["A", "--country", "Germany"], "two capital letters"),
        (["***"], "short name"),
        (["Taken", "--slug", "taken"], "taken already"),
    ],
)
def test_a_workspace_that_cannot_be_is_refused_in_a_sentence(arguments: list[str], sentence: str) -> None:
    a_workspace(slug="taken")
    with pytest.raises(CommandError, match=sentence):
        told("create_workspace", *arguments)
    assert Workspace.objects.count() == 1


@pytest.mark.parametrize("way", ["environment", "stdin"])
def test_a_user_signs_in_with_a_password_that_never_stood_in_argv(monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    workspace = a_workspace(slug="nordlicht")
    if way == "environment":
        monkeypatch.setenv("FORBEAR_PASSWORD", PASSWORD)
    else:
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n"))
    told("create_user", "Nora@example.com", "--role", "manager")
    assert authenticate(username="nora@example.com", password=PASSWORD) is not None
    assert Member.objects.get(workspace=workspace).role == "manager"


@pytest.mark.parametrize(
    ("address", "password", "sentence"),
    [
        ("nora", PASSWORD, "valid email"),
        ("nora@example.com", "short", "at least 10"),
        ("nora@example.com", "", "set FORB"),
    ],
)
def test_a_user_who_cannot_be_is_refused(
    monkeypatch: pytest.MonkeyPatch, address: str, password: str, sentence: str
) -> None:
    a_workspace()
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{password}\n"))
    with pytest.raises(CommandError, match=sentence):
        told("create_user", address)
    assert not Member.objects.exists()


def test_a_second_seat_in_the_same_workspace_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    a_workspace()
    monkeypatch.setenv("FORBEAR_PASSWORD", PASSWORD)
    told("create_user", "nora@example.com")
    with pytest.raises(CommandError, match="seat in the workspace already"):
        told("create_user", "nora@example.com")


def test_without_a_workspace_the_command_that_makes_one_is_named() -> None:
    with pytest.raises(CommandError, match="There is no workspace yet: create_workspace makes one"):
        told("halt")


def test_among_several_workspaces_one_must_be_named() -> None:
    a_workspace(slug="one")
    a_workspace(slug="two")
    with pytest.raises(CommandError, match=r"Say which workspace; there are: one, two\."):
        told("halt")
    with pytest.raises(CommandError, match="There is no workspace called three"):
        told("halt", "--workspace", "three")


def test_a_workspace_is_halted_and_resumed() -> None:
    workspace = a_workspace(slug="one")
    assert "is halted" in told("halt", "--reason", "too many bounces")
    assert "already" in told("halt")
    workspace.refresh_from_db()
    assert workspace.halt_reason == "too many bounces"
    with pytest.raises(CommandError, match="Say who decides"):
        told("resume_workspace")
    with pytest.raises(CommandError, match="may not decide this"):
        told("resume_workspace", "--by", a_user(workspace, role="manager").email)
    owner = a_user(workspace)
    assert "may send again" in told("resume_workspace", "--by", owner.email)
    assert "was not halted" in told("resume_workspace", "--by", owner.email)
    workspace.refresh_from_db()
    assert workspace.halted_at is None
    assert Event.objects.get(kind="workspace.resumed").data == {"by": owner.id}
