"""Lists of mailboxes: ours, Instantly's and Smartlead's columns, with a verdict for every row."""

import io

import pytest

from mailboxes.core.account import Security, Server
from mailboxes.core.bulk_rows import Note, Read, RefusedRow, RowFault, WantedMailbox, notes_of, read_rows
from mailboxes.core.csv_rows import open_sheet, rows

INSTANTLY = """Email,First Name,Last Name,IMAP Username,IMAP Password,IMAP Host,IMAP Port,SMTP Username,SMTP Password,\
SMTP Host,SMTP Port,Daily Limit,Warmup Enabled,Warmup Limit,Warmup Increment,Tags
ada@firm.example,Ada,Lovelace,ada@firm.example,canary pass,imap.firm.example,993,ada@firm.example,canary pass,\
smtp.firm.example,587,30,TRUE,10,2,team
"""
SMARTLEAD = """from_name;from_email;username;password;smtp_host;smtp_port;smtp_port_type;imap_host;imap_port;\
max_email_per_day;custom_tracking_url;bcc;signature;warmup_enabled;total_warmup_per_day
Ada Lovelace;Ada@Firm.example;ada;canary;smtp.firm.example;465;SSL;imap.firm.example;993;25;;c@firm.example;A;true;20
"""


def read(text: str, *, connected: frozenset[str] = frozenset()) -> list[Read]:
    source = io.BytesIO(text.encode())
    sheet = open_sheet(source)
    return list(read_rows(rows(source, sheet), sheet, connected=connected))


def notes(text: str) -> dict[Note, list[str]]:
    return notes_of(open_sheet(io.BytesIO(text.encode())))


def wanted(text: str) -> WantedMailbox:
    (found,) = read(text)
    assert isinstance(found, WantedMailbox), found
    return found


def fault(text: str) -> RowFault:
    (found,) = read(text)
    assert isinstance(found, RefusedRow), found
    return found.fault


def test_instantlys_columns_are_read() -> None:
    found = wanted(INSTANTLY)
    assert (found.address, found.display_name, found.username) == ("ada@firm.example", "Ada Lovelace", found.address)
    assert (found.password, found.daily_cap) == ("canary pass", 30)
    assert found.smtp == Server("smtp.firm.example", 587, Security.STARTTLS)
    assert found.imap == Server("imap.firm.example", 993, Security.TLS)
    assert set(notes(INSTANTLY)) == {Note.WARM_UP, Note.LEFT_OUT}
    assert "canary" not in repr(found)


def test_smartleads_columns_are_read_and_bcc_is_warned_about() -> None:
    found = wanted(SMARTLEAD)
    assert (found.address, found.display_name, found.username) == ("ada@firm.example", "Ada Lovelace", "ada")
    assert found.smtp == Server("smtp.firm.example", 465, Security.TLS)
    assert found.daily_cap == 25
    assert notes(SMARTLEAD) == {
        Note.LEFT_OUT: ["custom_tracking_url", "signature"],
        Note.BCC: ["bcc"],
        Note.WARM_UP: ["warmup_enabled", "total_warmup_per_day"],
    }


def test_address_and_password_are_enough_and_a_paste_from_a_spreadsheet_works() -> None:
    found = wanted("address\tpassword\tpurpose\nada@firm.example\t'=x y \tOutreach\n")
    assert (found.password, found.purpose, found.smtp, found.daily_cap) == ("'=x y ", "outreach", None, None)


def test_a_known_host_brings_its_port() -> None:
    found = wanted("email,password,smtp host,imap host\na@b.example,x,smtp.gmail.com,imap.gmail.com\n")
    assert found.smtp == Server("smtp.gmail.com", 465, Security.TLS)
    assert found.imap == Server("imap.gmail.com", 993, Security.TLS)


@pytest.mark.parametrize(
    ("port", "told", "security"),
    [("587", "SSL", "starttls"), ("465", "TLS", "tls"), ("4650", "ssl", "tls"), ("5870", "starttls", "starttls"),
     ("587.0", "", "starttls"), ("1025", "plain", "plain")],
)  # fmt: skip
def test_a_well_known_port_decides_the_protection(port: str, told: str, security: str) -> None:
    found = wanted(f"email,password,smtp_host,smtp_port,smtp_port_type\na@b.example,x,m.b.example,{port},{told}\n")
    assert found.smtp is not None
    assert found.smtp.security == security


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("email,password\n,x\n", RowFault.NO_ADDRESS),
        ("email,password\nno address,x\n", RowFault.BAD_ADDRESS),
        ("email,password\na@b.example,\n", RowFault.NO_PASSWORD),
        ("email,smtp_password,imap_password\na@b.example,x,y\n", RowFault.TWO_LOGINS),
        ("email,password,smtp_host\na@b.example,x,http://m.b.example\n", RowFault.BAD_HOST),
        ("email,password,smtp_host,smtp_port\na@b.example,x,m.b.example,http\n", RowFault.BAD_PORT),
        ("email,password,smtp_host,smtp_port\na@b.example,x,m.b.example,70000\n", RowFault.BAD_PORT),
        ("email,password,smtp_host,smtp_port,smtp_security\na@b.example,x,m.b.example,99,odd\n", RowFault.BAD_SECURITY),
        ("email,password,daily_limit\na@b.example,x,-5\n", RowFault.BAD_CAP),
        ("email,password,daily_limit\na@b.example,x,1e9\n", RowFault.BAD_CAP),
        ("email,password,purpose\na@b.example,x,both\n", RowFault.BAD_PURPOSE),
        ('email,password,name\na@b.example,x,"A\nB"\n', RowFault.BAD_NAME),
        ("email,password\na@b.example,x,y\n", RowFault.UNREADABLE),
    ],
)
def test_a_row_that_cannot_be_tried_says_why(text: str, expected: RowFault) -> None:
    assert fault(text) is expected


def test_a_double_and_a_mailbox_that_is_there_are_told() -> None:
    text = "email,password\na@b.example,x\nA@B.example,y\nc@b.example,z\n"
    first, second, third = read(text, connected=frozenset({"c@b.example"}))
    assert isinstance(first, WantedMailbox)
    assert second == RefusedRow(3, "a@b.example", RowFault.TWICE, "2")
    assert third == RefusedRow(4, "c@b.example", RowFault.CONNECTED)
