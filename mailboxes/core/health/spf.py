"""Is a domain's SPF record one that receivers can use? RFC 7208, as far as the record itself tells.

Who exactly may send is not judged here: the probe's receiver does that. What makes every receiver give up is: no
record, two of them, one that cannot be read, more than ten terms that ask the name servers, more than two of these
that find nothing, or an include of a domain that has none.
"""

from dataclasses import dataclass, field

from mailboxes.core.health.findings import Ask, Check, Code, Finding, failed, passed, unanswered
from mailboxes.core.health.spf_terms import SpfError, Term, read_record

MOST_LOOKUPS = 10  # RFC 7208, 4.6.4
MOST_VOID = 2
MOST_HOSTS = 10  # MX hosts of one mx
VERSION = "v=spf1"
ALL_QUALIFIERS = {"+": Code.SPF_ANYBODY, "?": Code.SPF_OPEN_END}


class _Unanswered(Exception):
    """The name servers did not answer one of the questions."""


@dataclass(slots=True)
class _Count:
    """How much was asked so far; raises SpfError at the first question too many."""

    ask: Ask
    lookups: int = 0
    void: int = 0
    within: list[str] = field(default_factory=list)

    def term(self) -> None:
        self.lookups += 1
        if self.lookups > MOST_LOOKUPS:
            raise SpfError(Code.SPF_LOOKUPS)

    def records(self, name: str, kind: str) -> tuple[str, ...]:
        found = self.ask(name, kind)
        if found is None:
            raise _Unanswered
        return found

    def found_something(self, found: object) -> None:
        if not found:
            self.void += 1
            if self.void > MOST_VOID:
                raise SpfError(Code.SPF_VOID)


def check_spf(domain: str, ask: Ask) -> Finding:
    """Check the record of a domain in wire form; asks for it, and for what it includes, and nothing else."""
    texts = ask(domain, "TXT")
    if texts is None:
        return unanswered(Check.SPF)
    records = spf_records(texts)
    if len(records) != 1:
        return failed(Check.SPF, Code.SPF_TWO if records else Code.SPF_MISSING)
    count = _Count(ask)
    try:
        terms = read_record(records[0])
        _follow(domain, terms, count)
    except SpfError as error:
        return failed(Check.SPF, error.code, lookups=count.lookups)
    except _Unanswered:
        return unanswered(Check.SPF)
    return _ended(terms, count.lookups)


def spf_records(texts: tuple[str, ...]) -> list[str]:
    """Return the SPF records among a domain's TXT records."""
    return [text for text in texts if text.lower() == VERSION or text.lower().startswith(f"{VERSION} ")]


def _ended(terms: tuple[Term, ...], lookups: int) -> Finding:
    """Judge how the domain's own record ends: with nothing said of everybody else, or with everybody let in."""
    ending = next((term for term in terms if term.name == "all"), None)
    if ending is None:
        redirected = any(term.name == "redirect" for term in terms)
        return passed(Check.SPF, Code.GOOD if redirected else Code.SPF_OPEN_END, lookups=lookups)
    code = ALL_QUALIFIERS.get(ending.qualifier, Code.GOOD)
    if code is Code.SPF_ANYBODY:
        return failed(Check.SPF, code, lookups=lookups)
    return passed(Check.SPF, code, lookups=lookups)


def _follow(domain: str, terms: tuple[Term, ...], count: _Count) -> None:
    """Count what the terms ask for, includes and the redirect followed; what stands behind `all` is never reached."""
    count.within.append(domain)
    reached = _reached(terms)
    for term in reached:
        if term.asks:
            count.term()
            _ask(domain, term, count)
    count.within.pop()


def _reached(terms: tuple[Term, ...]) -> list[Term]:
    mechanisms = [term for term in terms if not term.is_modifier]
    ends = next((place for place, term in enumerate(mechanisms) if term.name == "all"), None)
    if ends is not None:
        return mechanisms[:ends]
    return mechanisms + [term for term in terms if term.name == "redirect"]


def _ask(domain: str, term: Term, count: _Count) -> None:
    target = term.target or domain
    if term.has_macro or term.name == "ptr":  # depends on who connects
        return
    if term.name in {"include", "redirect"}:
        _include(target, count)
    elif term.name == "mx":
        hosts = count.records(target, "MX")
        count.found_something(hosts)
        if len(hosts) > MOST_HOSTS:
            raise SpfError(Code.SPF_LOOKUPS)
    else:
        count.found_something(count.records(target, "A") or (term.name == "a" and count.records(target, "AAAA")))


def _include(target: str, count: _Count) -> None:
    if target in count.within:
        raise SpfError(Code.SPF_LOOKUPS)
    texts = count.records(target, "TXT")
    count.found_something(texts)
    records = spf_records(texts)
    if len(records) != 1:
        raise SpfError(Code.SPF_INCLUDE)
    _follow(target, read_record(records[0]), count)
