import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailboxes.core.imap_folders import MOST_FOLDERS, Listed, TooManyFolders, Use, readable, sent_folder


def listed(name: str, *attributes: str, delimiter: str = "/") -> Listed:
    return Listed(name, name, frozenset(attributes), delimiter)


def uses(*folders: Listed, others: tuple[str, ...] = ()) -> dict[str, Use]:
    return {folder.name: folder.use for folder in readable(list(folders), others=others)}


def test_attributes_say_what_a_folder_is_for() -> None:
    assert uses(
        listed("INBOX"), listed("a", "\\sent"), listed("b", "\\junk"), listed("c", "\\trash"), listed("d", "\\all"),
        listed("e", "\\archive"), listed("f", "\\hasnochildren"),
    ) == {
        "INBOX": Use.INBOX, "a": Use.SENT, "b": Use.JUNK, "c": Use.TRASH, "d": Use.ALL, "e": Use.OTHER, "f": Use.OTHER,
    }  # fmt: skip


@pytest.mark.parametrize("attribute", ["\\drafts", "\\flagged", "\\important", "\\noselect", "\\nonexistent"])
def test_drafts_views_and_what_cannot_be_opened_are_left_out(attribute: str) -> None:
    assert "x" not in uses(listed("INBOX"), listed("x", attribute))


@pytest.mark.parametrize(
    ("name", "delimiter", "use"),
    [
        ("Gesendet", "/", Use.SENT),
        ("Gesendete  Elemente", "/", Use.SENT),
        ("INBOX.Sent", ".", Use.SENT),
        ("[Gmail]/Messages envoyés", "/", Use.SENT),
        ("SENT ITEMS", "/", Use.SENT),
        ("送信済みメール", "/", Use.SENT),
        ("Отправленные", "|", Use.SENT),
        ("Elementos eliminados", "/", Use.TRASH),
        ("Posta indesiderata", "/", Use.JUNK),
        ("Sent by Bob", "/", Use.OTHER),
        ("Sent", "", Use.SENT),
    ],
)
def test_a_usual_name_stands_for_a_use_that_no_attribute_tells(name: str, delimiter: str, use: Use) -> None:
    assert uses(listed("INBOX"), listed(name, delimiter=delimiter))[name] is use


def test_a_name_stands_for_nothing_where_an_attribute_does() -> None:
    assert uses(listed("Sent"), listed("Gesendet", "\\sent")) == {"Sent": Use.OTHER, "Gesendet": Use.SENT}


def test_of_two_folders_with_a_usual_name_the_outer_one_is_meant() -> None:
    assert uses(listed("2024/Sent"), listed("Sent Items")) == {"2024/Sent": Use.OTHER, "Sent Items": Use.SENT}


def test_our_own_mail_is_read_first_and_the_inbox_second() -> None:
    folders = readable([listed("A"), listed("Trash", "\\trash"), listed("INBOX"), listed("Z", "\\sent")])
    assert [folder.name for folder in folders] == ["Z", "INBOX", "A", "Trash"]


def test_what_belongs_to_other_people_is_left_out() -> None:
    found = uses(
        listed("INBOX"), listed("Users/carol"), listed("Shared"), listed("Sharedx"), others=("Users/", "Shared/")
    )
    assert set(found) == {"INBOX", "Sharedx"}


def test_too_many_folders_are_no_mailbox() -> None:
    with pytest.raises(TooManyFolders):
        readable([listed(f"f{number}") for number in range(MOST_FOLDERS + 1)])


@settings(deadline=None)
@given(
    st.lists(
        st.builds(
            Listed,
            st.text(max_size=8),
            st.sampled_from(["Sent", "Gesendet", "Trash", "x/Sent", "INBOX", ""]),
            st.frozensets(st.sampled_from(["\\sent", "\\trash", "\\all", "\\noselect"])),
            st.sampled_from(["/", ".", ""]),
        ),
        max_size=12,
    )
)
def test_there_is_never_more_than_one_sent_folder(folders: list[Listed]) -> None:
    found = readable(folders)
    sent = [folder for folder in found if folder.use is Use.SENT]
    assert len(sent) <= 1
    assert sent_folder(found) == (sent[0] if sent else None)
