"""What a seat's user wants to be told and where: as stored, or as is usual."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time
from functools import partial
from urllib.parse import urlsplit

from django.conf import settings

from app.actions import events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.core.zones import zone_or_utc
from app.crypto import open_sealed, seal
from app.models import Member
from mailboxes.actions.accounts import allowed
from mailboxes.actions.rotation import Holder
from mailboxes.core.errors import EndpointRefused
from mailboxes.wire.endpoints import require_url
from sequences.core.notices import CHANNELS, Times
from sequences.models import NoticeWish


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody chose on the page; an address that is None stays as it is, an empty one is forgotten."""

    kinds: Mapping[str, str]
    email: bool
    names: bool
    zone: str
    quiet_from: time | None
    quiet_until: time | None
    digest_at: time
    urls: Mapping[str, str | None]


def of(member: Member) -> NoticeWish:
    """Return a seat's wishes; those that are usual, not stored, where it has none."""
    found: NoticeWish | None = getattr(member, "noticewish", None)
    return found or NoticeWish(member=member, digest_at=time(8))


def times(member: Member, wish: NoticeWish) -> Times:
    """Return when the seat's user may be told."""
    zone = zone_or_utc(wish.zone) if wish.zone else member.workspace.zone
    return Times(zone, wish.quiet_from, wish.quiet_until, wish.digest_at)


def channels(wish: NoticeWish) -> list[str]:
    """Return the channels that lead somewhere."""
    open_now = {"email": wish.email and settings.MAIL_SERVER is not None, "slack": wish.slack, "teams": wish.teams}
    return [channel for channel in CHANNELS if open_now[channel]]


def save(member: Member, wanted: Wanted) -> None:
    """Store what somebody chose, with its event. Raises Refused for an address that may not be called."""
    for url in filter(None, wanted.urls.values()):
        _check(url)
    in_transaction(partial(_save, member, wanted))


def url_of(wish: NoticeWish, channel: str) -> str:
    """Return the address of a channel's webhook. Raises CryptoError."""
    return open_sealed(getattr(wish, channel), context=_context(wish.member_id, channel)).decode()


HOLDERS = (  # of mailboxes.actions.rotation
    Holder(NoticeWish, "slack", lambda wish: _context(wish.member_id, "slack")),
    Holder(NoticeWish, "teams", lambda wish: _context(wish.member_id, "teams")),
)


def _save(member: Member, wanted: Wanted) -> None:
    NoticeWish.objects.get_or_create(member=member)
    wish = NoticeWish.objects.select_for_update().get(member=member)
    for name in ("kinds", "email", "names", "zone", "quiet_from", "quiet_until", "digest_at"):
        setattr(wish, name, getattr(wanted, name))
    for channel, url in wanted.urls.items():
        if url is not None:
            setattr(wish, channel, seal(url.encode(), context=_context(member.id, channel)) if url else "")
            wish.said.pop(channel, None)
    wish.save()
    told = {"by": member.user_id}
    events.append(kind="member.notices_chosen", workspace_id=member.workspace_id, subject_id=member.id, data=told)


def _check(url: str) -> None:
    if len(url) > 1000 or not urlsplit(url).hostname:
        raise Refused("Give the whole address, such as https://hooks.slack.com/services/….")
    try:
        require_url(url, allowed())
    except EndpointRefused as error:
        raise Refused(f"{error}.") from error


def _context(member_id: int, channel: str) -> str:
    return f"notices:{member_id}:{channel}"
