"""Which DMARC record governs a domain, and can it be read? RFC 9989, which took the place of RFC 7489.

The organizational domain is found by walking up the name tree, so no list of public suffixes is needed.
"""

from dataclasses import dataclass

from mailboxes.core.health.findings import Ask, Check, Code, Finding, failed, passed, unanswered
from mailboxes.core.health.tags import read_tags

VERSION = "DMARC1"
POLICIES = frozenset({"none", "quarantine", "reject"})
MOST_STEPS = 8  # RFC 9989, 4.10: names looked at on the way up


@dataclass(frozen=True, slots=True)
class _Found:
    name: str
    tags: dict[str, str]


def check_dmarc(domain: str, ask: Ask) -> Finding:
    """Check the policy of a domain in wire form, its own or that of the organization above it.

    `data` of a pass: policy, and organization, the domain under which identities are aligned.
    """
    walked: list[_Found] = []
    for name in _way_up(domain):
        texts = ask(f"_dmarc.{name}", "TXT")
        if texts is None:
            return unanswered(Check.DMARC)
        records = [text for text in texts if _is_one(text)]
        if len(records) > 1 and name == domain:
            return failed(Check.DMARC, Code.DMARC_TWO)
        if len(records) == 1:
            walked.append(_Found(name, read_tags(records[0]) or {}))
            if walked[-1].tags.get("psd") in {"y", "n"}:
                break
    return _judged(domain, walked)


def _judged(domain: str, walked: list[_Found]) -> Finding:
    if not walked:
        return failed(Check.DMARC, Code.DMARC_MISSING)
    organization = _organization(domain, walked)
    own = next((one for one in walked if one.name == domain), None)
    governing = own or next((one for one in walked if one.name == organization), walked[-1])
    policy = governing.tags.get("p", "none" if governing.tags.get("rua") else "")
    if own is None:
        policy = governing.tags.get("sp", policy)
    if not governing.tags or policy.lower() not in POLICIES:
        return failed(Check.DMARC, Code.DMARC_SYNTAX)
    return passed(Check.DMARC, policy=policy.lower(), organization=organization)


def _organization(domain: str, walked: list[_Found]) -> str:
    """Return the organizational domain: below a public suffix that says so, else the highest name with a record."""
    last = walked[-1]
    if last.tags.get("psd") == "y" and last.name != domain:
        labels = domain.split(".")
        return ".".join(labels[-(last.name.count(".") + 2) :])
    return last.name


def _way_up(domain: str) -> list[str]:
    """Return the domain and those above it; of a very deep one the lowest and the highest seven."""
    labels = domain.split(".")
    names = [".".join(labels[place:]) for place in range(len(labels))]
    return names if len(names) <= MOST_STEPS else [names[0], *names[-(MOST_STEPS - 1) :]]


def _is_one(text: str) -> bool:
    name, sign, value = text.partition(";")[0].partition("=")
    return bool(sign) and name.strip() == "v" and value.strip() == VERSION
