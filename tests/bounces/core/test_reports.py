import pytest

from bounces.core.reading import Action, BounceReport, Category, Kind
from tests.bounces.core.mails import mail, read, report

FAILED = (
    "Final-Recipient: rfc822; pat@birch.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 nobody"
)


def only(raw: bytes) -> BounceReport:
    (line,) = read(raw).reports
    return line


def block(**fields: str) -> str:
    return "\n".join(f"{name.replace('_', '-')}: {value}" for name, value in fields.items())


def test_a_report_names_recipient_cause_and_the_mail_it_returns() -> None:
    reading = read(report(FAILED))
    assert reading.kind is Kind.BOUNCE
    assert reading.rule == "bounce-report"
    assert reading.original_ids == ("step-1@seller.example",)
    assert only(report(FAILED)) == BounceReport(
        "pat@birch.example", None, Action.FAILED, "5.1.1", "550 5.1.1 nobody", Category.INVALID_RECIPIENT,
        "step-1@seller.example",
    )  # fmt: skip


def test_our_own_header_is_found_in_the_returned_mail() -> None:
    reading = read(report(FAILED, returned="From: sam@seller.example\nX-Entity-Ref: token-1\nSubject: x"))
    assert reading.entity_refs == ("token-1",)
    assert reading.original_ids == ()


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        ("failed", Kind.BOUNCE),
        ("delayed", Kind.DELAYED),
        ("delivered", Kind.DELIVERED),
        ("relayed", Kind.DELIVERED),
        ("expanded", Kind.DELIVERED),
    ],
)
def test_the_action_decides_what_the_report_is(action: str, kind: Kind) -> None:
    status = {"failed": "5.1.1", "delayed": "4.4.1"}.get(action, "2.0.0")
    raw = report(block(Final_Recipient="rfc822; pat@birch.example", Action=action, Status=status))
    assert (read(raw).kind, only(raw).action.value) == (kind, action)


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("rfc822; pat@birch.example", "pat@birch.example"),
        ("RFC822;<pat@birch.example>", "pat@birch.example"),
        ("pat@birch.example", "pat@birch.example"),
        ("rfc822;pat@birch.example>", "pat@birch.example"),
        (r"utf-8; j\x{F6}rg@birch.example", "jörg@birch.example"),
        ("rfc822; pat+40birch.example", "pat@birch.example"),
    ],
)
def test_a_recipient_is_read_however_it_is_typed(typed: str, address: str) -> None:
    assert only(report(block(Final_Recipient=typed, Action="failed", Status="5.1.1"))).recipient == address


def test_a_forwarded_address_keeps_both_names() -> None:
    fields = block(
        Original_Recipient="rfc822;pat@birch.example", Final_Recipient="rfc822;box@far.example", Action="failed"
    )
    assert only(report(fields)).addresses == ("pat@birch.example", "box@far.example")


def test_two_recipients_without_a_blank_line_between_them_are_two() -> None:
    second = FAILED.replace("pat@", "kim@")
    reading = read(report(f"{FAILED}\n{second}"))
    assert [line.recipient for line in reading.reports] == ["pat@birch.example", "kim@birch.example"]


def test_a_bounce_inside_the_bounce_is_not_reported_twice() -> None:
    inner = "From: mailer-daemon@far.example\nFinal-Recipient: rfc822; other@far.example\nSubject: Undelivered"
    assert [line.recipient for line in read(report(FAILED, returned=inner)).reports] == ["pat@birch.example"]


def test_a_report_part_in_base64_is_read() -> None:
    raw = report("").replace(
        b"Content-Type: message/delivery-status\n",
        b"Content-Type: message/delivery-status\nContent-Transfer-Encoding: base64\n",
    )
    encoded = b"RmluYWwtUmVjaXBpZW50OiByZmM4MjI7IHBhdEBiaXJjaC5leGFtcGxlCkFjdGlvbjogZmFpbGVk"
    raw = raw.replace(b"Reporting-MTA: dns; mx.relay.example", encoded)
    assert only(raw).recipient == "pat@birch.example"


def test_words_in_the_returned_mail_never_become_the_cause() -> None:
    returned = "From: sam@seller.example\nSubject: Is your spam filter blocked? Quota exceeded, blacklisted, DMARC"
    fields = block(Final_Recipient="rfc822; pat@birch.example", Action="failed", Status="5.1.1")
    assert only(report(fields, returned=returned)).category is Category.INVALID_RECIPIENT


@pytest.mark.parametrize(
    ("words", "category"), [("Your quota is exceeded", Category.MAILBOX_FULL), ("refused", Category.POLICY_BLOCK)]
)
def test_a_refusal_in_the_form_of_a_receipt_is_a_bounce(words: str, category: Category) -> None:
    raw = mail(
        f"--c\n\nThe message was refused: {words}\n--c\nContent-Type: message/disposition-notification\n\n"
        "Final-Recipient: rfc822; pat@birch.example\nOriginal-Message-ID: <step-1@seller.example>\n"
        "Disposition: automatic-action/MDN-sent-automatically; deleted\n--c--\n",
        "Content-Type: multipart/report; report-type=disposition-notification; boundary=c",
    )
    assert read(raw).kind is Kind.BOUNCE
    assert only(raw).category is category


@pytest.mark.parametrize(("disposition", "action"), [("displayed", Action.DISPLAYED), ("deleted", Action.DELETED)])
def test_a_receipt_is_neither_reply_nor_bounce(disposition: str, action: Action) -> None:
    raw = mail(
        "--c\n\nYour message was seen.\n--c\nContent-Type: message/disposition-notification\n\n"
        "Final-Recipient: rfc822; pat@birch.example\nOriginal-Message-ID: <step-1@seller.example>\n"
        f"Disposition: manual-action/MDN-sent-manually; {disposition}\n--c--\n",
        "Content-Type: multipart/report; report-type=disposition-notification; boundary=c",
    )
    assert read(raw).kind is Kind.READ_RECEIPT
    assert (only(raw).action, only(raw).message_id) == (action, "step-1@seller.example")


@pytest.mark.parametrize(
    ("kind_of_feedback", "kind"),
    [
        ("abuse", Kind.COMPLAINT),
        ("fraud", Kind.COMPLAINT),
        ("opt-out", Kind.UNSUBSCRIBE),
        ("auth-failure", Kind.LIST_OR_BULK),
        ("not-spam", Kind.LIST_OR_BULK),
    ],
)
def test_a_feedback_report_is_a_complaint_only_when_a_person_complained(kind_of_feedback: str, kind: Kind) -> None:
    raw = mail(
        f"--c\n\nA report.\n--c\nContent-Type: message/feedback-report\n\nFeedback-Type: {kind_of_feedback}\n"
        "User-Agent: x\nOriginal-Rcpt-To: pat@birch.example\n--c\nContent-Type: message/rfc822\n\n"
        "From: sam@seller.example\nMessage-ID: <step-1@seller.example>\nX-Entity-Ref: token-1\n\nHi\n--c--\n",
        "From: feedback@provider.example",
        "Content-Type: multipart/report; report-type=feedback-report; boundary=c",
    )
    reading = read(raw)
    assert (reading.kind, reading.entity_refs) == (kind, ("token-1",))
    assert reading.original_ids == (("step-1@seller.example",) if kind is Kind.COMPLAINT else ())
