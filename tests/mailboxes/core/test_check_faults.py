"""What a refused login or grant means, by the server's words first and the provider's habits second."""

import pytest

from mailboxes.core.check_faults import (
    READING,
    SENDING,
    Fault,
    Outcome,
    Report,
    Step,
    completed,
    failed,
    grant_fault,
    login_fault,
    noted,
    passed,
)
from mailboxes.core.mail_hosts import GOOGLE, MICROSOFT, by_domain

GMX = by_domain("gmx.de")

SAID = [
    ("534 5.7.9 Application-specific password required. Learn more", Fault.APP_PASSWORD_NEEDED),
    ("[ALERT] Application-specific password required: https://support.example (Failure)", Fault.APP_PASSWORD_NEEDED),
    ("535 5.7.0 Authentication failed: use an app password", Fault.APP_PASSWORD_NEEDED),
    ("[ALERT] IMAP access is disabled for your domain. Please contact your administrator.", Fault.IMAP_OFF),
    ("Your account is not enabled for IMAP use. Please visit your settings page", Fault.IMAP_OFF),
    ("535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled", Fault.PASSWORDS_OFF),
    ("534 5.7.14 Please log in via your web browser and then try again.", Fault.BROWSER_NEEDED),
    ("[ALERT] Please log in via your web browser: https://support.example (Failure)", Fault.BROWSER_NEEDED),
    ("454 4.7.0 Too many login attempts, please try again later.", Fault.TOO_MANY_LOGINS),
    ("535 5.7.1 Your account has been suspended", Fault.ACCOUNT_LOCKED),
    ("535 5.7.8 Error: authentication failed: UGFzc3dvcmQ6", Fault.WRONG_PASSWORD),
    ("[AUTHENTICATIONFAILED] Authentication failed.", Fault.WRONG_PASSWORD),
    ("", Fault.WRONG_PASSWORD),
]  # fmt: skip


@pytest.mark.parametrize(("said", "fault"), SAID)
def test_the_servers_own_words_come_first(said: str, fault: Fault) -> None:
    assert login_fault(said, None, reading=True, final=True) is fault


def test_a_provider_that_takes_app_passwords_only_is_known_for_it() -> None:
    said = "535 5.7.8 Username and Password not accepted."
    assert login_fault(said, GOOGLE, reading=False, final=True) is Fault.APP_PASSWORD_NEEDED
    assert login_fault(said, MICROSOFT, reading=False, final=True) is Fault.PASSWORDS_OFF


def test_where_reading_is_off_by_default_that_is_said_of_reading_alone() -> None:
    assert login_fault("authentication failed", GMX, reading=True, final=True) is Fault.IMAP_OFF
    assert login_fault("authentication failed", GMX, reading=False, final=True) is Fault.WRONG_PASSWORD


def test_later_is_not_no() -> None:
    assert login_fault("454 4.3.0 trouble", GOOGLE, reading=False, final=False) is Fault.REFUSED_FOR_NOW


def test_hostile_words_are_read_in_bounded_time() -> None:
    assert login_fault("imap" * 250_000, None, reading=True, final=True) is Fault.WRONG_PASSWORD


@pytest.mark.parametrize(
    ("said", "dead", "fault"),
    [
        ("the token endpoint gave no token (400, invalid_grant)", True, Fault.GRANT_DEAD),
        ("the token endpoint gave no token (401, unauthorized_client)", True, Fault.DELEGATION_MISSING),
        ("the token endpoint gave no token (401, invalid_client)", False, Fault.CLIENT_WRONG),
        ("the grant does not allow all we need any more: gmail.send", True, Fault.GRANT_NARROW),
        ("the token endpoint gave no answer: timed out", False, Fault.UNREACHABLE),
    ],
)
def test_a_refused_grant_has_one_meaning(said: str, dead: bool, fault: Fault) -> None:
    assert grant_fault(said, dead=dead) is fault


def test_a_report_knows_each_direction_for_itself() -> None:
    sending = [passed(step) for step in SENDING]
    reading = completed(READING, [passed(Step.READ_REACH), failed(Step.READ_SECURE, Fault.TLS_FAILED)])
    report = Report("a@example.com", (*sending, *reading))
    assert (report.sends, report.reads) == (True, False)
    assert report.failure is reading[1]
    assert [one.outcome for one in reading[2:]] == [Outcome.NOT_TRIED] * 4


def test_what_nobody_tried_does_not_work_and_a_note_does() -> None:
    assert not Report("a@example.com", tuple(completed(READING, [], because=Fault.NO_IMAP))).reads
    assert Report("a@example.com", (passed(Step.READ_SIGN_IN), noted(Step.READ_SENT, Fault.NO_SENT))).reads
