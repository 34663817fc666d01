"""Which public host a mail's opt-out link names, and whether it is good: one for each sending domain, else BASE_URL.

A rehearsal has one host, this machine, and no gates.
"""

from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection
from django.db.models import F, Q, QuerySet

from app import sql
from app.actions import clock
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.gates import number
from app.models import Installation
from app.queries import born
from bounces.core.link_gate import GOOD_FOR, SENTENCES, Standing
from bounces.models import LinkHost
from mailboxes.core.address import AddressError, parse_domain
from mailboxes.wire.endpoints import is_loopback

OWN = ""  # the domain of the row that stands for BASE_URL
CLAIM = timedelta(minutes=10)  # true time for which one process alone tests a host


def public_base() -> str:
    """Return BASE_URL if mail programs elsewhere could use it, else "": they press no link that is not https."""
    url = urlsplit(settings.BASE_URL)
    usable = url.scheme == "https" and not is_loopback(url.hostname or "localhost")
    return str(settings.BASE_URL) if usable else ""


def standing_of(host: LinkHost) -> Standing:
    """Return what is stored of a host as its gate is judged by."""
    return Standing(host.passed_at, host.failures, host.closed_at, host.reason, host.next_test_at)


def host_for(domain: str) -> LinkHost | None:
    """Return the host that mail of a sending domain names: its own once that passed a self-test, else BASE_URL's.

    None: neither ever passed, so there is no link. `settle` writes the same to the mailboxes, where permits read it.
    """
    ours = ~Q(domain=OWN) | Q(base=settings.BASE_URL)
    found = LinkHost.objects.filter(ours, domain__in=[domain, OWN], passed_at__isnull=False)
    return found.order_by("-domain").first()


def base_for(domain: str) -> str:
    """Return the base URL of the links in mail of a sending domain; "": there are none. A rehearsal's is BASE_URL."""
    if born() == Installation.Kind.REHEARSAL:
        return str(settings.BASE_URL)
    host = host_for(domain)
    return host.base if host else ""


def settle() -> int:
    """Write to every mailbox which host its links name, and until when that is good; return how many changed.

    In the caller's transaction, which waits for another one that does the same. A mailbox that was connected since the
    last time has no link yet.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number("link_hosts")])
    return sql.run("bounces", "settle_links", {"base_url": settings.BASE_URL, "good_for": GOOD_FOR})


def know_own() -> None:
    """Make or change the row of BASE_URL, where it is public, and settle what mailboxes name. Nothing in a rehearsal.

    A changed address has to be tested before it is named.
    """
    if born() == Installation.Kind.REAL:
        in_transaction(_known)


def _known() -> None:
    base = public_base()
    if base:
        _own_row(base)
    settle()


def _own_row(base: str) -> None:
    now = clock.now()
    _, new = LinkHost.objects.get_or_create(domain=OWN, defaults={"base": base, "next_test_at": now, "created_at": now})
    if not new:
        _renamed(LinkHost.objects.filter(domain=OWN).exclude(base=base), base)


def set_host(domain: str, host: str) -> LinkHost:
    """Let mail of a sending domain name a host of its own, from its first passed self-test on. Raises Refused.

    Links that left before keep the host they named: leave its DNS name and certificate as they are.
    """
    try:
        sender = parse_domain(domain)
        name, _, port = host.partition(":")
        parsed = parse_domain(name)
    except AddressError as error:
        raise Refused(str(error)) from error
    if sender.subdomains or parsed.subdomains or (port and not port.isdecimal()):
        raise Refused("Name one sending domain and one host, such as example.com and links.example.com.")
    base = f"https://{parsed.domain}:{port}" if port else f"https://{parsed.domain}"

    def work() -> LinkHost:
        now = clock.now()
        values = {"base": base, "next_test_at": now, "created_at": now}
        made, new = LinkHost.objects.get_or_create(domain=sender.domain, defaults=values)
        if not new and made.base != base:
            _renamed(LinkHost.objects.filter(id=made.id), base)
        settle()
        return LinkHost.objects.get(id=made.id)

    return in_transaction(work)


def _renamed(hosts: QuerySet[LinkHost], base: str) -> None:
    """Another host is another thing: what was known of the one before says nothing about it."""
    hosts.update(base=base, passed_at=None, closed_at=None, failures=0, reason="", next_test_at=clock.now())


def remove_host(domain: str) -> bool:
    """Let mail of a sending domain name BASE_URL again; False: it had no host of its own."""

    def work() -> bool:
        gone, _ = LinkHost.objects.filter(domain=domain.strip().lower()).exclude(domain=OWN).delete()
        settle()
        return gone > 0

    return in_transaction(work)


def claim_due() -> list[int]:
    """Return the hosts whose self-test is due, each for this process alone for some minutes."""
    now = clock.now()
    due = LinkHost.objects.filter(next_test_at__lte=now).filter(~Q(domain=OWN) | Q(base=settings.BASE_URL))
    return [
        host_id
        for host_id in list(due.order_by("next_test_at").values_list("id", flat=True))
        if LinkHost.objects.filter(id=host_id, next_test_at__lte=now).update(next_test_at=now + CLAIM) == 1
    ]


def next_probe(host_id: int) -> LinkHost | None:
    """Number a new self-test of a host, whose press nobody heard yet; None: the host was removed."""
    LinkHost.objects.filter(id=host_id).update(probe=F("probe") + 1, heard_at=None)
    return LinkHost.objects.filter(id=host_id).first()


def heard(host_id: int, probe: int) -> bool:
    """Note that the press of a self-test arrived; False: it was not the newest one."""
    newest = LinkHost.objects.filter(id=host_id, probe=probe)
    return newest.update(heard_at=clock.now()) == 1


@dataclass(frozen=True, slots=True)
class Notice:
    """What every page says of opt-out links that do not work: there are none, or some hosts failed their self-test."""

    none: bool
    cap: int
    closed: list[tuple[str, str]]  # sending domain ("": all others) and why
    base: str = ""  # where there is none: BASE_URL if it is a public one that did not pass
    why: str = ""


def notice() -> Notice | None:
    """Return what has to be said, None while every mail's link is good; a rehearsal has nothing to say.

    Answers the question `do_opt_out_links_work`. At most three statements in a real database.
    """
    if born() == Installation.Kind.REHEARSAL:
        return None
    now = clock.now()
    passed = LinkHost.objects.filter(passed_at__isnull=False).filter(~Q(domain=OWN) | Q(base=settings.BASE_URL))
    hosts = list(passed.order_by("domain"))
    bad = [(host.domain, _why(host)) for host in hosts if not standing_of(host).good(now)]
    none = not any(host.domain == OWN for host in hosts)
    if not (none or bad):
        return None
    base = public_base() if none else ""
    own = LinkHost.objects.filter(domain=OWN, base=base).first() if base else None
    why = _why(own) if own and own.tested_at else "it was never tested"
    return Notice(none, settings.WITHOUT_LINK_HOST_PER_DAY, bad, base, why)


def _why(host: LinkHost) -> str:
    return SENTENCES.get(host.reason, "it was not tested for two days")
