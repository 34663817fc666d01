import pytest

from mailboxes.core.mime import MessageError, build_message, message_id_for, reply_subject, thread_headers
from mailboxes.core.threads import LONGEST_CHAIN
from tests.mailboxes.core.outgoing import a_mail
from tests.mailboxes.core.second_reader import read

EIGHT = [f"{'x' * 60}{n}@a-rather-long-domain.example.com" for n in range(8)]


def test_eight_steps_cite_all_earlier_ids_oldest_first() -> None:
    for step in range(1, 8):
        found = thread_headers(EIGHT[:step])
        assert found.in_reply_to == EIGHT[step - 1]
        assert found.references == tuple(EIGHT[:step])
        raw = build_message(a_mail(in_reply_to=found.in_reply_to, references=found.references))
        assert read(raw).header("References").decode().split(" ") == [f"<{one}>" for one in EIGHT[:step]]


def test_a_first_mail_cites_nothing() -> None:
    assert thread_headers([]).in_reply_to is None
    part = read(build_message(a_mail()))
    assert "References" not in part.names()
    assert "In-Reply-To" not in part.names()


def test_a_chain_too_long_keeps_its_first_and_at_least_its_last_two_ids() -> None:
    ids = [f"{'y' * 80}{n}@example.com" for n in range(60)]
    kept = thread_headers(ids).references
    assert kept[0] == ids[0]
    assert kept[1:] == tuple(ids[-len(kept) + 1 :])
    assert sum(len(one) + 3 for one in kept) <= LONGEST_CHAIN
    huge = [f"{'z' * 880}{n}@example.com" for n in range(5)]
    assert thread_headers(huge).references == (huge[0], huge[3], huge[4])


def test_ids_are_taken_with_or_without_brackets_and_cited_once() -> None:
    assert thread_headers(["<a@example.com>", "b@example.com", " <a@example.com> "]).references == (
        "a@example.com",
        "b@example.com",
    )


def test_the_message_id_is_the_token_at_the_ascii_domain_of_the_sender() -> None:
    assert message_id_for("0f8a", "Example.COM") == "0f8a@example.com"
    assert message_id_for("0f8a", "xn--bcher-kva.example") == "0f8a@xn--bcher-kva.example"
    assert message_id_for("0f8a", "example.com") == message_id_for("0f8a", "example.com")


@pytest.mark.parametrize("domain", ["bücher.example", "localhost", "a1b2c3d4e5f6", "", "a b.example", "a..example"])
def test_an_id_never_ends_in_a_host_name_or_unicode(domain: str) -> None:
    with pytest.raises(MessageError):
        message_id_for("0f8a", domain)


@pytest.mark.parametrize(
    ("original", "reply"),
    [
        ("Idea for Alpha", "Re: Idea for Alpha"),
        ("Re: Idea", "Re: Idea"),
        ("RE: re:Re[2]: Idea", "Re: Idea"),
        ("Return policy", "Re: Return policy"),
        ("Idea re: pumps", "Re: Idea re: pumps"),
        ("Žofie — 🚀", "Re: Žofie — 🚀"),
    ],
)
def test_a_follow_up_carries_re_exactly_once(original: str, reply: str) -> None:
    assert reply_subject(original) == reply
    assert reply_subject(reply) == reply
