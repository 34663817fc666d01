"""The check of a mailbox against servers that nobody here wrote."""

import pytest

from mailboxes.actions.check import check_account
from mailboxes.core.account import Account, Endpoints, Security, Server
from mailboxes.core.check_faults import Fault, Outcome, Step
from mailboxes.inbound import check_imap
from tests.realmail.servers import RealAccount, RealMail

pytestmark = [pytest.mark.realmail, pytest.mark.django_db(transaction=True)]

TLS, STARTTLS = Security.TLS, Security.STARTTLS


def account_of(real: RealAccount, *, imap: Server | None = None, password: str = "") -> Account:
    reading = imap or Server(real.host, real.imap_port, TLS)
    servers = Endpoints(smtp=Server(real.host, real.smtp_port, TLS), imap=reading)
    secret = {"username": real.address, "password": password or real.password}
    return Account(-1, "smtp", real.address, "", servers, secret)


def faults_of(account: Account) -> dict[Step, Fault | None]:
    found = check_account(account, None).findings
    return {one.step: one.fault for one in found if one.outcome is Outcome.FAIL}


def test_a_real_mailbox_passes_and_is_sent_nothing(realmail: RealMail) -> None:
    real = realmail.account()
    report = check_account(account_of(real), None)
    assert report.failure is None
    assert (report.sends, report.reads) == (True, True)
    assert {one.step for one in report.findings if one.outcome is Outcome.NOTE} <= {Step.READ_SENT}
    assert realmail.postfix.queue_is_empty()


def test_a_wrong_password_is_told_of_both_directions(realmail: RealMail) -> None:
    faults = faults_of(account_of(realmail.account(), password="canary-wrong"))
    assert faults == {Step.SEND_SIGN_IN: Fault.WRONG_PASSWORD, Step.READ_SIGN_IN: Fault.WRONG_PASSWORD}


def test_the_wrong_protection_is_named(realmail: RealMail, monkeypatch: pytest.MonkeyPatch) -> None:
    """STARTTLS asked of a port that waits for TLS, and TLS of one that greets in the clear."""
    monkeypatch.setattr(check_imap, "WITHIN", 1.5)
    real = realmail.account()
    waiting = Server(real.host, real.imap_port, STARTTLS)
    greeting = Server(real.host, real.imap_starttls_port, TLS)
    assert faults_of(account_of(real, imap=greeting)) == {Step.READ_SECURE: Fault.WANTS_STARTTLS}
    assert faults_of(account_of(real, imap=waiting)) == {Step.READ_SECURE: Fault.WANTS_TLS}
