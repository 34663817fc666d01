"""Looking for what was sent: found only if it is the very mail, absent only if everything was read, else unknown."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from mailboxes.core.errors import CredentialError
from mailboxes.core.imap_places import sent_position
from mailboxes.core.message import SentPosition
from mailboxes.inbound.imap import open_imap_feed
from mailboxes.transports import imap_sent
from mailboxes.transports.base import Absent, Found, SentSearch, Transport, Unknown
from mailboxes.transports.registry import open_transport
from tests.contracts.conftest import RENAMING, Way, open_way
from tests.mailboxes.accounts import ADA, a_mail, imap_account, smtp_account
from tests.mailboxes.imap_server import Folder, House, cuts, imap_house, says

TOKEN, MESSAGE_ID = "token-1", "token-1@acme.example"


@dataclass
class Keeper:
    """A mailbox that keeps what it sends. keep() gives a name of the copy."""

    transport: Transport
    place: Callable[[], SentPosition]
    keep: Callable[[bytes], str]
    move: Callable[[str, str], object]  # to TRASH or SPAM
    delete: Callable[[str], object]
    renew: Callable[[], object]  # every place known so far means nothing any more
    break_once: Callable[[], object]
    name: Callable[[], str] = lambda: MESSAGE_ID  # under which the mail lies in Sent

    def find(self, since: SentPosition) -> SentSearch:
        return self.transport.find_sent(TOKEN, MESSAGE_ID, since)


def _gmail(way: Way) -> Keeper:
    world = way.simulator
    return Keeper(
        way.transport,
        way.transport.position,
        lambda raw: way.send(raw).provider_id,
        lambda name, to: world.message(ADA, name, add=[to]),
        lambda name: world.message(ADA, name, delete=True),
        lambda: world.account(ADA, expire_history=True),
        lambda: world.fault("status", "history", status=503),
        lambda: world.journal("accept")[0]["message_id"],
    )


def _imap(house: House) -> Keeper:
    account = imap_account(house.port)

    def place() -> SentPosition:
        feed = open_imap_feed(account, None)
        batch = feed.fetch({})
        while not batch.complete:
            batch = feed.fetch(batch.cursor)
        feed.close()
        return sent_position(batch.cursor)

    def delete(name: str) -> None:
        house.folders["Sent"].mails = [mail for mail in house.folders["Sent"].mails if mail.uid != int(name)]

    def move(name: str, to: str) -> None:
        house.move(int(name), {"TRASH": "Trash", "SPAM": "Junk"}[to], folder="Sent")

    return Keeper(
        open_transport(account, only=None),
        place,
        lambda raw: str(house.add(raw, "Sent")),
        move,
        delete,
        lambda: house.renumber("Sent"),
        lambda: house.fault("UID SEARCH", cuts),
    )


@pytest.fixture
def house() -> Iterator[House]:
    with imap_house() as served:
        yield served


@pytest.fixture(params=["gmail", *RENAMING, "imap"])
def keeper(request: pytest.FixtureRequest) -> Iterator[Keeper]:
    if request.param == "imap":
        yield _imap(request.getfixturevalue("house"))
        return
    way = open_way(request.param, request.getfixturevalue("simulator"))
    way.transport.ready()
    yield _gmail(way)
    way.transport.close()


@pytest.fixture
def imap(house: House) -> Keeper:
    return _imap(house)


def test_what_was_sent_is_found(keeper: Keeper) -> None:
    since = keeper.place()
    keeper.keep(a_mail())
    found = keeper.find(since)
    assert isinstance(found, Found)
    assert found.receipt.message_id == keeper.name()


@pytest.mark.parametrize("to", ["TRASH", "SPAM"])
def test_what_was_sent_is_found_wherever_it_was_moved(keeper: Keeper, to: str) -> None:
    since = keeper.place()
    keeper.move(keeper.keep(a_mail()), to)
    assert isinstance(keeper.find(since), Found)


def test_only_an_exact_match_is_found(keeper: Keeper) -> None:
    since = keeper.place()
    keeper.keep(a_mail("token-11"))
    assert keeper.find(since) == Absent()


def test_where_nothing_was_sent_it_is_absent(keeper: Keeper) -> None:
    assert keeper.find(keeper.place()) == Absent()


def test_a_place_that_means_nothing_any_more_proves_nothing(keeper: Keeper) -> None:
    since = keeper.place()
    keeper.keep(a_mail("token-2"))
    keeper.renew()
    assert isinstance(keeper.find(since), Unknown)


def test_a_mail_deleted_for_good_keeps_absence_unproved(keeper: Keeper) -> None:
    since = keeper.place()
    keeper.delete(keeper.keep(a_mail("token-2")))
    assert isinstance(keeper.find(since), Unknown)


def test_a_read_that_breaks_off_proves_nothing(keeper: Keeper) -> None:
    since = keeper.place()
    keeper.break_once()
    assert isinstance(keeper.find(since), Unknown)
    assert keeper.find(since) == Absent()


@pytest.mark.parametrize("position", [{}, {"uidvalidity": 1}, {"history_id": ""}, {"folder": "x", "uidnext": "y"}])
def test_without_a_place_nothing_is_found_or_absent(keeper: Keeper, position: SentPosition) -> None:
    keeper.keep(a_mail())
    assert isinstance(keeper.find(position), Unknown)


def test_a_copy_in_a_renumbered_folder_is_found_all_the_same(imap: Keeper) -> None:
    since = imap.place()
    imap.keep(a_mail())
    imap.renew()
    assert isinstance(imap.find(since), Found)


def test_a_sent_folder_whose_numbers_ran_backwards_proves_nothing(imap: Keeper, house: House) -> None:
    for number in range(5):
        imap.keep(a_mail(f"token-2{number}"))
    since = imap.place()
    sent = house.folders["Sent"]  # as after a restored backup: the same validity, numbers that are given anew
    sent.mails, sent.next = [], 1
    assert isinstance(imap.find(since), Unknown)
    imap.keep(a_mail())
    assert isinstance(imap.find(since), Found)


def test_our_reference_alone_finds_it_where_the_server_made_the_message_id_anew(imap: Keeper) -> None:
    since = imap.place()
    imap.keep(a_mail().replace(b"<token-1@acme.example>", b"<another@mail.example>"))
    found = imap.find(since)
    assert isinstance(found, Found)
    assert found.receipt.message_id == "another@mail.example"


def test_a_mailbox_without_a_sent_folder_proves_nothing(imap: Keeper, house: House) -> None:
    since = imap.place()
    del house.folders["Sent"]
    assert isinstance(imap.find(since), Unknown)


def test_another_sent_folder_than_then_proves_nothing(imap: Keeper, house: House) -> None:
    since = imap.place()
    house.folders["Gesendet"] = Folder("\\Sent", validity=house.folders.pop("Sent").validity)
    assert isinstance(imap.find(since), Unknown)


@pytest.mark.parametrize("command", ["LIST", "EXAMINE", "UID SEARCH", "UID FETCH"])
def test_a_refusal_on_the_way_proves_nothing(imap: Keeper, house: House, command: str) -> None:
    since = imap.place()
    imap.keep(a_mail("token-2"))
    house.fault(command, says(b"%T NO [SERVERBUG] not now"))
    assert isinstance(imap.find(since), Unknown)


def test_ids_left_out_of_an_answer_prove_nothing(imap: Keeper, house: House) -> None:
    since = imap.place()
    imap.keep(a_mail("token-2"))
    house.fault("UID FETCH", says(b"%T OK done"))
    assert isinstance(imap.find(since), Unknown)


def test_more_mail_than_one_look_reads_is_for_a_person(imap: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    since = imap.place()
    for number in range(5):
        imap.keep(a_mail(f"token-2{number}"))
    monkeypatch.setattr(imap_sent, "MOST_MAILS", 3)
    found = imap.find(since)
    assert isinstance(found, Unknown)
    assert found.final


def test_a_dead_login_is_told_as_such(house: House) -> None:
    since = _imap(house).place()
    transport = open_transport(imap_account(house.port, right=False), only=None)
    with pytest.raises(CredentialError):
        transport.find_sent(TOKEN, MESSAGE_ID, since)


def test_a_server_that_cannot_be_read_proves_nothing_ever() -> None:
    found = open_transport(smtp_account(9), only=None).find_sent(TOKEN, MESSAGE_ID, {})
    assert isinstance(found, Unknown)
    assert found.final
