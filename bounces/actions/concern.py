"""Which of the messages whose headers a feed brought concern us; asked by mailboxes.actions.inbound, by a dotted name.

A few statements a batch, however many messages it holds; one for a mailbox that is there for outreach alone and wrote
nothing itself.
"""

from collections.abc import Mapping, Sequence

from django.utils.module_loading import import_string

from app.questions import QUESTIONS
from bounces import queries
from bounces.actions import own_mail, probes
from bounces.core.concern import Facts, Reason, Traits, judge, read_traits
from bounces.core.markers import found_in_head
from bounces.core.reading import Kind
from mailboxes.actions.recipients import key_of_text
from mailboxes.core.judged import Judged
from mailboxes.inbound.base import Head
from mailboxes.models import Mailbox


def judged(mailbox: Mailbox, heads: Sequence[Head]) -> dict[str, Judged]:
    """Return what each head turned out to be, by provider_id; what the mailbox wrote itself seldom has a reason.

    Reads only; locks nothing. Hostile headers raise nothing.
    """
    markers = queries.markers_of(mailbox.id)
    found = own_mail.judged(mailbox, [head for head in heads if head.own], markers)
    foreign = [head for head in heads if not head.own]
    traits = {head.provider_id: read_traits(head.headers) for head in foreign}
    reasons = _reasons(mailbox, foreign, traits)
    for head in foreign:
        reason = reasons[head.provider_id]
        place = "" if reason else found_in_head(head.headers, markers)
        found[head.provider_id] = _judged(traits[head.provider_id], reason, place)
    for name, why in probes.among(mailbox, heads).items():
        found[name] = Judged(reason=why, from_domain=found[name].from_domain)
    return found


def _reasons(mailbox: Mailbox, heads: Sequence[Head], traits: Mapping[str, Traits]) -> dict[str, Reason | None]:
    if mailbox.purpose == Mailbox.Purpose.OUTREACH:
        return {head.provider_id: Reason.OUTREACH for head in heads}
    facts = _facts(mailbox, list(traits.values()), [head.provider_thread_id for head in heads])
    return {head.provider_id: judge(traits[head.provider_id], head.provider_thread_id, facts) for head in heads}


def _judged(traits: Traits, reason: Reason | None, place: str) -> Judged:
    return Judged(
        reason=reason or "",
        from_domain=traits.from_domain,
        names=traits.names,
        sender=traits.people[0] if traits.people else "",
        kind=Kind.WARM_UP if place else "",
        rule=f"marker-{place}" if place else "headers",
    )


def _facts(mailbox: Mailbox, traits: Sequence[Traits], threads: Sequence[str]) -> Facts:
    """Ask once for all that the batch names."""
    if not traits:
        return Facts()
    people = {key_of_text(one): one for trait in traits for one in trait.people}
    domains = sorted({domain for trait in traits for domain in trait.domains})
    known = queries.known_of(
        mailbox,
        names=sorted({name for trait in traits for name in trait.names}),
        threads=sorted({thread for thread in threads if thread}),
        keys=sorted(people),
        subjects=sorted({trait.answered_subject for trait in traits if trait.answered_subject}),
        domains=domains,
    )
    foreign = [domain for domain in domains if domain not in known["house"]]
    contacts, companies = import_string(QUESTIONS["whom_do_we_write_to"])(mailbox.workspace_id, sorted(people), foreign)
    return Facts(
        names=known["name"],
        threads=known["thread"],
        people=frozenset(people[key] for key in known["person"] | contacts),
        domains=companies,
        subjects=known["subject"],
    )
