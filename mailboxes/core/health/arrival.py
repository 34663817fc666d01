"""From the head of a probe as it arrived to findings: what the receiver itself said of its authentication."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mailboxes.core.header_block import fields_in_order, header_fields
from mailboxes.core.health.alignment import aligned, domain_of
from mailboxes.core.health.findings import Check, Code, Finding, failed, passed, unknown
from mailboxes.core.health.receivers import own_names, own_stamps, statements_of, written_at_home, written_by
from mailboxes.core.health.stamps import Stamp, Statement
from mailboxes.core.health.tags import read_tags

MOST_SIGNATURES = 20
AGAIN = frozenset({"temperror"})  # the receiver itself could not tell
SIGNERS = ("header.d", "header.i")
SENDERS = ("smtp.mailfrom", "smtp.helo")


@dataclass(frozen=True, slots=True)
class Signer:
    """The domain and selector that signed the mail, as its receiver verified it or as it claims itself."""

    domain: str
    selector: str


@dataclass(frozen=True, slots=True)
class Way:
    """From whom to whom: the domain of From, the organization that governs it, and the mailbox that received it.

    verified: whose signatures were verified by ourselves, where the receiver says nothing.
    """

    author: str
    organization: str
    receiver: str  # its domain
    receiver_mx: tuple[str, ...]
    receiver_server: str = ""  # where it is read
    to_itself: bool = False
    in_spam: bool = False
    verified: tuple[Signer, ...] = ()


def read_arrival(head: bytes, way: Way) -> tuple[Finding, ...]:
    """Return a finding for each check that the arrival answers. Linear, never raises, keeps no address."""
    fields = header_fields(head)
    server = written_by(fields.get(b"received", []))
    names = own_names(way.receiver, way.receiver_mx, (way.receiver_server, server))
    stamps = own_stamps(written_at_home(fields_in_order(head), names), names)
    signer = _signer(fields, stamps, way)
    learned = {"domain": signer.domain, "selector": signer.selector} if signer else {}
    if not stamps:
        return _unstamped(way, learned)
    spf, dkim = statements_of(stamps, "spf"), statements_of(stamps, "dkim")
    return (
        passed(Check.ARRIVAL, Code.IN_SPAM if way.in_spam else Code.GOOD, **learned),
        _of_spf(spf),
        _of_dkim(dkim, way),
        _of_dmarc(statements_of(stamps, "dmarc"), _aligned(spf, SENDERS, way) or _aligned(dkim, SIGNERS, way)),
    )


def _unstamped(way: Way, learned: Mapping[str, str]) -> tuple[Finding, ...]:
    """It arrived, and its receiver says nothing: a signature that holds is proof all the same.

    Without one a mail to oneself proves that much, and a mail to somebody else nothing.
    """
    ours = [one for one in way.verified if aligned(one.domain, way.author, way.organization)]
    if ours:
        told = {"domain": ours[0].domain, "selector": ours[0].selector}
        arrival = passed(Check.ARRIVAL, Code.IN_SPAM if way.in_spam else Code.GOOD, **told)
        return (arrival, passed(Check.DKIM, Code.OWN_CHECK), passed(Check.DMARC, Code.OWN_CHECK))
    if way.to_itself:
        return (passed(Check.ARRIVAL, Code.SELF_ADDRESSED, **learned),)
    code = Code.IN_SPAM if way.in_spam else Code.GOOD
    return (passed(Check.ARRIVAL, code, **learned), unknown(Check.DMARC, Code.UNSTAMPED))


def _of_spf(said: Sequence[Statement]) -> Finding:
    if not said:
        return unknown(Check.SPF, Code.UNSTAMPED)
    return _plain(Check.SPF, said[0])


def _of_dkim(said: Sequence[Statement], way: Way) -> Finding:
    """One good signature is enough; that of another domain is only a note, for alignment is judged by DMARC."""
    good = [one for one in said if one.result == "pass"]
    if good:
        return passed(Check.DKIM, Code.GOOD if _aligned(good, SIGNERS, way) else Code.NOT_ALIGNED)
    told = [one for one in said if one.result != "none"]
    if not said:
        return unknown(Check.DKIM, Code.UNSTAMPED)
    return _plain(Check.DKIM, told[0]) if told else failed(Check.DKIM, Code.NOT_SIGNED)


def _of_dmarc(said: Sequence[Statement], is_aligned: bool) -> Finding:  # noqa: FBT001 - the one fact beside it
    """What the receiver says; where it does not judge by DMARC, what follows from the two others."""
    result = said[0].result if said else ""
    if result in {"pass", "fail", "temperror", "permerror"}:
        found = _plain(Check.DMARC, said[0])
        return failed(Check.DMARC, Code.NOT_ALIGNED) if result == "fail" else found
    return passed(Check.DMARC) if is_aligned else failed(Check.DMARC, Code.NOT_ALIGNED)


def _plain(check: Check, one: Statement) -> Finding:
    if one.result == "pass":
        return passed(check)
    if one.result in AGAIN:
        return unknown(check, Code.UNANSWERED)
    return failed(check, Code.REFUSED_BY_RECEIVER, said=one.result[:20])


def _aligned(said: Iterable[Statement], names: Sequence[str], way: Way) -> bool:
    good = [one for one in said if one.result == "pass"]
    domains = (domain_of(next((one.value(name) for name in names if one.value(name)), "")) for one in good)
    return any(aligned(domain, way.author, way.organization) for domain in domains)


def _signer(fields: Mapping[bytes, list[bytes]], stamps: Sequence[Stamp], way: Way) -> Signer | None:
    """Return who signed for the author's domain: as verified, else as claimed by the signature itself."""
    claimed = [_claimed(value) for value in fields.get(b"dkim-signature", [])[:MOST_SIGNATURES]]
    verified = [
        Signer(domain_of(one.value("header.d") or one.value("header.i")), one.value("header.s").lower())
        for one in statements_of(stamps, "dkim")
        if one.result == "pass"
    ]
    candidates = [*verified, *claimed]
    ours = [one for one in candidates if one.selector and aligned(one.domain, way.author, way.organization)]
    others = [one for one in verified if one.selector and one.domain]
    return next(iter([*ours, *others]), None)


def _claimed(value: bytes) -> Signer:
    tags = read_tags(value.decode("utf-8", "replace")) or {}
    return Signer(domain_of(tags.get("d", "")), tags.get("s", "").lower()[:63])
