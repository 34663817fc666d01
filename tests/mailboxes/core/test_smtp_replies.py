import pytest

from mailboxes.core.errors import Scope
from mailboxes.core.smtp_replies import LONGEST_TEXT, Verb, classify

RECIPIENT, MESSAGE, MAILBOX, DOMAIN, PROVIDER = Scope


@pytest.mark.parametrize("verb", [Verb.RCPT, Verb.BODY])
@pytest.mark.parametrize(
    ("code", "text", "scope", "permanent", "dead"),
    [
        (550, "5.1.1 no such user", RECIPIENT, True, True),
        (501, "5.1.3 bad address", RECIPIENT, True, True),
        (550, "5.7.1 blocked, see block list", MAILBOX, True, False),
        (554, "5.7.26 sender not authenticated", DOMAIN, True, False),
        (550, "5.7.1 Unauthenticated email is not accepted due to the domain's DMARC policy", DOMAIN, True, False),
        (550, "5.1.8 Access denied, bad outbound sender", MAILBOX, True, False),
        (550, "5.1.90 You have reached your daily limit for recipients", MAILBOX, True, False),
        (550, "5.4.5 Daily user sending limit exceeded", MAILBOX, True, False),
        (451, "4.4.5 congestion", PROVIDER, False, False),
        (550, "5.7.515 Access denied, sending domain does not meet the level", DOMAIN, True, False),
        (552, "5.2.2 mailbox full", RECIPIENT, False, False),
        (550, "we do not like this", RECIPIENT, True, False),
        (552, "5.3.4 too big", MESSAGE, True, False),
        (550, "5.6.0 bad MIME", MESSAGE, True, False),
        (556, "5.1.10 recipient domain has a null MX", RECIPIENT, True, True),
        (550, "5.1.2 no such domain", RECIPIENT, True, True),
        (550, "No such user here", RECIPIENT, True, True),
        (550, "rejected, user unknown, see spamhaus", MAILBOX, True, False),
        (450, "mailbox busy", RECIPIENT, False, False),
        (421, "4.7.28 unusual rate", MAILBOX, False, False),
    ],
)
def test_a_refusal_says_about_whom_it_speaks(
    verb: Verb, code: int, text: str, scope: Scope, permanent: bool, dead: bool
) -> None:
    read = classify(code, text, verb)
    assert (read.scope, read.permanent, read.address_dead) == (scope, permanent, dead)
    assert read.text == text.partition(" ")[2] or read.text == text


@pytest.mark.parametrize(
    ("code", "text", "verb", "scope", "permanent"),
    [
        (535, "authentication failed", Verb.AUTH, MAILBOX, True),
        (535, "5.7.8 Username and Password not accepted", Verb.AUTH, MAILBOX, True),
        (454, "4.7.0 Temporary authentication failure", Verb.AUTH, MAILBOX, False),
        (454, "4.7.0 TLS not available", Verb.STARTTLS, PROVIDER, False),
        (530, "5.5.1 Authentication required", Verb.MAIL, MAILBOX, True),
        (550, "5.1.0 sender denied", Verb.MAIL, MAILBOX, True),
        (552, "size too big", Verb.MAIL, MESSAGE, True),
        (451, "try later", Verb.MAIL, PROVIDER, False),
        (451, "4.7.1 please come back", Verb.RCPT, RECIPIENT, False),
        (451, "Greylisted, come back in 5 minutes", Verb.RCPT, RECIPIENT, False),
        (451, "4.7.1 Greylisted, come back in 5 minutes", Verb.RCPT, RECIPIENT, False),
        (452, "4.3.1 insufficient storage", Verb.BODY, PROVIDER, False),
        (452, "insufficient storage", Verb.RCPT, PROVIDER, False),
        (552, "quota", Verb.RCPT, RECIPIENT, False),
        (554, "no SMTP service here", Verb.GREETING, PROVIDER, True),
        (554, "5.5.1 what", Verb.EHLO, PROVIDER, True),
        (354, "go ahead", Verb.RCPT, PROVIDER, False),
        (999, "", Verb.BODY, PROVIDER, False),
    ],
)
def test_the_verb_decides_where_the_codes_are_silent(
    code: int, text: str, verb: Verb, scope: Scope, permanent: bool
) -> None:
    read = classify(code, text, verb)
    assert (read.scope, read.permanent, read.address_dead) == (scope, permanent, False)


@pytest.mark.parametrize("verb", list(Verb))
def test_421_means_later_wherever_it_comes(verb: Verb) -> None:
    read = classify(421, "closing channel", verb)
    assert (read.scope, read.permanent, read.reason) == (PROVIDER, False, "closing")


@pytest.mark.parametrize("verb", list(Verb))
def test_the_first_digit_of_an_unknown_code_decides(verb: Verb) -> None:
    assert not classify(499, "strange", verb).permanent
    assert classify(599, "strange", verb).permanent


def test_no_5_7_code_ever_speaks_about_the_recipient() -> None:
    for detail in range(1000):
        for code in (450, 550, 554):
            read = classify(code, f"{code // 100}.7.{detail} user unknown", Verb.BODY)
            assert read.scope is not RECIPIENT
            assert not read.address_dead


@pytest.mark.parametrize(
    "text",
    [
        "5.1.1 The email account\n5.1.1 does not exist",
        "550-5.1.1 The email account\r\n550 5.1.1 does not exist",
        b"5.1.1 The email account\r\n5.1.1 does not exist",
    ],
)
def test_a_reply_of_several_lines_is_one_reply(text: str | bytes) -> None:
    read = classify(550, text, Verb.RCPT)
    assert (read.enhanced, read.text, read.address_dead) == ("5.1.1", "The email account does not exist", True)


def test_an_enhanced_code_is_read_at_the_start_of_a_line_only() -> None:
    assert classify(550, "see RFC section 5.1.1 for help", Verb.RCPT).enhanced is None
    assert classify(550, "5.1.1234 odd", Verb.RCPT).enhanced is None
    assert classify(550, "5.1.1", Verb.RCPT).enhanced == "5.1.1"


def test_the_words_of_a_server_are_shown_on_one_printable_line_of_bounded_length() -> None:
    read = classify(550, b"5.7.1 \x00\x1b[31m\xff no\x85" + b"a" * 10_000, Verb.BODY)
    assert len(read.text) <= LONGEST_TEXT
    assert read.text.isprintable()


def test_the_error_of_a_transport_carries_codes_and_words() -> None:
    error = classify(550, "5.1.1 no such user", Verb.RCPT).error(began=True)
    assert (str(error), error.words) == ("550 5.1.1", "550 5.1.1 no such user")
    assert error.address_dead
    assert (error.scope, error.permanent, error.code, error.enhanced) == (RECIPIENT, True, 550, "5.1.1")
    assert error.began
    assert error.retry_after is None
