from hypothesis import given, settings
from hypothesis import strategies as st

from mailboxes.core.header_block import header_fields
from mailboxes.core.imap_identity import identity, message_id_of

HEAD = (
    b"Received: from a\r\n\tby b\r\nFrom: Bob <bob@prospect.example>\r\nDate: Mon\r\n"
    b"Message-ID: <1@x>\r\nSubject: Hi\r\n\r\n"
)


def name(head: bytes, size: int | None = 10, where: str = "here") -> str:
    return identity(head, size, where=where)


def test_what_servers_add_to_a_moved_mail_makes_it_no_other() -> None:
    added = b"X-Moved: yes\r\n" + HEAD.replace(b"from a\r\n\tby b", b"from elsewhere").replace(b": Hi", b":  [List] Hi")
    assert name(added, 99, "there") == name(HEAD)


def test_folding_and_blanks_are_no_difference() -> None:
    assert name(HEAD.replace(b"Bob <bob", b"Bob\r\n  <bob")) == name(HEAD)


def test_the_same_id_by_another_author_or_at_another_time_is_another_mail() -> None:
    assert len({name(HEAD), name(HEAD.replace(b"bob@", b"carol@")), name(HEAD.replace(b"Mon", b"Tue"))}) == 3


def test_without_an_id_everything_counts_that_tells_where_it_came_from() -> None:
    bare = HEAD.replace(b"Message-ID: <1@x>\r\n", b"")
    others = {bare.replace(b"from a", b"from c"), bare.replace(b"Hi", b"Ho"), bare.replace(b"bob@", b"carol@")}
    assert len({name(bare), name(bare, 11), *map(name, others)}) == 5
    assert name(bare.replace(b"Date", b"Message-ID: <>\r\nDate")) == name(bare)
    assert name(bare, where="there") == name(bare)


def test_a_mail_that_says_nothing_is_known_by_its_place_alone() -> None:
    assert name(b"\r\n", where="here") != name(b"\r\n", where="there")


def test_only_the_head_is_read() -> None:
    fields = header_fields(HEAD + b"Message-ID: <2@x>\r\n")
    assert (message_id_of(fields), fields[b"received"]) == (b"1@x", [b"from a by b"])


@settings(deadline=None)
@given(st.binary(max_size=400), st.none() | st.integers(0, 9))
def test_any_bytes_have_a_name_that_fits_its_column(head: bytes, size: int | None) -> None:
    assert len(name(head, size)) == 66
