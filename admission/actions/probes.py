"""Sends the mail that measures a mailbox: to another connected mailbox of its workspace, else to itself."""

import logging
import secrets
from dataclasses import replace
from datetime import timedelta
from enum import StrEnum

from django.conf import settings
from django.utils.translation import gettext, override

from admission.actions import direct
from admission.actions.direct import DirectMail, NotSent
from admission.core.health import ROUND
from app.actions import clock
from app.actions.attempts import in_transaction
from app.core.chance import chance
from app.core.errors import Busy
from app.models import Installation
from bounces.actions.unsubscribe import link_for
from bounces.core.tokens import Purpose
from mailboxes.actions import health, recipients
from mailboxes.actions.isolation import NotNow
from mailboxes.core.address import Address, parse_address
from mailboxes.core.health.findings import Check, Code, Source, unknown
from mailboxes.core.message import OutgoingMessage
from mailboxes.core.mime import build_message, message_id_for
from mailboxes.core.states import MailboxState
from mailboxes.models import Delivery, HealthCheck, InboundCursor, Mailbox, Probe

READ_WITHIN = timedelta(hours=1)  # true time

log = logging.getLogger(__name__)


class Sent(StrEnum):
    """What came of it."""

    YES = "yes"
    NO = "no"  # kept as a finding
    NOT_NOW = "not_now"
    NOT_YET = "not_yet"  # the mailbox that could receive it was not read so far


def send(mailbox: Mailbox, *, by_name: bool = False) -> Sent:
    """Send a probe from a mailbox, if there is one that can receive it.

    Calls out: no transaction may be open. by_name: a person asks, and is told why not: raises NotSent.
    """
    direct.withdraw_left_behind(mailbox.workspace_id, Delivery.Kind.PROBE)
    receiver = receiver_for(mailbox)
    if receiver is None:
        if _somebody_will_be_read(mailbox):
            return Sent.NOT_YET
        _not_known(mailbox, Code.NO_RECEIVER)
        return Sent.NO
    if health.receiving_hosts(receiver.id) is None:
        health.measure_dns(receiver)  # its MX tell under which names its server may speak
    mail = _written(mailbox, receiver)
    mail = replace(mail, delivery_id=in_transaction(lambda: _prepared(mail, mailbox, receiver)))
    try:
        direct.send(mail)
    except (Busy, NotNow):
        _taken_back(mail)
        return Sent.NOT_NOW
    except NotSent as error:
        _taken_back(mail)
        log.info("the probe of mailbox %d was not sent: %s", mailbox.id, error.reason)
        _not_known(mailbox, Code.NOT_SENT, reason=error.reason)
        if by_name:
            raise
        return Sent.NO
    return Sent.YES


def receiver_for(mailbox: Mailbox) -> Mailbox | None:
    """Return whom to write to: a mailbox of another domain before one of the same, itself only where there is no other.

    One that is connected and is being read, so that the arrival is seen; never one of another workspace.
    """
    read = Mailbox.objects.filter(
        workspace_id=mailbox.workspace_id,
        state=MailboxState.CONNECTED,
        inboundcursor__listed_at__gte=clock.now() - READ_WITHIN,
    )
    found = list(read.only("id", "address", "workspace_id"))
    others = [one for one in found if one.id != mailbox.id]
    return min(others or found, key=lambda one: _apart(mailbox, one), default=None)


def _somebody_will_be_read(mailbox: Mailbox) -> bool:
    """Tell whether a mailbox was connected so lately that nobody has read it yet."""
    unread = InboundCursor.objects.filter(listed_at=None, failures=0, mailbox__state=MailboxState.CONNECTED)
    return unread.filter(mailbox__workspace_id=mailbox.workspace_id).exists()


def _apart(mailbox: Mailbox, other: Mailbox) -> tuple[bool, float]:
    """Prefer other domains; among them each mailbox has its own choice, so that no inbox gets the probes of all."""
    same = _domain(other.address) == _domain(mailbox.address)
    return same, chance("probe", mailbox.id, other.id)


def _written(mailbox: Mailbox, receiver: Mailbox) -> DirectMail:
    """Write the mail: as a campaign's mails look from outside, with the link of a test, which changes nothing."""
    address = parse_address(receiver.address)
    recipient_id = recipients.remember(mailbox.workspace_id, [address])[address.normalised]
    token = secrets.token_hex(16)
    sender = parse_address(mailbox.address).wire
    made = DirectMail(
        kind=Delivery.Kind.PROBE,
        workspace_id=mailbox.workspace_id,
        recipient_id=recipient_id,
        mailbox_id=mailbox.id,
        from_address=sender,
        address=address.wire,
        domain=address.domain,
        token=token,
        message_id=message_id_for(token, sender.rpartition("@")[2]),
        source=token,
        octets=b"",
    )
    return replace(made, octets=_octets(mailbox, made, address))


def _octets(mailbox: Mailbox, mail: DirectMail, address: Address) -> bytes:
    with override("en"):
        subject = gettext("How does our mail arrive?")
        text = gettext(
            "Our own mail program sent this mail from one of our mailboxes to another, to see how it is received. "
            "Nobody has to do anything; it can be deleted."
        )
    return build_message(
        OutgoingMessage(
            from_name=mailbox.display_name,
            from_address=mail.from_address,
            to_name="",
            to_address=address.wire,
            subject=subject,
            text=f"{text}\n",
            html=None,
            message_id=mail.message_id,
            date=clock.world_now(),
            in_reply_to=None,
            references=(),
            unsubscribe_url=_link(mailbox, mail),
            unsubscribe_mailto=None,
            delivery_token=mail.token,
        )
    )


def _link(mailbox: Mailbox, mail: DirectMail) -> str | None:
    rehearsal = Installation.objects.filter(kind=Installation.Kind.REHEARSAL).exists()
    base = settings.BASE_URL if rehearsal else mailbox.link_base
    if not base:
        return None
    return link_for(
        workspace_id=mail.workspace_id,
        recipient_id=mail.recipient_id,
        delivery_id=0,
        purpose=Purpose.PREVIEW,
        base=base,
    )


def _prepared(mail: DirectMail, mailbox: Mailbox, receiver: Mailbox) -> int:
    """Prepare delivery and probe: it is waited for before its first byte leaves."""
    delivery_id = direct.prepare(mail)
    Probe.objects.create(
        delivery_id=delivery_id,
        workspace_id=mailbox.workspace_id,
        mailbox=mailbox,
        receiver=receiver,
        token=mail.token,
        made_at=clock.now(),
    )
    return delivery_id


def _taken_back(mail: DirectMail) -> None:
    """It did not leave, so nobody waits for it."""
    Probe.objects.filter(delivery_id=mail.delivery_id).delete()


def _not_known(mailbox: Mailbox, code: Code, **data: object) -> None:
    """Keep that nobody knows, and why; the same is told again after hours only."""
    since = clock.world_now() - ROUND
    lately = HealthCheck.objects.filter(mailbox_id=mailbox.id, source=Source.PROBE, measured_at__gt=since)
    if lately.order_by("-measured_at", "-id").values_list("code", flat=True).first() == code:
        return
    found = [unknown(Check.ARRIVAL, code, **data)]
    in_transaction(lambda: health.keep(mailbox, Source.PROBE, found))


def _domain(address: str) -> str:
    return address.rpartition("@")[2].lower()
