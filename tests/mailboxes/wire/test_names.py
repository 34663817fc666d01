"""What the name servers tell about a domain's mail, and that silence blocks nobody."""

from typing import Any

import pytest

from mailboxes.core.doors import Seen
from mailboxes.wire.names import look_up
from tests.mailboxes.wire.name_server import Zone, name_server

pytestmark = pytest.mark.django_db

FIRM: Zone = {
    ("firm.example", "MX"): ["20 backup.firm.example.", "10 mx.firm.example."],
    ("_submissions._tcp.firm.example", "SRV"): ["0 1 465 out.firm.example."],
    ("_imaps._tcp.firm.example", "SRV"): ["10 1 993 second.firm.example.", "0 1 993 in.firm.example."],
    ("_imap._tcp.firm.example", "SRV"): ["0 0 0 ."],
}


def asked(zone: Zone, settings: Any, domain: str = "firm.example", *, within: float = 2.0) -> Seen:
    with name_server(zone) as server:
        settings.DNS_SERVERS = (server,)
        return look_up(domain, None, within=within)


def test_mx_come_in_order_and_services_by_priority(settings: Any) -> None:
    seen = asked(FIRM, settings)
    assert seen.mx == ("mx.firm.example", "backup.firm.example")
    assert seen.services == {"_submissions._tcp": ("out.firm.example", 465), "_imaps._tcp": ("in.firm.example", 993)}


def test_without_services_usual_names_are_looked_for(settings: Any) -> None:
    zone: Zone = {("a.example", "MX"): ["0 mx.a.example."], ("mail.a.example", "A"): ["192.0.2.1"]}
    assert asked(zone, settings, "a.example").names == {"mail.a.example"}


def test_a_domain_that_takes_no_mail_has_no_mx(settings: Any) -> None:
    assert asked({("a.example", "MX"): ["0 ."]}, settings, "a.example").mx == ()
    assert asked({}, settings, "a.example").mx == ()


def test_silence_means_unknown_and_ends_in_time(settings: Any) -> None:
    assert asked({("a.example", "MX"): None}, settings, "a.example", within=0.3) == Seen()


def test_a_rehearsal_asks_nobody(settings: Any) -> None:
    settings.DNS_SERVERS = ("192.0.2.53",)
    assert look_up("firm.example", frozenset({"127.0.0.1:1"})) == Seen()


def test_a_malformed_setting_or_name_is_no_fault(settings: Any) -> None:
    settings.DNS_SERVERS = ("not an address",)
    assert look_up("firm.example", None) == Seen()
    assert asked(FIRM, settings, "a..b") == Seen()
