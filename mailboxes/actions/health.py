"""Keeps what is found of a mailbox's health, and asks the name servers about its domain. Judged by admission."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models.functions import Coalesce

from app.actions import clock, events
from app.actions.attempts import in_transaction
from mailboxes.actions.accounts import allowed
from mailboxes.core.health.alignment import domain_of
from mailboxes.core.health.findings import Ask, Check, Finding, Result, Source
from mailboxes.core.health.key_record import check_dkim, guess_dkim, usual_selectors
from mailboxes.core.health.mail_exchange import check_mx, mx_hosts
from mailboxes.core.health.policy_record import check_dmarc
from mailboxes.core.health.spf import check_spf
from mailboxes.models import DkimKey, HealthCheck, Mailbox, Probe
from mailboxes.wire.records import Records

PROBES_KEPT = timedelta(days=60)  # true time; one that is late has arrived by then, or never will
KEPT = timedelta(days=90)  # world time; pushed scores are kept, for an old one is no good news


def questions() -> Records:
    """Return who asks the name servers, once for each record; mailboxes of one domain may share it for a round."""
    return Records(allowed())


def measure_dns(mailbox: Mailbox, ask: Ask | None = None) -> None:
    """Ask for the records of the mailbox's domain, and keep what is found. Calls out: no transaction may be open.

    What is word for word as it was last found lasts until now, in one row; only news is told of.
    """
    found = findings_of(mailbox, ask or questions())
    news = _not_as_before(mailbox, found)
    if news:
        in_transaction(lambda: keep(mailbox, Source.DNS, news))


def _not_as_before(mailbox: Mailbox, found: Iterable[Finding]) -> list[Finding]:
    """Let the last answers that are given again last until now, in one statement; return the others."""
    asked = HealthCheck.objects.filter(mailbox_id=mailbox.id, source=Source.DNS)
    lasts = {row.name: row for row in asked.order_by("name", "-measured_at", "-id").distinct("name")}
    news, same = [], []
    for one in found:
        row = lasts.get(one.check)
        if row is not None and (row.result, row.code, row.data) == (one.result, one.code, one.data):
            same.append(row.id)
        else:
            news.append(one)
    now = clock.world_now()
    again = HealthCheck.objects.filter(id__in=same, measured_at__lt=now)
    again.update(since=Coalesce("since", "measured_at"), measured_at=now)
    return news


def findings_of(mailbox: Mailbox, ask: Ask) -> tuple[Finding, ...]:
    """Return the four answers of the name servers."""
    domain = domain_of(mailbox.address)
    return (check_spf(domain, ask), _dkim(mailbox, domain, ask), check_dmarc(domain, ask), check_mx(domain, ask))


def _dkim(mailbox: Mailbox, domain: str, ask: Ask) -> Finding:
    """Check the key that signs: our own, else the one that a probe was signed with, else where one usually stands."""
    signer = _own_key(mailbox, domain) or _learned(mailbox)
    if signer is not None:
        return check_dkim(*signer, ask)
    return guess_dkim(domain, usual_selectors(mx_hosts(ask(domain, "MX") or ())), ask)


def _own_key(mailbox: Mailbox, domain: str) -> tuple[str, str] | None:
    if mailbox.kind != Mailbox.Kind.SMTP:
        return None
    keys = DkimKey.objects.filter(workspace_id=mailbox.workspace_id, domain=domain, state=DkimKey.State.SIGNING)
    return keys.order_by("algorithm").values_list("domain", "selector").last()


def _learned(mailbox: Mailbox) -> tuple[str, str] | None:
    """Return domain and selector of the newest probe that told one."""
    probed = HealthCheck.objects.filter(mailbox_id=mailbox.id, source=Source.PROBE, name=Check.ARRIVAL)
    told = (
        probed.filter(data__has_key="selector").order_by("-measured_at", "-id").values_list("data", flat=True).first()
    )
    return (str(told["domain"]), str(told["selector"])) if told else None


def receiving_hosts(mailbox_id: int) -> tuple[str, ...] | None:
    """Return the MX hosts of a mailbox's domain as last found; None while nobody asked for them."""
    data = _last_found(mailbox_id, Check.MX)
    return None if data is None else tuple(data.get("hosts", ()))


def organization_of(mailbox_id: int) -> str:
    """Return the domain whose policy governs the mailbox's, as last found; "" while nobody knows."""
    return str((_last_found(mailbox_id, Check.DMARC) or {}).get("organization", ""))


def _last_found(mailbox_id: int, name: Check) -> dict[str, Any] | None:
    """Return the data of the newest answer of the name servers that says anything."""
    found = HealthCheck.objects.filter(mailbox_id=mailbox_id, name=name, source=Source.DNS)
    said = found.exclude(result=Result.UNKNOWN).order_by("-measured_at", "-id")
    data: dict[str, Any] | None = said.values_list("data", flat=True).first()
    return data


def keep(mailbox: Mailbox, source: Source, found: Iterable[Finding], *, more: dict[str, Any] | None = None) -> None:
    """Keep answers as of now, and tell that the mailbox was measured; whoever judges locks its budget then.

    In the caller's transaction where there is one.
    """
    at = clock.world_now()
    rows = [
        HealthCheck(
            workspace_id=mailbox.workspace_id,
            mailbox_id=mailbox.id,
            name=one.check,
            source=source,
            result=one.result,
            code=one.code,
            data={**one.data, **(more or {})},
            measured_at=at,
        )
        for one in found
    ]
    HealthCheck.objects.bulk_create(rows)
    tell(mailbox.workspace_id, mailbox.id, source)


def tell(workspace_id: int, mailbox_id: int, source: Source) -> None:
    """Append the event by which a mailbox is judged anew."""
    events.append(
        kind="mailbox.measured", workspace_id=workspace_id, subject_id=mailbox_id, data={"source": str(source)}
    )


def rows_of(mailbox: Mailbox, since: datetime) -> Sequence[HealthCheck]:
    """Return what was found of a mailbox since a world instant, and every pushed score of it and of its domain."""
    own = HealthCheck.objects.filter(mailbox_id=mailbox.id)
    domains = HealthCheck.objects.filter(workspace_id=mailbox.workspace_id, domain=domain_of(mailbox.address))
    pushed = (own.filter(source=Source.PUSHED) | domains).order_by("name", "-measured_at", "-id").distinct("name")
    return [*own.filter(measured_at__gte=since).exclude(source=Source.PUSHED), *pushed]


def forget_old(*, limit: int = 5_000) -> int:
    """Delete answers and probes that nobody looks at any more; return how many."""
    old = HealthCheck.objects.filter(measured_at__lt=clock.world_now() - KEPT).exclude(source=Source.PUSHED)
    gone, _ = HealthCheck.objects.filter(id__in=list(old.values_list("id", flat=True)[:limit])).delete()
    return gone + _forget_probes(limit)


def _forget_probes(limit: int) -> int:
    """Delete the rows of probes whose end is known; the mails themselves are deliveries like all others."""
    ended = Probe.objects.filter(made_at__lt=clock.now() - PROBES_KEPT).exclude(ended="")
    gone, _ = Probe.objects.filter(delivery_id__in=list(ended.values_list("delivery_id", flat=True)[:limit])).delete()
    return gone
