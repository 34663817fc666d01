"""Which of the messages whose headers a feed brought concern us; asked by mailboxes.actions.inbound, by a dotted name.

Two statements a batch, however many messages it holds; none for a mailbox that is there for outreach alone.
"""

from collections.abc import Sequence

from django.utils.module_loading import import_string

from app.questions import QUESTIONS
from bounces import queries
from bounces.core.concern import Facts, Reason, Traits, judge, read_traits
from mailboxes.actions.recipients import key_of_text
from mailboxes.core.judged import Judged
from mailboxes.inbound.base import Head
from mailboxes.models import Mailbox


def judged(mailbox: Mailbox, heads: Sequence[Head]) -> dict[str, Judged]:
    """Return what each head turned out to be, by provider_id; what the mailbox wrote itself has no reason.

    Reads only; locks nothing. Hostile headers raise nothing.
    """
    traits = {head.provider_id: read_traits(head.headers) for head in heads}
    threads = {head.provider_id: head.provider_thread_id for head in heads}
    foreign = [head.provider_id for head in heads if not head.own]
    if mailbox.purpose == Mailbox.Purpose.OUTREACH:
        reasons: dict[str, Reason | None] = dict.fromkeys(foreign, Reason.OUTREACH)
    else:
        facts = _facts(mailbox, [traits[name] for name in foreign], [threads[name] for name in foreign])
        reasons = {name: judge(traits[name], threads[name], facts) for name in foreign}
    return {name: _judged(one, reasons.get(name)) for name, one in traits.items()}


def _judged(traits: Traits, reason: Reason | None) -> Judged:
    return Judged(
        reason=reason or "",
        from_domain=traits.from_domain,
        names=traits.names,
        sender=traits.people[0] if traits.people else "",
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
