import pytest

from mailboxes.core.imap_replies import code_of, is_final


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("[AUTHENTICATIONFAILED] no", "AUTHENTICATIONFAILED"),
        ("LOGIN => [unavailable] later", "UNAVAILABLE"),
        ("[ALERT] Too many", "ALERT"),
        ("[REFERRAL imap://x] go", "REFERRAL"),
        ("no [] code", ""),
        ("Login failed", ""),
        ("[" + "X" * 5000, ""),
    ],
)
def test_the_code_of_a_refusal(words: str, code: str) -> None:
    assert code_of(words) == code


@pytest.mark.parametrize(
    "words", ["[AUTHENTICATIONFAILED] try again later", "Invalid credentials (Failure)", "[EXPIRED] x", ""]
)
def test_what_stays_refused_until_a_person_acts(words: str) -> None:
    assert is_final(words)


@pytest.mark.parametrize(
    "words",
    [
        "[UNAVAILABLE] Temporary authentication failure",
        "[INUSE] mailbox is locked",
        "Too many simultaneous connections",
        "Server busy, try again later",
        "[ALERT] Rate limit hit",
        "Request timed out: timeout",
    ],
)
def test_what_passes_by_itself(words: str) -> None:
    assert not is_final(words)
