"""A check tells each step of both directions, sends nothing, and names the cause of what does not work."""

import ssl
from collections.abc import Callable
from pathlib import Path

import pytest

from mailboxes.core.account import Account, Endpoints, Security, Server
from mailboxes.core.check_faults import READING, SENDING, Fault, Finding, Outcome, Step
from mailboxes.inbound.check_imap import check_reading
from mailboxes.transports.check_gmail import check_google
from mailboxes.transports.check_smtp import check_sending
from tests.mailboxes import certificates
from tests.mailboxes.accounts import ADA, gmail_account, imap_account, smtp_account
from tests.mailboxes.imap_server import imap_house, says
from tests.mailboxes.stubs import Script, http_answer, http_stub, smtp_stub

pytestmark = pytest.mark.django_db(transaction=True)

NOBODY = 1  # nobody listens on this port
TLS, STARTTLS = Security.TLS, Security.STARTTLS
IN_THE_CLEAR = {Step.SEND_SECURE: Fault.NOT_PROTECTED}
type Contexts = tuple[ssl.SSLContext, ssl.SSLContext]


@pytest.fixture(scope="module")
def contexts(tmp_path_factory: pytest.TempPathFactory) -> Contexts:
    return certificates.make(tmp_path_factory.mktemp("tls"))


def fault_of(findings: list[Finding]) -> tuple[Step, Fault | None]:
    """The step that failed; what comes after it was not tried."""
    at = next(number for number, one in enumerate(findings) if one.outcome is Outcome.FAIL)
    assert all(one.passed for one in findings[:at])
    assert {one.outcome for one in findings[at + 1 :]} <= {Outcome.NOT_TRIED}
    assert all("right" not in f"{one.facts}{one.said}" for one in findings)
    return findings[at].step, findings[at].fault


def verbs(seen: list[bytes]) -> set[bytes]:
    return {line.split(b" ")[0] for line in seen}


def test_a_server_that_takes_mail_passes_every_step_and_is_sent_none() -> None:
    with smtp_stub() as stub:
        found = check_sending(smtp_account(stub.port), None)
    assert [one.step for one in found] == list(SENDING)
    assert {one.step: one.fault for one in found if one.outcome is not Outcome.PASS} == IN_THE_CLEAR
    assert found[-1].facts == {"megabytes": 1, "smtputf8": False}
    assert verbs(stub.seen) == {b"EHLO", b"AUTH", b"QUIT"}


REFUSALS: list[tuple[Script, Step, Fault]] = [
    ({"AUTH": b"535 5.7.8 no\r\n"}, Step.SEND_SIGN_IN, Fault.WRONG_PASSWORD),
    ({"AUTH": b"534 5.7.9 Application-specific password required\r\n"}, Step.SEND_SIGN_IN, Fault.APP_PASSWORD_NEEDED),
    ({"AUTH": b"454 4.7.0 Too many login attempts\r\n"}, Step.SEND_SIGN_IN, Fault.TOO_MANY_LOGINS),
    ({"AUTH": b"454 4.7.0 later\r\n"}, Step.SEND_SIGN_IN, Fault.REFUSED_FOR_NOW),
    ({"EHLO": b"250 mail.example\r\n"}, Step.SEND_SIGN_IN, Fault.NO_LOGIN_OFFERED),
    ({"": b"HTTP/1.1 400 Bad Request\r\n"}, Step.SEND_SIGN_IN, Fault.TALK_BROKEN),
    ({"EHLO": None}, Step.SEND_SIGN_IN, Fault.TALK_BROKEN),
]


@pytest.mark.parametrize(("script", "step", "fault"), REFUSALS)
def test_what_a_submission_server_says_no_to_is_named(script: Script, step: Step, fault: Fault) -> None:
    with smtp_stub(script) as stub:
        assert fault_of(check_sending(smtp_account(stub.port), None)) == (step, fault)


def test_a_port_where_nobody_listens_is_told_from_one_that_is_refused() -> None:
    assert fault_of(check_sending(smtp_account(NOBODY), None)) == (Step.SEND_REACH, Fault.NOBODY_LISTENS)
    assert fault_of(check_reading(imap_account(NOBODY), None)) == (Step.READ_REACH, Fault.NOBODY_LISTENS)
    elsewhere = frozenset({"127.0.0.1:2"})
    assert fault_of(check_sending(smtp_account(NOBODY), elsewhere)) == (Step.SEND_REACH, Fault.REHEARSAL)
    inside = Account(1, "smtp", ADA, "", Endpoints(smtp=Server("127.0.0.2", 465, TLS)), {})
    assert fault_of(check_sending(inside, None)) == (Step.SEND_REACH, Fault.HOST_PRIVATE)


def test_a_certificate_is_told_by_what_is_wrong_with_it(contexts: Contexts, tmp_path: Path) -> None:
    server, client = contexts
    elsewhere = certificates.make(tmp_path, host="mail.example.com")
    with smtp_stub(tls=server, from_start=True) as stub:
        account = smtp_account(stub.port, security=TLS)
        assert fault_of(check_sending(account, None)) == (Step.SEND_SECURE, Fault.CERTIFICATE_UNTRUSTED)
        assert check_sending(account, None, tls=client)[-1].outcome is Outcome.PASS
    with smtp_stub(tls=elsewhere[0], from_start=True) as stub:
        found = check_sending(smtp_account(stub.port, security=TLS), None, tls=elsewhere[1])
    assert fault_of(found) == (Step.SEND_SECURE, Fault.CERTIFICATE_NAME)


