"""The world's name servers, and what its receivers write above a mail."""

import base64

import dns.exception
import dns.nameserver
import dns.resolver
import pytest

from tests.plugins.simulator import Simulator
from tests.simulator.clients import ANN, a_mail, gmail, submission


def asked(simulator: Simulator, name: str, kind: str, *, within: float = 5.0) -> list[str]:
    resolver = dns.resolver.Resolver(configure=False)
    host, _, port = simulator.dns.rpartition(":")
    resolver.nameservers = [dns.nameserver.Do53Nameserver(host, int(port))]
    return [str(record) for record in resolver.resolve(name, kind, lifetime=within)]


def test_domains_are_set_up_well(simulator: Simulator) -> None:
    assert asked(simulator, "firm.example", "TXT") == ['"v=spf1 include:_spf.provider.example -all"']
    assert asked(simulator, "firm.example", "MX") == ["10 mx.provider.example."]
    assert asked(simulator, "_dmarc.firm.example", "TXT") == ['"v=DMARC1; p=none"']
    assert asked(simulator, "sim._domainkey.firm.example", "TXT")[0].startswith('"v=DKIM1; k=ed25519; p=')
    for name, kind in (("_dmarc.example", "TXT"), ("other._domainkey.firm.example", "TXT")):
        with pytest.raises(dns.resolver.NXDOMAIN):
            asked(simulator, name, kind)
    with pytest.raises(dns.resolver.NoAnswer):
        asked(simulator, "firm.example", "A")


def test_records_can_be_changed_and_long_ones_come_over_tcp(simulator: Simulator) -> None:
    simulator.names("firm.example", "TXT", *(f"v=spf1 {number} " + "x" * 400 for number in range(4)))
    assert len(asked(simulator, "firm.example", "TXT")) == 4
    simulator.names("firm.example", "MX")
    with pytest.raises(dns.resolver.NoAnswer):
        asked(simulator, "firm.example", "MX")
    simulator.names("gone.example", "TXT", fault="truncated")
    with pytest.raises((dns.resolver.NXDOMAIN, dns.resolver.NoAnswer, dns.resolver.NoNameservers)):
        asked(simulator, "gone.example", "TXT")


def test_name_servers_can_fail(simulator: Simulator) -> None:
    simulator.names("firm.example", "TXT", fault="servfail")
    with pytest.raises(dns.resolver.NoNameservers):
        asked(simulator, "firm.example", "TXT")
    simulator.names("firm.example", "TXT", fault="silent")
    with pytest.raises(dns.exception.Timeout):
        asked(simulator, "firm.example", "TXT", within=0.3)
    with pytest.raises(ValueError, match="fault is one of"):
        simulator.names("firm.example", "TXT", fault="odd")


def arrived(simulator: Simulator, to: str) -> str:
    """The head of the newest mail in a mailbox of the world, which ann@example.com wrote."""
    gmail(simulator, to).getProfile(userId="me").execute(num_retries=0)
    submission(simulator).sendmail(ANN, [to], a_mail(to=to))
    users = gmail(simulator, to)
    newest = simulator.mailbox(to)[-1]["id"]
    raw = users.messages().get(userId="me", id=newest, format="raw").execute(num_retries=0)["raw"]
    return base64.urlsafe_b64decode(raw).decode().partition("From: ")[0].replace("\r\n ", " ")


def test_mail_between_mailboxes_is_stamped_by_its_receiver(simulator: Simulator) -> None:
    head = arrived(simulator, "bea@example.org")
    assert "by mx.provider.example with ESMTPS" in head
    assert "Authentication-Results: mx.provider.example; dkim=pass header.d=example.com header.s=sim; spf=pass" in head


def test_receivers_find_what_they_are_told_to_find_or_write_nothing(simulator: Simulator) -> None:
    simulator.judge("example.com", dkim="fail", labels=["SPAM"])
    assert "dkim=fail header.d=example.com" in arrived(simulator, "bea@example.org")
    assert simulator.mailbox("bea@example.org")[-1]["labels"] == ["SPAM"]
    simulator.judge("example.com", silent=True)
    assert "Authentication-Results" not in arrived(simulator, "bea@example.org")


def test_a_mail_to_oneself_bears_no_stamp(simulator: Simulator) -> None:
    assert arrived(simulator, ANN) == ""
