"""Notices in the forms and languages of many mail systems, in our own words."""

import pytest

from bounces.core.reading import Category, Kind, Reading
from tests.bounces.core.mails import mail, read, report

PAT = "pat@birch.example"
DAEMON = "From: Mail Delivery System <mailer-daemon@mx.birch.example>"
RETURNED = (
    "Received: by mx.birch.example\nFrom: sam@seller.example\nTo: pat@birch.example\n"
    "Message-ID: <step-1@seller.example>\nSubject: Is your spam filter blocked, your quota full?\n\nbuy now\n"
)


def notice(text: str, *fields: str, subject: str = "Delivery failure") -> Reading:
    sender = () if any(field.startswith("From:") for field in fields) else (DAEMON,)
    return read(mail(text, *sender, *fields, subject=subject, answers=False))


INVALID, FULL = "invalid_recipient", "mailbox_full"
FORMS = [
    (
        "c=us;a= ;p=birch;dda:SMTP=pat@birch.example; on Tue\n  The recipient name is not recognized",
        "invalid_recipient",
    ),
    ("Could not be delivered to: <pat@birch.example>\nAs their mailbox is full.", FULL),
    ("Could not be delivered because of\n\n550 5.1.1 nobody\n\nRecipients:\n  pat@birch.example", INVALID),
    (
        "Failed to reach host,\npat@birch.example: [192.0.2.5], 550 pat@birch.example... unknown user",
        "invalid_recipient",
    ),
    ("The following had errors\n\npat@birch.example [User unknown]", INVALID),
    (
        "SMTP server <mx> rejected recipient <pat@birch.example>\n(after RCPT). It said: [550 no user]",
        "invalid_recipient",
    ),
    ("<pat@birch.example>:\nConnected to 192.0.2.1 but my name was rejected.\nIt said: 501 Invalid", "policy_block"),
    ("undeliverable to:\n\tpat@birch.example am 29.04.2026 12:01\n  Quota <mx.birch.example #5.2.2>", FULL),
    (
        "--> RCPT To:<pat@birch.example>\n<-- 550 5.1.1 unknown user\nFailed address: pat@birch.example",
        "invalid_recipient",
    ),
    ("pat@birch.example: network error on the destination's servers, delivery failed", "temporary"),
    ("could not be delivered for 5 days, giving up: <pat@birch.example>", "temporary"),
]


@pytest.mark.parametrize(("text", "category"), FORMS)
def test_who_failed_and_why_is_found_in_every_form(text: str, category: str) -> None:
    (line,) = notice(f"{text}\n").reports
    assert (line.recipient, line.category.value) == (PAT, category)


LANGUAGES = [
    ("Mesajınız alıcıya ulaşamadı: pat@birch.example, adres bulunamadı", INVALID),
    ("Το μήνυμα στον pat@birch.example δεν έφτασε. 552 5.2.2 full mailbox", FULL),
    ("پیام شما به pat@birch.example نرسید: کاربر وجود ندارد", INVALID),
    ("받는사람 : pat@birch.example\n사유 : 존재하지 않는 사용자", INVALID),
    ("收件人：pat@birch.example\n退信原因：邮箱已满", FULL),
    ("宛先：pat@birch.exampleへのメールは届きませんでした。メールボックスの容量を超えています。", FULL),
    ("Il messaggio a pat@birch.example non è arrivato: la casella è piena", FULL),
    ("Wiadomość do pat@birch.example wróciła: nie ma takiego adresu", INVALID),
    ("Brevet till pat@birch.example kom inte fram: brevlådan är full", FULL),
    ("Mailen til pat@birch.example: adressen blev ikke fundet", INVALID),
    ("הודעתך אל pat@birch.example חזרה: המשתמש לא קיים", INVALID),
]


@pytest.mark.parametrize(("text", "category"), LANGUAGES)
def test_a_mail_system_that_returns_our_mail_is_understood_in_every_language(text: str, category: str) -> None:
    reading = notice(f"{text}\n\n{RETURNED}", subject="?")
    (line,) = reading.reports
    assert reading.kind is Kind.BOUNCE
    assert (line.recipient, line.category.value) == (PAT, category)
    assert line.message_id == "step-1@seller.example"


@pytest.mark.parametrize(
    "text",
    [
        "Votre message à pat@birch.example est retardé. D'autres tentatives auront lieu.",
        "Ihre Nachricht an pat@birch.example: weitere Zustellversuche werden fortgesetzt. Nur eine Warnung.",
        "The message to pat@birch.example could not be delivered yet and will be tried again.",
        "A mensagem para pat@birch.example ainda não foi entregue. O servidor continuará a tentar.",
        "Il messaggio per pat@birch.example: verranno fatti altri tentativi.",
        "pat@birch.example への配送は遅延しています。引き続き配送を試みます。",
    ],
)
def test_a_delay_is_told_in_several_languages(text: str) -> None:
    assert notice(text).kind is Kind.DELAYED


def test_a_notice_that_names_nobody_is_still_attributed_by_its_message_id() -> None:
    text = "Sorry, your message cannot be delivered. The mailbox is over quota.\n\n--- message header ---\n"
    (line,) = notice(f"{text}Message-ID: <step-1@seller.example>\n").reports
    assert (line.recipient, line.category, line.message_id) == (None, Category.MAILBOX_FULL, "step-1@seller.example")


def test_a_bounce_that_somebody_passed_on_is_read_inside() -> None:
    inner = report(f"Final-Recipient: rfc822; {PAT}\nAction: failed\nStatus: 5.1.1").decode()
    text = f"--o\nContent-Type: text/plain\n\nPassed on.\n--o\nContent-Type: message/rfc822\n\n{inner}\n--o--\n"
    reading = notice(text, 'Content-Type: multipart/mixed; boundary="o"', subject="Fwd: failure notice")
    assert [line.recipient for line in reading.reports] == [PAT]


