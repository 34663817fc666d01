"""Who stands behind a mailbox: what fails and slows down as one, whoever's mailbox it is."""

import json
import re
from dataclasses import dataclass
from typing import Literal

from mailboxes.core.account import Account, Auth, Secret, Server

LONGEST = 200  # characters of a key, as stored with a mailbox
CLIENT_NUMBER = re.compile(r"(\d+)-")  # an OAuth client's id begins with the number of its project

type Way = Literal["out", "in"]
GMAIL: dict[Way, str] = {"out": "gmail", "in": "gmail-read"}


@dataclass(frozen=True, slots=True)
class Provider:
    """One service: a Gmail API and the project that is let in there, or the host and port of a mail server."""

    key: str


def provider_of(account: Account, way: Way) -> Provider:
    """Return who is asked when this mailbox sends ("out") or is read ("in").

    Never the same for both: a service may list mail while it takes none, and one must not prove the other.
    """
    if account.kind == "gmail":
        host = (account.endpoints.api or "").partition("://")[2].partition("/")[0]
        return _named(GMAIL[way], f"{host}/{project_of(account.auth, account.secret)}")
    if way == "out":
        return _of_server("smtp", account.endpoints.smtp)
    return _of_server("imap", account.endpoints.imap)


def project_of(auth: Auth, secret: Secret) -> str:
    """Return the Google project whose share of the day a Gmail mailbox spends; "" where that cannot be told."""
    if auth is Auth.DELEGATED:
        return str(json.loads(secret.get("key") or "{}").get("project_id", ""))
    found = CLIENT_NUMBER.match(secret.get("client_id", ""))
    return found[1] if found else ""


def _of_server(protocol: str, server: Server | None) -> Provider:
    return _named(protocol, server.endpoint if server else "")


def _named(protocol: str, rest: str) -> Provider:
    return Provider(f"{protocol}:{rest}".lower()[:LONGEST])
