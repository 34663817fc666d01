"""The daily self-test of a host of opt-out links: look at a link as scanners do, then press it as mail programs do.

The link is a real one of its own purpose. It goes out to the public address and comes back to this database, so that
DNS, certificate, proxy, page and tokens are all in it. Nobody is stopped by it.
"""

import logging

from app import gates
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.models import Installation
from app.queries import born
from bounces.actions import link_hosts
from bounces.actions.unsubscribe import keys
from bounces.core.link_gate import SENTENCES, Fault, Standing, after
from bounces.core.tokens import Purpose, sign
from bounces.models import LinkHost
from mailboxes.actions.accounts import allowed
from mailboxes.core.states import MailboxState
from mailboxes.models import Mailbox
from mailboxes.wire.http_client import Answer
from mailboxes.wire.public_page import NotReached, Visitor

log = logging.getLogger(__name__)

ONE_CLICK = "List-Unsubscribe=One-Click"
BUTTON = b'<form method="post"'


class _Wrong(Exception):
    """Ends a self-test with what it found."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


def run_due() -> int:
    """Test the hosts that are due; return how many were tested. Nothing in a rehearsal: it has no public address."""
    if born() == Installation.Kind.REHEARSAL:
        return 0
    link_hosts.know_own()
    due = link_hosts.claim_due()
    for host_id in due:
        run(host_id)
    return len(due)


def run(host_id: int) -> Fault | None:
    """Test one host now and open or close its gate by the result; None: everything is right.

    No transaction is open while the requests go out. Where another process began a newer self-test of the host
    meanwhile, that one's result counts. Raises Refused in a rehearsal, Busy.
    """
    if born() == Installation.Kind.REHEARSAL:
        raise Refused("A rehearsal has no public address: there is nothing to test.")
    host = link_hosts.next_probe(host_id)
    if host is None:
        raise Refused("There is no such host.")
    fault = _found(host)
    in_transaction(lambda: _decided(host, fault))
    return fault


def _found(host: LinkHost) -> Fault | None:
    link = f"{host.base}/u/{sign(keys(), Purpose.SELF_TEST, host.id, host.probe)}"
    try:
        with Visitor(allowed()) as visitor:
            _looked(visitor, link, host)
            _pressed(visitor, link, host)
    except NotReached as error:
        return Fault(error.why)
    except _Wrong as wrong:
        return wrong.fault
    return None


def _looked(visitor: Visitor, link: str, host: LinkHost) -> None:
    """GET and HEAD show a page with a button, and change nothing."""
    for method in ("GET", "HEAD"):
        answer = visitor.ask(method, link)
        _plain(answer)
        if _heard(host):
            raise _Wrong(Fault.LOOKING_ACTS)
        if method == "GET" and (BUTTON not in answer.body or "noindex" not in answer.headers.get("x-robots-tag", "")):
            raise _Wrong(Fault.NOT_THE_PAGE)


def _pressed(visitor: Visitor, link: str, host: LinkHost) -> None:
    """A bare POST is answered without a redirect, and arrives in this database."""
    _plain(visitor.ask("POST", link, form=ONE_CLICK))
    if not _heard(host):
        raise _Wrong(Fault.NOT_HEARD)


def _plain(answer: Answer) -> None:
    if 300 <= answer.status < 400:
        raise _Wrong(Fault.REDIRECT)
    if answer.status not in {200, 202}:
        raise _Wrong(Fault.STATUS)
    if "set-cookie" in answer.headers:
        raise _Wrong(Fault.COOKIE)


def _heard(host: LinkHost) -> bool:
    return LinkHost.objects.filter(id=host.id, probe=host.probe, heard_at__isnull=False).exists()


def _decided(host: LinkHost, fault: Fault | None) -> None:
    """Store the result. A closing takes the gates of every workspace it concerns: no permit is granted after it.

    The gates come before the row, in the order of their workspaces; a permit takes its own one shared.
    """
    before = link_hosts.standing_of(host)
    then = after(before, fault, clock.now())
    concerned = _workspaces(host)
    closes = then.closed_at is not None and before.closed_at is None
    if closes:
        for workspace_id in concerned:
            gates.close(f"workspace:{workspace_id}")
    if not _written(host, then):
        return
    link_hosts.settle()
    if closes:
        log.error("opt-out links of %s failed their self-test: %s", host.domain or "BASE_URL", fault)
    opens = then.closed_at is None and (before.closed_at is not None or before.passed_at is None) and fault is None
    if closes or opens:
        _tell(host, "links.closed" if closes else "links.open", concerned, then)


def _written(host: LinkHost, then: Standing) -> bool:
    newest = LinkHost.objects.filter(id=host.id, probe=host.probe, base=host.base)
    return (
        newest.update(
            passed_at=then.passed_at,
            failures=then.failures,
            closed_at=then.closed_at,
            reason=then.reason,
            next_test_at=then.next_test_at,
            tested_at=clock.now(),
        )
        == 1
    )


def _workspaces(host: LinkHost) -> list[int]:
    """Return the workspaces whose mail may name the host, in key order."""
    sending = Mailbox.objects.exclude(state=MailboxState.DISCONNECTED)
    if host.domain != link_hosts.OWN:
        sending = sending.filter(address__iendswith=f"@{host.domain}")
    return sorted(set(sending.values_list("workspace_id", flat=True)))


def _tell(host: LinkHost, kind: str, concerned: list[int], then: Standing) -> None:
    for workspace_id in concerned:
        data = {"host": host.id} | ({"reason": then.reason} if then.reason else {})
        events.append(kind=kind, workspace_id=workspace_id, subject_id=workspace_id, data=data)


def told(fault: Fault | None) -> str:
    """Return the result as a sentence's end."""
    return "works" if fault is None else f"does not work: {SENTENCES[fault]}"