def test_the_wrong_kind_of_tls_is_named_before_a_password_leaves(contexts: Contexts) -> None:
    with smtp_stub() as plain:
        found = check_sending(smtp_account(plain.port, security=TLS), None)
        assert fault_of(found) == (Step.SEND_SECURE, Fault.WANTS_STARTTLS)
        found = check_sending(smtp_account(plain.port, security=STARTTLS), None)
        assert fault_of(found) == (Step.SEND_SECURE, Fault.NO_STARTTLS)
    assert b"AUTH" not in verbs(plain.seen)


def test_a_mailbox_that_can_be_read_tells_its_folders() -> None:
    with imap_house() as house:
        found = check_reading(imap_account(house.port), None)
    facts = {one.step: one.facts for one in found}
    assert [one.step for one in found] == list(READING)
    assert {one.fault for one in found} == {None, Fault.NOT_PROTECTED}
    assert facts[Step.READ_SENT] == {"folder": "Sent"}
    assert "Archive/2026" in str(facts[Step.READ_FOLDERS]["folders"])
    assert "Drafts" not in str(facts[Step.READ_FOLDERS]["folders"])
    assert not {"EXAMINE", "SELECT", "UID FETCH"} & set(house.verbs)


def test_a_mailbox_without_sent_folder_or_push_works_with_a_note() -> None:
    with imap_house() as house:
        house.capabilities = "IMAP4rev1 AUTH=PLAIN"
        del house.folders["Sent"]
        found = check_reading(imap_account(house.port), None)
    notes = {one.step: one.fault for one in found if one.outcome is Outcome.NOTE}
    assert notes.pop(Step.READ_SECURE) is Fault.NOT_PROTECTED
    assert notes == {Step.READ_SENT: Fault.NO_SENT, Step.READ_PUSH: Fault.NO_PUSH}


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (b"%T NO [AUTHENTICATIONFAILED] no", Fault.WRONG_PASSWORD),
        (b"%T NO [ALERT] IMAP access is disabled for your domain", Fault.IMAP_OFF),
        (b"%T NO [ALERT] Application-specific password required", Fault.APP_PASSWORD_NEEDED),
        (b"%T NO [UNAVAILABLE] try again later", Fault.REFUSED_FOR_NOW),
    ],
)
def test_what_a_reading_server_says_no_to_is_named(words: bytes, fault: Fault) -> None:
    with imap_house() as house:
        house.fault("AUTHENTICATE", says(words))
        assert fault_of(check_reading(imap_account(house.port), None)) == (Step.READ_SIGN_IN, fault)


def test_without_a_server_to_read_from_nothing_is_tried_and_the_reason_told() -> None:
    found = check_reading(smtp_account(NOBODY), None)
    assert {(one.outcome, one.fault) for one in found} == {(Outcome.NOT_TRIED, Fault.NO_IMAP)}


def google(address: str = ADA, *, token: bytes | None = None, listing: str = "200 OK") -> Callable[[bytes], bytes]:
    def answer(request: bytes) -> bytes:
        if request.startswith(b"POST /token"):
            return http_answer(token or b'{"access_token": "x", "expires_in": 3600}')
        if b"/profile" in request:
            return http_answer(f'{{"emailAddress": "{address}", "historyId": "5"}}'.encode())
        reason = b'{"error": {"code": 403, "errors": [{"reason": "insufficientPermissions"}]}}'
        return http_answer(b"{}" if listing == "200 OK" else reason, status=listing)

    return answer


def test_a_gmail_mailbox_is_asked_for_its_profile_and_nothing_else() -> None:
    with http_stub(google()) as stub:
        found = check_google(gmail_account(stub.url, f"{stub.url}/token", mailbox_id=-101), None)
    assert {one.outcome for one in found} == {Outcome.PASS}
    assert not any(b"/send" in request for request in stub.seen)


def test_a_grant_of_another_mailbox_is_told_with_both_addresses() -> None:
    with http_stub(google("eve@acme.example")) as stub:
        found = check_google(gmail_account(stub.url, f"{stub.url}/token", mailbox_id=-102), None)
    assert fault_of(found) == (Step.ADDRESS, Fault.ADDRESS_DIFFERS)
    assert found[1].facts == {"granted": "eve@acme.example", "wanted": ADA}


def test_a_grant_that_may_not_read_is_told() -> None:
    with http_stub(google(listing="403 Forbidden")) as stub:
        found = check_google(gmail_account(stub.url, f"{stub.url}/token", mailbox_id=-103), None)
    assert fault_of(found) == (Step.MAY_READ, Fault.GRANT_NARROW)


@pytest.mark.parametrize(
    ("scope", "fault"), [("https://www.googleapis.com/auth/gmail.send", Fault.GRANT_NARROW)], ids=["narrowed"]
)
def test_a_grant_that_was_narrowed_is_told(scope: str, fault: Fault) -> None:
    token = f'{{"access_token": "x", "expires_in": 3600, "scope": "{scope}"}}'.encode()
    with http_stub(google(token=token)) as stub:
        found = check_google(gmail_account(stub.url, f"{stub.url}/token", mailbox_id=-104), None)
    assert fault_of(found) == (Step.GRANT, fault)
