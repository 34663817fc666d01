"""What a mailbox wrote itself, told from headers: by hand to whom we know, by a warm-up service, or by us.

An answer that somebody wrote in their own mail program ends the waiting of whom it answers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db.models import Q
from django.utils.module_loading import import_string

from app.questions import QUESTIONS
from bounces import queries
from bounces.actions.hand_mail import not_by_us
from bounces.core.concern import Reason
from bounces.core.markers import found_in_head
from bounces.core.own_head import OwnHead, read_own
from bounces.core.reading import Kind, Marker, Place
from mailboxes.actions.recipients import key_of_text
from mailboxes.core.judged import Judged
from mailboxes.inbound.base import Head
from mailboxes.models import Delivery, InboundMessage, Mailbox


def judged(mailbox: Mailbox, heads: Sequence[Head], markers: Sequence[Marker]) -> dict[str, Judged]:
    """Return what each head of our own mail is, by provider_id. Reads only; a few statements, two more for marked ones.

    One that a marker in its body may tell is fetched whole, in a mailbox that is there for outreach alone.
    """
    every = {head.provider_id: read_own(head.headers) for head in heads}
    read = {name: one for name, one in every.items() if not one.ours}
    by_hand = [head for head in heads if head.provider_id in read]
    about = _whom_they_answer(mailbox, by_hand, read)
    free = [head for head in by_hand if head.provider_id not in about]
    marked = {head.provider_id: place for head in free if (place := found_in_head(head.headers, markers))}
    bodies = mailbox.purpose == Mailbox.Purpose.OUTREACH and any(one.place is Place.BODY for one in markers)
    asked = [head.provider_id for head in free if bodies or head.provider_id in marked]
    known = _known(mailbox, [one for name in asked for one in read[name].receivers])
    strangers = [name for name in asked if known.isdisjoint(read[name].receivers)]
    hand = not_by_us(mailbox, heads, every)
    found = {name: Judged(about=about.get(name), hand=hand.get(name)) for name in every}
    for name in strangers:
        place = marked.get(name, "")
        warm_up = Judged(kind=Kind.WARM_UP, rule=f"marker-{place}")
        found[name] = warm_up if place else replace(found[name], reason=Reason.OWN)
    return found


def _whom_they_answer(mailbox: Mailbox, heads: Sequence[Head], read: Mapping[str, OwnHead]) -> dict[str, int]:
    """Return the recipient whose mail or whose answer each head names, by provider_id."""
    names = sorted({name for head in heads for name in read[head.provider_id].names})
    threads = sorted({head.provider_thread_id for head in heads} - {""})
    people = _of_ids(mailbox, names) if names else {}
    by_thread = _of_threads(mailbox, threads) if threads else {}
    answered: dict[str, int] = {}
    for head in heads:
        ids = [people[name] for name in read[head.provider_id].names if name in people]
        person = ids[0] if ids else by_thread.get(head.provider_thread_id)
        if person is not None:
            answered[head.provider_id] = person
    return answered


def _of_ids(mailbox: Mailbox, names: Sequence[str]) -> dict[str, int]:
    renamed = Q(real_message_id__in=names) & ~Q(real_message_id="")  # as its index says it
    sent = Delivery.objects.filter(Q(message_id__in=names) | renamed)
    sent = sent.filter(workspace_id=mailbox.workspace_id).exclude(kind__in=queries.UNPERSONAL)
    found: dict[str, int] = {}
    for minted, real, person in sent.values_list("message_id", "real_message_id", "recipient_id"):
        found |= {minted: person, real: person}
    came = InboundMessage.objects.filter(workspace_id=mailbox.workspace_id, message_id__in=names)
    answers = came.filter(recipient_id__isnull=False).values_list("message_id", "recipient_id")
    return found | {name: person for name, person in answers if person is not None}


def _of_threads(mailbox: Mailbox, threads: Sequence[str]) -> dict[str, int]:
    sent = Delivery.objects.filter(mailbox_id=mailbox.id, provider_thread_id__in=threads)
    newest = sent.exclude(kind__in=queries.UNPERSONAL).order_by("id").values_list("provider_thread_id", "recipient_id")
    return dict(newest)


def _known(mailbox: Mailbox, addresses: Sequence[str]) -> frozenset[str]:
    """Return which of these addresses are of people whom we write to."""
    keys = {key_of_text(one): one for one in addresses}
    if not keys:
        return frozenset()
    nothing: dict[str, list[str]] = {word: [] for word in ("names", "threads", "subjects", "domains")}
    mailed = queries.known_of(mailbox, keys=sorted(keys), **nothing)["person"]
    contacts, _ = import_string(QUESTIONS["whom_do_we_write_to"])(mailbox.workspace_id, sorted(keys), [])
    return frozenset(keys[key] for key in mailed | contacts)
