"""The typed address decides which door is offered first."""

import pytest

from mailboxes.core.account import Security, Server
from mailboxes.core.doors import BUILT, Door, Offer, Seen, offer
from mailboxes.core.mail_hosts import GOOGLE, HOSTS, MICROSOFT, by_mx, by_server

WORKSPACE = Seen(mx=("smtp.google.com",))
OLD_WORKSPACE = Seen(mx=("aspmx.l.google.com", "alt1.aspmx.l.google.com"))


def offered(domain: str, seen: Seen, *, ready: bool = False) -> Offer:
    return offer(domain, seen, sign_in_ready=ready)


@pytest.mark.parametrize("seen", [WORKSPACE, OLD_WORKSPACE])
def test_a_domain_at_google_gets_the_app_password_first(seen: Seen) -> None:
    found = offered("firm.example", seen)
    assert found.host is GOOGLE
    assert found.doors == (Door.PASSWORD, Door.SERVICE_ACCOUNT, Door.SIGN_IN)
    assert (found.smtp.host, found.imap and found.imap.host) == ("smtp.gmail.com", "imap.gmail.com")


def test_signing_in_comes_first_where_an_administrator_made_a_client() -> None:
    assert offered("firm.example", WORKSPACE, ready=True).doors[0] is Door.SIGN_IN


def test_a_personal_gmail_address_has_no_administrator_and_needs_no_name_server() -> None:
    found = offered("gmail.com", Seen())
    assert found.host is GOOGLE
    assert Door.SERVICE_ACCOUNT not in found.doors


def test_microsoft_is_told_honestly_to_come_later() -> None:
    found = offered("firm.example", Seen(mx=("firm-example.mail.protection.outlook.com",)))
    assert found.host is MICROSOFT
    assert found.doors[0] is Door.MICROSOFT
    assert Door.MICROSOFT not in BUILT


@pytest.mark.parametrize(
    ("mx", "key", "smtp"),
    [
        ("mx1.mail.ovh.net", "ovh", "ssl0.ovh.net"),
        ("spool.mail.gandi.net.", "gandi", "mail.gandi.net"),
        ("mta-gw.infomaniak.ch", "infomaniak", "mail.infomaniak.com"),
        ("MX00.KUNDENSERVER.DE", "ionos_de", "smtp.ionos.de"),
        ("in1-smtp.messagingengine.com", "fastmail", "smtp.fastmail.com"),
        ("mx-aol.mail.gm0.yahoodns.net", "aol", "smtp.aol.com"),
        ("mta7.am0.yahoodns.net", "yahoo", "smtp.mail.yahoo.com"),
        ("mx.zoho.eu", "zoho_eu", "smtppro.zoho.eu"),
        ("mxext1.mailbox.org", "mailbox_org", "smtp.mailbox.org"),
    ],
)
def test_known_hosts_bring_their_servers(mx: str, key: str, smtp: str) -> None:
    found = offered("firm.example", Seen(mx=(mx,)))
    assert (found.host and found.host.key, found.smtp.host, found.sure) == (key, smtp, True)
    assert found.doors == (Door.PASSWORD,)


def test_a_name_that_only_looks_like_a_provider_is_none() -> None:
    assert by_mx(("evilgoogle.com", "google.com.evil.example")) is None


def test_the_domains_own_records_beat_a_guess() -> None:
    services = {"_submission._tcp": ("out.firm.example", 587), "_imaps._tcp": ("in.firm.example", 993)}
    found = offered("firm.example", Seen(mx=("mx.firm.example",), services=services))
    assert found.smtp == Server("out.firm.example", 587, Security.STARTTLS)
    assert found.imap == Server("in.firm.example", 993, Security.TLS)
    assert found.sure


def test_names_that_exist_beat_names_that_are_usual() -> None:
    seen = Seen(mx=("mx.firm.example",), services={}, names=frozenset({"mail.firm.example"}))
    found = offered("firm.example", seen)
    assert (found.smtp.host, found.imap and found.imap.host) == ("mail.firm.example", "mail.firm.example")
    assert not found.sure


def test_no_answer_blocks_nothing_and_hides_no_door() -> None:
    found = offered("firm.example", Seen())
    assert found.host is None
    assert found.doors == (Door.PASSWORD, Door.SIGN_IN, Door.SERVICE_ACCOUNT)
    assert found.smtp == Server("smtp.firm.example", 465, Security.TLS)


def test_every_known_server_is_protected_and_found_again() -> None:
    assert len({host.key for host in HOSTS}) == len(HOSTS)
    for host in HOSTS:
        assert {host.smtp.security, *([host.imap.security] if host.imap else [])} <= {Security.TLS, Security.STARTTLS}
        assert by_server(host.smtp.host.upper()) is not None