def test_a_summary_of_our_mail_above_the_verdict_does_not_hide_it() -> None:
    text = (
        "This is about a mail with these fields:\n\n  Message-ID: <step-1@seller.example>\n  From: sam@seller.example\n"
        "  To: pat@birch.example\n  Subject: spam blocked\n\nIt cannot be delivered to the following recipients:\n\n"
        "  Recipient address: pat@birch.example\n  Reason: 552 over quota\n"
    )
    (line,) = notice(text).reports
    assert (line.recipient, line.category, line.message_id) == (PAT, Category.MAILBOX_FULL, "step-1@seller.example")


@pytest.mark.parametrize(
    ("words", "category"),
    [
        ("554 mail with the subject (Your DMARC report) looks like spam", Category.POLICY_BLOCK),
        ("550 <sam@seller.example>: user unknown", Category.POLICY_BLOCK),
        ("550 5.7.1 <dmarc@birch.example> no such user, see https://spam.birch.example", Category.INVALID_RECIPIENT),
        ("5.1.0 - Unknown address error 550-'5.7.1 access denied' (attempts: 0)", Category.POLICY_BLOCK),
    ],
)
def test_names_and_our_own_words_in_a_verdict_are_no_cause(words: str, category: Category) -> None:
    returned = "From: sam@seller.example\nTo: pat@birch.example\nSubject: Your DMARC report"
    fields = f"Final-Recipient: rfc822; {PAT}\nAction: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; {words}"
    assert read(report(fields, returned=returned)).reports[0].category is category


def test_an_address_that_stands_for_another_is_known_by_the_mail_that_comes_back() -> None:
    fields = "Final-Recipient: rfc822; box@far.example\nAction: failed\nStatus: 5.1.1"
    (line,) = read(report(fields, returned="From: sam@seller.example\nTo: pat@birch.example\nSubject: x")).reports
    assert line.addresses == (PAT, "box@far.example")


def test_a_report_without_words_takes_those_of_its_recipient_from_the_text() -> None:
    fields = [
        f"Final-Recipient: rfc822; {name}@birch.example\nAction: failed\nStatus: 5.0.0" for name in ("pat", "kim")
    ]
    text = "Failed:\n\npat@birch.example: 550 unknown recipient\nkim@birch.example: 554 spam found\n"
    causes = [line.category for line in read(report(*fields, text=text)).reports]
    assert causes == [Category.INVALID_RECIPIENT, Category.POLICY_BLOCK]


REPORT = f"Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; {PAT}\nStatus: 5.1.1\nAction: failed\n"


@pytest.mark.parametrize("kind", ["text/plain", "application/octet-stream", "text/x-report"])
def test_fields_of_a_report_count_in_a_part_of_any_type(kind: str) -> None:
    raw = report("").replace(
        b"message/delivery-status\n\nReporting-MTA: dns; mx.relay.example\n", f"{kind}\n\n{REPORT}".encode()
    )
    assert [line.recipient for line in read(raw).reports] == [PAT]


def test_a_promise_to_retry_without_an_action_is_a_delay() -> None:
    fields = f"Final-Recipient: rfc822; {PAT}\nStatus: 4.4.1\nWill-Retry-Until: Thu, 12 Mar 2026 10:00:00 +0000"
    assert read(report(fields)).kind is Kind.DELAYED


@pytest.mark.parametrize(
    ("text", "fields", "subject"),
    [
        ("I am away. Mail is not delivered to anyone, write to\nkim@birch.example", ("Return-Path: <>",), "Away"),
        (f"Your mail to the list is held until the moderator can review it.\n\n{RETURNED}", (DAEMON,), "Your message"),
        (
            "Your parcel could not be delivered.\nshop@birch.example",
            ("From: Parcels <no-reply@birch.example>",),
            "Today",
        ),
        (f"-- successful deliveries --\n<{PAT}>\n-- Transcript of session --\n\n{RETURNED}", (DAEMON,), "Receipt"),
        (f"Your message to {PAT} was successfully delivered.\n\n{RETURNED}", (DAEMON,), "Status"),
        (
            f"Your mail to {PAT} has arrived. Should it not be delivered, we tell you.",
            ("From: Mailserver <mailserver@birch.example>", "Auto-Submitted: auto-replied"),
            "Your question",
        ),
        (f"Mail to {PAT} will be delayed on Sunday for 4 hours.", (DAEMON,), "Maintenance"),
        (f"A mail from {PAT} to you contained a virus and was deleted.", (DAEMON,), "Virus"),
        (f"Your request was filed.\n\n> <{PAT}>: 550 user unknown", (DAEMON,), "[Ticket#10] Undelivered mail"),
        (f"-Queue ID- --Size--\n4F2A 3412\n(connection timed out)\n  {PAT}\n", (DAEMON,), "Deferred mail"),
        (f"{PAT}: 550 user unknown\n", (DAEMON,), "Yesterday's bounces"),
        (f"Please confirm that you sent this to {PAT}: click here to deliver it.\n\n{RETURNED}", (DAEMON,), "Confirm"),
    ],
)
def test_what_only_resembles_a_bounce_is_none(text: str, fields: tuple[str, ...], subject: str) -> None:
    answering = "In-Reply-To: <step-1@seller.example>"
    reading = read(mail(text, *fields, answering, subject=subject))
    assert reading.kind not in {Kind.BOUNCE, Kind.DELAYED}
