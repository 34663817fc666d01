"""What a person typed at the start of connecting a mailbox, kept in their session until it is connected."""

from dataclasses import asdict, dataclass, field
from typing import Any

from django.http import HttpRequest

from mailboxes.actions.doors import stored
from mailboxes.core.account import Security, Server
from mailboxes.core.doors import Door, Offer
from mailboxes.core.mail_hosts import HOSTS

KEY = "connecting"


@dataclass(frozen=True, slots=True)
class Begun:
    """Whose mailbox, what for, and the doors that were found for it. Holds no secret."""

    address: str
    display_name: str
    purpose: str
    host: str
    doors: list[str]
    servers: dict[str, Any] = field(default_factory=dict)
    sure: bool = False

    @property
    def offer(self) -> Offer:
        """Return the doors again as they were found."""
        host = next((one for one in HOSTS if one.key == self.host), None)
        smtp = _server(self.servers["smtp"])
        imap = _server(self.servers["imap"]) if "imap" in self.servers else None
        return Offer(host, tuple(map(Door, self.doors)), smtp, imap, self.sure)


def begin(request: HttpRequest, told: dict[str, str], offer: Offer) -> None:
    """Keep what was typed and found."""
    request.session[KEY] = asdict(
        Begun(
            address=told["address"],
            display_name=told["display_name"],
            purpose=told["purpose"],
            host=offer.host.key if offer.host else "",
            doors=[door.value for door in offer.doors],
            servers=stored(offer.smtp, offer.imap),
            sure=offer.sure,
        )
    )


def begun(request: HttpRequest) -> Begun | None:
    """Return what was begun in this session; None where nothing was."""
    told = request.session.get(KEY)
    return Begun(**told) if told else None


def end(request: HttpRequest) -> None:
    """Forget it: the mailbox is connected."""
    request.session.pop(KEY, None)


def _server(told: dict[str, Any]) -> Server:
    return Server(str(told["host"]), int(told["port"]), Security(told["security"]))
