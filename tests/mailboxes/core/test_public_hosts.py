"""What a user types as a host leads to the public Internet or nowhere."""

import pytest

from mailboxes.core.public_hosts import host_key, is_public, refusal

INSIDE = [
    "127.0.0.1", "::1", "0.0.0.0", "::", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "10.1.2.3", "172.16.0.1",  # noqa: S104
    "192.168.1.1", "100.64.0.1", "169.254.169.254", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "224.0.0.1",
    "ff02::1", "240.0.0.1", "255.255.255.255", "192.0.0.8", "192.0.2.1", "198.18.0.1", "198.51.100.7", "203.0.113.9",
    "2001:db8::1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "::7f00:1", "2130706433", "0177.0.0.1",
    "0x7f.1", "", "localhost",
]  # fmt: skip
OUTSIDE = ["8.8.8.8", "142.250.27.108", "2607:f8b0:4023::6c", "64:ff9b::808:808"]


@pytest.mark.parametrize("address", INSIDE)
def test_no_address_of_an_inside_is_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", OUTSIDE)
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("port", [22, 80, 5432, 6379, 8000, 11211, 0, 65535])
def test_only_ports_for_mail_are_spoken_to(port: int) -> None:
    assert "no port for mail" in (refusal("mail.example.com", port, OUTSIDE) or "")


def test_one_inside_address_among_many_refuses_them_all_and_none_is_told() -> None:
    assert refusal("mail.example.com", 587, OUTSIDE) is None
    refused = refusal("mail.example.com", 587, [*OUTSIDE, "10.0.0.1"])
    assert refused is not None
    assert "10.0.0.1" not in refused
    assert "PRIVATE_MAIL_HOSTS" in refused


def test_a_host_is_known_however_it_is_spelt() -> None:
    assert {host_key(name) for name in ("Mail.Office", "mail.office.", " mail.office")} == {"mail.office"}
    assert host_key("[::1]") == "::1"
