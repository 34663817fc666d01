"""Can a sending domain be answered? Its MX records (RFC 5321, 5.1, and RFC 7505)."""

from mailboxes.core.health.findings import Ask, Check, Code, Finding, failed, passed, unanswered

LOOKED_AT = 5  # hosts


def check_mx(domain: str, ask: Ask) -> Finding:
    """Check where answers and bounces to a domain in wire form would go. MX answers are `preference host`."""
    found = ask(domain, "MX")
    if found is None:
        return unanswered(Check.MX)
    hosts = mx_hosts(found)
    if found and not hosts:
        return failed(Check.MX, Code.MX_NULL)
    if not hosts:
        return _without(domain, ask)
    answers = [_has_address(host, ask) for host in hosts[:LOOKED_AT]]
    if any(answers):
        return passed(Check.MX, hosts=list(hosts[:LOOKED_AT]))
    return unanswered(Check.MX) if None in answers else failed(Check.MX, Code.MX_NO_HOST)


def mx_hosts(found: tuple[str, ...]) -> tuple[str, ...]:
    """Return the hosts of MX answers, the preferred first, in lower case; the null MX is none."""
    pairs = sorted((int(preference), host) for preference, _, host in (one.partition(" ") for one in found))
    names = (host.lower().rstrip(".") for _, host in pairs)
    return tuple(name for name in names if name)


def _without(domain: str, ask: Ask) -> Finding:
    """Without MX the domain's own address takes its mail, if it has one."""
    there = _has_address(domain, ask)
    if there is None:
        return unanswered(Check.MX)
    return passed(Check.MX, Code.MX_IMPLICIT) if there else failed(Check.MX, Code.MX_MISSING)


def _has_address(host: str, ask: Ask) -> bool | None:
    answers = [ask(host, "A")]
    if not answers[0]:
        answers.append(ask(host, "AAAA"))
    if any(answers):
        return True
    return None if None in answers else False
