"""The house itself: what the other tests take for granted about the real servers."""

import smtplib
from email.message import EmailMessage

import pytest

from tests.realmail.servers import RealMail

pytestmark = pytest.mark.realmail


def a_mail(sender: str, to: str, subject: str = "Hello") -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, to, subject
    mail["Message-ID"] = f"<{subject.replace(' ', '-')}-{to}>"
    mail.set_content("Well?\n")
    return mail


def test_mail_handed_in_with_a_login_lies_in_the_inbox(realmail: RealMail) -> None:
    ada, bob = realmail.account("ada"), realmail.account("bob")
    with smtplib.SMTP_SSL(ada.host, ada.smtp_port, context=realmail.tls) as client:
        client.login(ada.address, ada.password)
        client.send_message(a_mail(ada.address, bob.address))
    realmail.settled()
    assert b"Well?" in realmail.mails(bob)[0]


def test_submission_without_a_login_is_refused(realmail: RealMail) -> None:
    ada, bob = realmail.account("ada"), realmail.account("bob")
    with smtplib.SMTP(ada.host, ada.starttls_port) as client:
        client.starttls(context=realmail.tls)
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            client.send_message(a_mail(ada.address, bob.address))
    assert realmail.mails(bob) == []


def test_an_unknown_user_comes_back_as_a_report_of_postfix(realmail: RealMail) -> None:
    ada = realmail.account("ada")
    gone = realmail.unknown()
    realmail.deliver(bytes(a_mail(ada.address, gone)), sender=ada.address, to=gone)
    (report,) = realmail.mails(ada)
    assert b"Content-Type: multipart/report; report-type=delivery-status" in report
    assert b"Status: 5.1.1" in report


def test_a_vacation_answers_once(realmail: RealMail) -> None:
    ada, bob = realmail.account("ada"), realmail.account("bob")
    realmail.vacation(bob, "I am away until 14 December.")
    realmail.deliver(bytes(a_mail(ada.address, bob.address)), sender=ada.address, to=bob.address)
    (answer,) = realmail.mails(ada)
    assert b"Auto-Submitted: auto-replied" in answer


def test_postfix_comes_back_with_its_queue_empty_after_a_kill(realmail: RealMail) -> None:
    ada, bob = realmail.account("ada"), realmail.account("bob")
    realmail.postfix.kill()
    realmail.postfix.start()
    realmail.deliver(bytes(a_mail(ada.address, bob.address)), sender=ada.address, to=bob.address)
    assert len(realmail.mails(bob)) == 1
