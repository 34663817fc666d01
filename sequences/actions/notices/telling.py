"""Each notice until it arrived: those of a seat and channel that are due leave together, as one message.

Claimed for a while, called without a transaction, the end written down. Of a kind that was told minutes ago the next
ones wait, so that many become one. A worker that dies in between leaves the claim to run out.
"""

import json
from datetime import datetime, timedelta
from functools import partial
from html import escape

from app.actions import clock
from app.actions.attempts import in_transaction
from app.actions.transactions import require_no_transaction
from app.core.chance import chance
from app.crypto import CryptoError
from app.models import Member
from mailboxes.actions.accounts import allowed
from mailboxes.core.errors import EndpointRefused
from mailboxes.wire import own_mail
from mailboxes.wire.http_client import HttpClient, NeverLeft, NoAnswer
from sequences.actions.notices import wishes
from sequences.core.hooks import WITHIN, Ended, meaning, wait
from sequences.core.notices import JOINED, after_quiet
from sequences.models import Notice, NoticeWish
from sequences.screens.notices import Message, message_of, trial

CLAIM = timedelta(seconds=90)  # outlasts a call
KEPT = timedelta(days=30)
MOST = 200  # notices in one message
AT_MOST = 64 * 1024  # bytes of an answer, which nobody reads


def due(now: datetime | None = None) -> list[tuple[int, str]]:
    """Return the seats and channels that have something to be told now."""
    waiting = Notice.objects.filter(state="waiting", next_at__lte=now or clock.now())
    return sorted(waiting.values_list("member_id", "channel").distinct())


def tell(member_id: int, channel: str, now: datetime | None = None) -> None:
    """Tell one seat on one channel all that is due there, if nobody else is at it."""
    at = now or clock.now()
    mine = in_transaction(partial(_claim, member_id, channel, at))
    if not mine:
        return
    seat = Member.objects.select_related("workspace", "user", "noticewish").get(id=member_id)
    ended, said = call(seat, channel, message_of(seat, mine, names=wishes.of(seat).names))
    in_transaction(partial(_note, seat, channel, mine, ended, said, at))


def try_out(seat: Member, channel: str) -> tuple[bool, str]:
    """Send a message that says it is a trial; return whether it was taken, and a few words."""
    ended, said = call(seat, channel, trial())
    return ended is Ended.DONE, said


def forget() -> int:
    """Delete the notices of more than a month ago; return how many."""
    deleted, _ = Notice.objects.filter(created_at__lt=clock.now() - KEPT).delete()
    return deleted


def call(seat: Member, channel: str, message: Message) -> tuple[Ended, str]:
    """Make the call; return what its end means, in a few words."""
    wish = wishes.of(seat)
    if channel not in wishes.channels(wish):
        return Ended.REFUSED, "the channel was closed"
    try:
        return _mail(seat, message) if channel == "email" else _post(wishes.url_of(wish, channel), channel, message)
    except EndpointRefused:
        return Ended.REFUSED, "this address may not be called"
    except (NeverLeft, NoAnswer):
        return Ended.AGAIN, "no connection, or no answer in time"
    except CryptoError:
        return Ended.REFUSED, "its address cannot be opened"


def _mail(seat: Member, message: Message) -> tuple[Ended, str]:
    try:
        own_mail.send(seat.user.email, message.subject, message.text, allowed())
    except own_mail.MailRefused as error:
        return Ended.REFUSED, str(error)
    except own_mail.MailNotTaken:
        return Ended.AGAIN, "the mail server did not take it for now"
    return Ended.DONE, "taken by the mail server"


def _post(url: str, channel: str, message: Message) -> tuple[Ended, str]:
    body = json.dumps(_slack(message) if channel == "slack" else _teams(message)).encode()
    client, reachable = HttpClient(allowed()), {"content-type": "application/json", "user-agent": "Forbear"}
    require_no_transaction()
    try:
        answer = client.ask("POST", url, within=WITHIN, headers=reachable, body=body, at_most=AT_MOST)
    finally:
        client.close()
    return meaning(answer.status), f"answered {answer.status}"


def _slack(message: Message) -> dict[str, object]:
    """Plain text, in which nothing that somebody typed can become a link or call people (<!channel>)."""
    block = {"type": "section", "text": {"type": "plain_text", "text": message.text[:2900]}}
    return {"text": escape(message.subject, quote=False), "blocks": [block]}


def _teams(message: Message) -> dict[str, object]:
    """An adaptive card, as the webhooks of Teams' workflows take it; a TextRun reads no markup."""
    runs = [{"type": "TextRun", "text": message.text}]
    card = {
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": "1.4",
        "body": [{"type": "RichTextBlock", "inlines": runs}],
    }
    attachment = {"contentType": "application/vnd.microsoft.card.adaptive", "content": card}
    return {"type": "message", "attachments": [attachment]}


def _claim(member_id: int, channel: str, now: datetime) -> list[Notice]:
    """Take what is due, but for kinds that were told minutes ago: those wait, to be joined. Locks the seat's wishes."""
    NoticeWish.objects.get_or_create(member_id=member_id)
    NoticeWish.objects.select_for_update().get(member_id=member_id)
    here = Notice.objects.filter(member_id=member_id, channel=channel)
    fresh = here.filter(state="done", done_at__gt=now - JOINED)
    for kind, done_at in fresh.order_by("done_at").values_list("kind", "done_at"):
        here.filter(state="waiting", kind=kind, next_at__lte=now).update(next_at=(done_at or now) + JOINED)
    found = list(here.filter(state="waiting", next_at__lte=now).order_by("event_id")[:MOST])
    for one in found:
        one.attempts, one.next_at = one.attempts + 1, now + CLAIM
    Notice.objects.bulk_update(found, ["attempts", "next_at"])
    return found


def _note(seat: Member, channel: str, mine: list[Notice], ended: Ended, said: str, now: datetime) -> None:
    wish = NoticeWish.objects.select_for_update().get(member=seat)
    wish.said = wish.said | {channel: {"said": said, "ok": ended is Ended.DONE}}
    wish.save(update_fields=["said"])
    for one in mine:
        _end(seat, one, ended, now)
    Notice.objects.bulk_update(mine, ["state", "next_at", "done_at"])


def _end(seat: Member, one: Notice, ended: Ended, now: datetime) -> None:
    if ended is Ended.DONE:
        one.state, one.done_at = "done", now
    elif ended is not Ended.AGAIN:
        one.state = "refused"
    elif until := wait(one.attempts, created=one.created_at, now=now, chance=chance(seat.id, one.attempts)):
        one.next_at = after_quiet(until, wishes.times(seat, wishes.of(seat)))
    else:
        one.state = "given_up"
