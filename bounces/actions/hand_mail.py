"""Mail in a Sent folder that this installation did not send: written by hand there, or sent by another tool.

It takes room of the mailbox's day, and it may be to somebody who is in a campaign: who hears two voices of one sender
takes neither for a person.
"""

from collections.abc import Collection, Mapping, Sequence

from django.db.models import Q

from app.actions import events
from app.models import Workspace
from bounces.core.outcomes import Outcome as Kind
from bounces.core.own_head import OwnHead
from bounces.core.reading import ANSWERS
from bounces.models import LearnedAddress, Outcome
from mailboxes.actions.recipients import key_of_text
from mailboxes.core.address import plain_spelling
from mailboxes.core.judged import ByHand
from mailboxes.inbound.base import Head
from mailboxes.models import Delivery, HandMail, InboundMessage, Mailbox, Recipient

SENT = "SENT"  # the label of what lies among the mail that a mailbox sent
MOST_PEOPLE = 100  # of one mail, their other addresses included: all are locked at once
WROTE = (Kind.REPLIED, Kind.CALENDAR_ANSWERED)  # outcomes of a person's own answer


def not_by_us(mailbox: Mailbox, heads: Sequence[Head], read: Mapping[str, OwnHead]) -> dict[str, ByHand]:
    """Return, by provider_id, which of these heads are in Sent and in no ledger of this installation, and to whom.

    Reads only; one statement where all of it is ours, five at most otherwise.
    """
    sent = [head for head in heads if SENT in head.labels]
    ours = ours_among(mailbox, sent, read) if sent else set()
    foreign = {head.provider_id: read[head.provider_id] for head in sent if head.provider_id not in ours}
    if not foreign:
        return {}
    people = _people(mailbox.workspace_id, {one for head in foreign.values() for one in head.receivers})
    answers = _answers(mailbox.workspace_id, foreign.values(), {one for ids in people.values() for one in ids})
    heads_by_name = {head.provider_id: head for head in sent}
    return {name: _by_hand(heads_by_name[name], one, people, answers) for name, one in foreign.items()}


def _by_hand(lies: Head, head: OwnHead, people: Mapping[str, Collection[int]], answers: Collection[str]) -> ByHand:
    named = {lies.provider_thread_id, *head.names} - {""}
    explained = head.by_itself or not named.isdisjoint(answers)
    known = dict.fromkeys(one for address in head.receivers for one in people.get(address, ()))
    return ByHand(
        sent_at=head.sent_at(lies.received_at),
        receivers=max(1, len(head.receivers)),
        people=() if explained else tuple(known)[:MOST_PEOPLE],
        by_tool=head.by_tool,
    )


def ours_among(mailbox: Mailbox, sent: Sequence[Head], read: Mapping[str, OwnHead]) -> set[str]:
    """Return which of these the ledger knows by any id that is left of them, whether their call was settled or not."""
    heads = {head.provider_id: read[head.provider_id] for head in sent}
    tokens = {one.token: name for name, one in heads.items() if one.token}
    names = {one.message_id: name for name, one in heads.items() if one.message_id}
    renamed = Q(real_message_id__in=list(names)) & ~Q(real_message_id="")  # as the index says it
    known = Q(token__in=list(tokens)) | Q(message_id__in=list(names)) | renamed
    if threads := [head.provider_thread_id for head in sent if head.provider_thread_id]:
        in_thread = Q(mailbox_id=mailbox.id, provider_thread_id__in=threads, provider_id__in=list(heads))
        known |= in_thread & ~Q(provider_thread_id="")
    rows = Delivery.objects.filter(known).values_list("token", "message_id", "real_message_id", "provider_id")
    found = {
        one
        for token, minted, real, provider_id in rows
        for one in (tokens.get(token), names.get(minted), names.get(real), provider_id)
    }
    return {one for one in found if one}


def _people(workspace_id: int, addresses: Collection[str]) -> dict[str, list[int]]:
    """Return the recipients whom each address may mean: its own, those of its spellings, and who answered from it.

    Of an address that the workspace does not know nothing is kept.
    """
    alike = Workspace.objects.filter(id=workspace_id, alike_addresses=True).exists()
    keys = {one: {key_of_text(one), *([key_of_text(plain_spelling(one))] if alike else [])} for one in addresses}
    wanted = sorted({key for each in keys.values() for key in each})
    spelled = Q(key__in=wanted) | Q(alike__in=wanted) if alike else Q(key__in=wanted)
    rows = Recipient.objects.filter(spelled, workspace_id=workspace_id).values_list("id", "key", "alike")
    known = list(rows)
    others: dict[int, list[int]] = {}
    learned = LearnedAddress.objects.filter(alias_id__in=[one for one, _, _ in known])
    for alias_id, person in learned.values_list("alias_id", "recipient_id"):
        others.setdefault(alias_id, []).append(person)
    return {
        address: [who for one, key, plain in known if each & {key, plain} for who in (one, *others.get(one, ()))]
        for address, each in keys.items()
    }


def _answers(workspace_id: int, heads: Collection[OwnHead], people: Collection[int]) -> set[str]:
    """Return the ids and threads of what persons wrote: of the messages that these name, and of these people."""
    names = {name for head in heads for name in head.names}
    wrote = Outcome.objects.filter(recipient_id__in=list(people), kind__in=WROTE, corrected_at=None)
    theirs = list(wrote.exclude(inbound_id=None).order_by("-id").values_list("inbound_id", flat=True)[:500])
    asked = Q(message_id__in=list(names)) | Q(id__in=theirs)
    found = InboundMessage.objects.filter(asked, workspace_id=workspace_id, own=False, kind__in=list(ANSWERS))
    rows = found.values_list("message_id", "provider_thread_id") if names or theirs else ()
    return {text for row in rows for text in row if text}


def people_of(message: InboundMessage) -> frozenset[int]:
    """Return whom a mail of the mailbox's own, which we did not send, is to, as far as we know them."""
    if not message.own:
        return frozenset()
    rows = HandMail.objects.filter(mailbox_id=message.mailbox_id, provider_id=message.provider_id)
    return frozenset(one for people in rows.values_list("people", flat=True) for one in people)


def heard(message: InboundMessage, *, warm_up: bool) -> None:
    """A mail of the mailbox's own was read: tell of the people it is to, or forget it where a service wrote it.

    In the caller's transaction, which holds the locks of people_of().
    """
    found = HandMail.objects.filter(mailbox_id=message.mailbox_id, provider_id=message.provider_id)
    if warm_up:
        found.delete()  # it is counted as what it is
        return
    for mail in found:
        for recipient_id in mail.people:
            events.append(
                kind="recipient.written_to",
                workspace_id=mail.workspace_id,
                subject_id=mail.id,
                recipient_id=recipient_id,
                data={"by": "tool" if mail.by_tool else "hand", "day": mail.local_day.isoformat()},
            )
