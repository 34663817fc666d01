"""Which host and port a mailbox may reach, settled before any socket exists."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from mailboxes.core.account import Account, Security, Server
from mailboxes.core.errors import EndpointRefused

type Allowed = frozenset[str] | None
"""The host:port pairs a rehearsal may speak to; None in a real database: anybody."""

DEFAULT_PORTS = {"https": 443, "http": 80}


def require_allowed(host: str, port: int, allowed: Allowed) -> None:
    """Raise EndpointRefused unless this host:port may be spoken to. Opens and resolves nothing."""
    if allowed is not None and f"{host}:{port}" not in allowed:
        msg = f"a rehearsal speaks to its own simulator only, not to {host}:{port}"
        raise EndpointRefused(msg)


def is_loopback(host: str) -> bool:
    """Tell whether the host is this machine by its literal name: nothing is resolved, for an answer may lie."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def require_url(url: str, allowed: Allowed) -> None:
    """Raise EndpointRefused unless the URL is https, or http to this machine, and may be spoken to."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if parts.scheme not in DEFAULT_PORTS or not host or parts.username is not None:
        msg = "an API endpoint is an http(s) URL with a host and without a user name"
        raise EndpointRefused(msg)
    if parts.scheme == "http" and not is_loopback(host):
        msg = f"{host} would see a token in clear: use https"
        raise EndpointRefused(msg)
    require_allowed(host, parts.port or DEFAULT_PORTS[parts.scheme], allowed)


def require_server(server: Server, allowed: Allowed) -> None:
    """Raise EndpointRefused unless the server may be spoken to; unprotected only on this machine."""
    if server.security == Security.PLAIN and not is_loopback(server.host):
        msg = f"{server.endpoint} would see a password in clear: use tls or starttls"
        raise EndpointRefused(msg)
    require_allowed(server.host, server.port, allowed)


def require_account(account: Account, allowed: Allowed) -> None:
    """Raise EndpointRefused unless every endpoint of the account may be spoken to."""
    for url in (account.endpoints.api, account.endpoints.token):
        if url is not None:
            require_url(url, allowed)
    for server in (account.endpoints.smtp, account.endpoints.imap):
        if server is not None:
            require_server(server, allowed)
