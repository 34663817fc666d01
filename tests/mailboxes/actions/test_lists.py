"""A list is read, tried in parallel and told row by row before anything of it is stored; its secrets stay sealed."""

import io
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command

from app.actions import clock
from app.core.errors import Refused
from app.models import Event, Workspace
from mailboxes.actions import check, list_trials, lists
from mailboxes.actions.list_saving import save
from mailboxes.models import Credential, InboundCursor, ListedMailbox, Mailbox, MailboxList
from mailboxes.screens.list_words import lines_of
from tests.factories import a_mailbox, a_user, a_workspace
from tests.mailboxes.imap_server import House, imap_house
from tests.mailboxes.stubs import Stub, smtp_stub

pytestmark = pytest.mark.django_db(transaction=True)

HEADER = "email,from_name,password,smtp_host,smtp_port,smtp_security,imap_host,imap_port,imap_security,bcc\n"


@pytest.fixture
def workspace(db: None) -> Workspace:
    return a_workspace()


@pytest.fixture
def servers() -> Iterator[tuple[Stub, House]]:
    with smtp_stub() as smtp, imap_house() as imap:
        yield smtp, imap


def line(address: str, servers: tuple[Stub, House], told: str = "", *, smtp: int | None = None) -> str:
    password = told or "right"
    to = f"127.0.0.1,{smtp or servers[0].port},plain,127.0.0.1,{servers[1].port},plain"
    return f"{address},Ada,{password},{to},\n"


def read(workspace: Workspace, text: str) -> MailboxList:
    return lists.read_file(workspace, io.BytesIO((HEADER + text).encode()), by_id=a_user(workspace).id)


def test_every_row_gets_its_result_and_nothing_is_stored_before_it_is_wanted(
    workspace: Workspace, servers: tuple[Stub, House]
) -> None:
    a_mailbox(workspace, address="there@firm.example")
    text = line("ada@firm.example", servers) + line("bob@firm.example", servers, "canary-wrong")
    text += line("cy@firm.example", servers, smtp=1) + line("there@firm.example", servers) + line("nobody", servers)
    made = read(workspace, text)
    events = Event.objects.count()
    assert list_trials.try_all(made) == 3
    told = {one.row.address: (str(one.state.word), one.told) for one in lines_of(made)}
    assert told["ada@firm.example"] == ("works", "")
    assert told["bob@firm.example"][0] == "does not work"
    assert "does not take this user name and password" in told["bob@firm.example"][1]
    assert "nobody listens" in told["cy@firm.example"][1]
    assert told["there@firm.example"] == ("connected already", "")
    assert told["nobody"][0] == "cannot be tried"
    assert (Mailbox.objects.count(), Event.objects.count()) == (1, events)


def test_saving_connects_what_works_and_was_ticked(workspace: Workspace, servers: tuple[Stub, House]) -> None:
    names = ("ada", "bob", "cy")
    made = read(workspace, "".join(line(f"{name}@firm.example", servers) for name in names))
    list_trials.try_all(made)
    ticked = list(ListedMailbox.objects.exclude(address="bob@firm.example").values_list("id", flat=True))
    assert save(made, ticked, by_id=made.user_id) == (2, [])
    there = Mailbox.objects.get(address="ada@firm.example")
    assert (there.display_name, there.purpose, there.owner_id) == ("Ada", "personal", made.user_id)
    assert InboundCursor.objects.filter(mailbox=there).exists()
    assert Credential.objects.count() == 2
    assert save(made, ticked, by_id=made.user_id) == (0, [])
    assert not Mailbox.objects.filter(address="bob@firm.example").exists()


def test_passwords_lie_sealed_and_not_longer_than_needed(workspace: Workspace, servers: tuple[Stub, House]) -> None:
    servers[1].password = "canary-right"
    right, wrong = line("ada@firm.example", servers, "canary-right"), line("bob@firm.example", servers, "canary-wrong")
    made = read(workspace, right + wrong)
    assert "canary" not in repr(list(ListedMailbox.objects.values()) + list(MailboxList.objects.values()))
    list_trials.try_all(made)
    kept = dict(ListedMailbox.objects.values_list("address", "sealed"))
    assert kept["bob@firm.example"] == ""
    told = repr(list(ListedMailbox.objects.values()))
    assert "canary-right" not in told
    assert "canary-wrong" not in told
    assert save(made, by_id=made.user_id)[0] == 1
    assert set(ListedMailbox.objects.values_list("sealed", flat=True)) == {""}


def test_a_list_is_forgotten_after_an_hour(workspace: Workspace, servers: tuple[Stub, House]) -> None:
    made = read(workspace, line("ada@firm.example", servers))
    assert lists.forget_expired() == 0
    MailboxList.objects.filter(id=made.id).update(expires_at=clock.now() - timedelta(seconds=1))
    assert lists.forget_expired() == 2
    assert not ListedMailbox.objects.exists()


def test_a_second_try_goes_on_where_the_first_was_killed(workspace: Workspace, servers: tuple[Stub, House]) -> None:
    made = read(workspace, line("ada@firm.example", servers) + line("bob@firm.example", servers))
    list_trials.try_all(made)
    ListedMailbox.objects.filter(address="bob@firm.example").update(tested_at=None, works=False)
    assert list_trials.try_all(made) == 1


def test_a_provider_is_never_asked_more_than_three_times_at_once(
    workspace: Workspace, servers: tuple[Stub, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    now, most = [0], [0]

    def counted(*arguments: object) -> object:
        now[0] += 1
        most[0] = max(most[0], now[0])
        try:
            return check.check_account(*arguments)  # type: ignore[arg-type]
        finally:
            now[0] -= 1

    monkeypatch.setattr(list_trials, "check_account", counted)
    made = read(workspace, "".join(line(f"a{number}@firm.example", servers) for number in range(9)))
    assert list_trials.try_all(made) == 9
    assert most[0] <= list_trials.PER_PROVIDER
    assert ListedMailbox.objects.filter(works=True).count() == 9


@pytest.mark.parametrize("text", ["", "name\nAda\n", "ada@firm.example,x\n", "email,password\n"])
def test_what_is_no_list_is_refused_and_nothing_kept(workspace: Workspace, text: str) -> None:
    with pytest.raises(Refused):
        lists.read_file(workspace, io.BytesIO(text.encode()), by_id=None)
    assert not MailboxList.objects.exists()


def test_the_command_tells_each_row_and_stores_only_when_told(
    workspace: Workspace, servers: tuple[Stub, House], tmp_path: Path
) -> None:
    file = tmp_path / "mailboxes.csv"
    file.write_text(HEADER + line("ada@firm.example", servers) + line("bob@firm.example", servers, "canary-wrong"))
    out = io.StringIO()
    call_command("connect_bulk", str(file), stdout=out)
    assert not Mailbox.objects.exists()
    call_command("connect_bulk", str(file), "--save", stdout=out)
    assert list(Mailbox.objects.values_list("address", flat=True)) == ["ada@firm.example"]
    told = out.getvalue()
    assert "2: ada@firm.example works." in told
    assert "Copies to a bcc address are not sent from here. Columns not taken over: bcc" in told
    assert told.endswith("1 connected.\n")
    assert "canary" not in told
    assert not MailboxList.objects.exists()
