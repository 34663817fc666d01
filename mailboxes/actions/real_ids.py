"""The Message-ID a mail really travels under: learned after acceptance, used for threads and attribution.

Mostly it comes by itself: the history of a mailbox shows what was sent, with its headers, and is read before any
follow-up may go. What does not come that way is looked up. Nothing here ever sends.
"""

from collections.abc import Sequence
from datetime import timedelta

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.db.models import F, Q, QuerySet

from app.actions import clock, events
from app.crypto import CryptoError
from mailboxes.actions import pool
from mailboxes.actions.found import look_again
from mailboxes.core.errors import CredentialError, EndpointRefused, TransportError
from mailboxes.core.header_block import header_fields
from mailboxes.core.message import Receipt
from mailboxes.core.relay_ids import domain_in
from mailboxes.core.states import LEFT_US, MailboxState
from mailboxes.inbound.base import Head
from mailboxes.models import Delivery, Mailbox

SENT = "SENT"  # Gmail's label of what a mailbox sent; nobody else can give it
COMES_BY_ITSELF = timedelta(minutes=5)  # longer than two polls
GIVE_UP = timedelta(days=1)  # a mail that is not there any more is not asked for for ever
MOST = 50  # look-ups of one mailbox at once
LESSONS = 200  # mails to others that are looked at for a second witness of a relay's domain
READABLE = (MailboxState.CONNECTED, MailboxState.PAUSED)


def learn_real_id(delivery_id: int, real_message_id: str) -> bool:
    """Remember the provider's Message-ID, once; False when it was known.

    What names this id and came before it was known is read again: an answer, or a report about the mail.
    """
    with transaction.atomic():
        unknown = Delivery.objects.filter(id=delivery_id, real_message_id="")
        if unknown.update(real_message_id=real_message_id[:998]) != 1:
            return False
        workspace_id = Delivery.objects.values_list("workspace_id", flat=True).get(id=delivery_id)
        look_again(workspace_id, names=[real_message_id[:998]])
        return True


def learn_stamp(mailbox: Mailbox, delivery_id: int, name: str) -> None:
    """Something names a mail by what its relay made of the Message-ID: that, and with which domain the relay does so.

    The person's own thread bears that id from now on. The domain goes into the headers of other people's follow-ups,
    beside our own id, so one answer does not teach it: only the server that we submit to, or a second person elsewhere.
    The caller's transaction holds the person's lock.
    """
    learn_real_id(delivery_id, name)
    domain = domain_in(name)
    known = Mailbox.objects.values_list("relay_domain", flat=True).get(id=mailbox.id)
    if not domain or domain == known:
        return
    if not _is_of_its_server(mailbox, domain) and not _is_named_elsewhere(mailbox.id, delivery_id, domain):
        return
    if Mailbox.objects.filter(id=mailbox.id, relay_domain=known).update(relay_domain=domain):
        events.append(kind="mailbox.relay_learned", workspace_id=mailbox.workspace_id, subject_id=mailbox.id, data={})


def _is_of_its_server(mailbox: Mailbox, domain: str) -> bool:
    """Tell whether the mailbox submits to a host of this domain."""
    host = str(mailbox.endpoints.get("smtp", {}).get("host", "")).lower()
    return host == domain or host.endswith(f".{domain}")


def _is_named_elsewhere(mailbox_id: int, delivery_id: int, domain: str) -> bool:
    """Tell whether mail to somebody else, at another domain, came back with the same one."""
    person, address = Delivery.objects.values_list("recipient_id", "deliverybody__address").get(id=delivery_id)
    named = Delivery.objects.filter(mailbox_id=mailbox_id, real_message_id__endswith=f"@{domain}")
    others = named.exclude(recipient_id=person).exclude(real_message_id=F("message_id"))
    addresses = others.exclude(deliverybody__address=None).values_list("deliverybody__address", flat=True)[:LESSONS]
    here = (address or "").rpartition("@")[2].lower()
    return bool(here) and any(one.rpartition("@")[2].lower() not in {"", here} for one in addresses)


def learn_from_sent(mailbox: Mailbox, heads: Sequence[Head]) -> int:
    """Learn the names of our mails among those that a Gmail mailbox sent; return how many were new. Locks each row.

    Called before the heads are stored, so that an answer in the same batch meets a name that is known.
    """
    sent = {head.provider_id: head for head in heads if SENT in head.labels}
    if not sent or mailbox.kind != Mailbox.Kind.GMAIL:
        return 0
    threads = [head.provider_thread_id for head in sent.values()]
    unnamed = Delivery.objects.filter(mailbox=mailbox, provider_thread_id__in=threads, real_message_id="")
    learned = 0
    for delivery_id, provider_id in unnamed.filter(provider_id__in=list(sent)).values_list("id", "provider_id"):
        name = _name_of(sent[provider_id])
        learned += bool(name) and learn_real_id(delivery_id, name)
    return learned


def due() -> list[int]:
    """Return the mailboxes with mails whose names did not come by themselves."""
    return list(_nameless().values_list("mailbox_id", flat=True).distinct()[:1000])


def look_up(mailbox_id: int) -> int:
    """Ask for the names of a mailbox's mails, the newest first; return how many were learned.

    Calls out, so no transaction may be open (TransactionOpen). What fails is asked for again at a later tick.
    """
    learned = 0
    try:
        with pool.transport_for(mailbox_id) as transport:
            for delivery in _nameless().filter(mailbox_id=mailbox_id).order_by("-id")[:MOST]:
                receipt = Receipt(delivery.provider_id, delivery.provider_thread_id, None, "")
                real = transport.real_message_id(receipt)
                learned += bool(real) and learn_real_id(delivery.id, str(real))
    except (CredentialError, CryptoError, EndpointRefused, ObjectDoesNotExist, TransportError):
        pass
    return learned


def _nameless() -> QuerySet[Delivery]:
    now = clock.now()
    return Delivery.objects.filter(
        real_message_id="",
        mailbox__kind=Mailbox.Kind.GMAIL,
        mailbox__state__in=READABLE,
        state__in=LEFT_US,
        settled_at__range=(now - GIVE_UP, now - COMES_BY_ITSELF),
    ).exclude(Q(provider_id="") | Q(provider_thread_id=""))


def _name_of(head: Head) -> str:
    """Return a head's Message-ID without brackets, "" where it has none."""
    (name, *_) = header_fields(head.headers).get(b"message-id", [b""])
    return name.decode("utf-8", "replace").strip().removeprefix("<").removesuffix(">")
