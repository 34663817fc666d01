"""Which addresses and ports a host typed by a user may lead to: the public Internet, on ports where mail is spoken.

A name is resolved once and every address of it is judged; the one connected to is one that was judged. Otherwise the
server would be a way into its own network: to its database, its metadata service, its neighbours.
"""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

SMTP_PORTS = frozenset({25, 26, 465, 587, 588, 2465, 2525, 2587})
IMAP_PORTS = frozenset({143, 993})
MAIL_PORTS = SMTP_PORTS | IMAP_PORTS
WEB_PORTS = frozenset({443})

_TRANSLATED = (IPv6Network("64:ff9b::/96"), IPv6Network("::/96"))
"""Prefixes whose last 32 bits are an IPv4 address: NAT64, and the IPv4-compatible form of long ago."""


def is_public(address: str) -> bool:
    """Tell whether a numeric address lies on the public Internet, and so does every address hidden inside it."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return all(map(_is_public, [found, *_hidden(found)]))


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    return address.is_global and not address.is_multicast  # some of multicast counts as global


def _hidden(address: IPv4Address | IPv6Address) -> list[IPv4Address]:
    """Return the IPv4 addresses a translator on the way would turn this one into; 6to4 and Teredo are never global."""
    if isinstance(address, IPv4Address):
        return []
    found = [address.ipv4_mapped] if address.ipv4_mapped else []
    if any(address in network for network in _TRANSLATED):
        found.append(IPv4Address(int(address) & 0xFFFFFFFF))
    return found


def refusal(host: str, port: int, addresses: list[str]) -> str | None:
    """Say why nobody may be connected to there, in words that name no address of the inside; None: they may."""
    if port not in MAIL_PORTS | WEB_PORTS:
        return f"{host}:{port} is no port for mail"
    if not all(map(is_public, addresses)):
        return f"{host} is not a host of the public Internet: an administrator may name it in PRIVATE_MAIL_HOSTS"
    return None


def host_key(host: str) -> str:
    """Return a host as names of a list are compared: lower case, without a final dot or the brackets of IPv6."""
    return host.strip().lower().removesuffix(".").removeprefix("[").removesuffix("]")
