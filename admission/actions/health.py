"""Measures mailboxes in rounds, and writes what the evidence says of each into its standing.

Measuring calls out and holds no lock; judging reads what was kept, and writes under the budget's lock.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.utils.translation import override

from admission import queries
from admission.actions import probes
from admission.core.health import (
    GOOD_FOR,
    ROUND,
    SOONEST,
    Evidence,
    Health,
    judge,
    judged,
    next_round,
    probe_due,
    standings,
)
from admission.models import Standing
from app import sql
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.actions.events import EventRow
from bounces.actions.probes import give_up
from mailboxes import locks
from mailboxes.actions import health as kept
from mailboxes.core.health.alignment import domain_of
from mailboxes.core.health.findings import Ask, Code, Result, Source
from mailboxes.core.states import MailboxState
from mailboxes.models import HealthCheck, HealthRound, Mailbox, Probe
from mailboxes.screens.health_words import sentence

MOST_DUE = 200
MOST_TOGETHER = 20  # mailboxes whose questions have to end within one time
LOST_AFTER = timedelta(minutes=30)  # true time: inboxes are read every other minute
LOST_AT_LEAST = timedelta(seconds=10)  # in a rehearsal, whose inboxes are read all the time

log = logging.getLogger(__name__)


def due() -> list[int]:
    """Claim the mailboxes that are to be measured now; return their ids. One statement, waits for nobody."""
    now = clock.world_now()
    values = {"now": now, "next": now + ROUND, "limit": MOST_DUE}
    return [mailbox_id for (mailbox_id,) in sql.rows("admission", "due_health", values)]


def end_lost() -> int:
    """Note of probes that did not arrive in time that nobody knows anything; return how many."""
    speed = clock.world_clock().speed
    return give_up(older_than=max(LOST_AT_LEAST, LOST_AFTER / speed) if speed > 1 else LOST_AFTER)


def by_domain(mailbox_ids: Sequence[int]) -> list[list[int]]:
    """Return these mailboxes in groups of one sending domain, whose records are asked for once."""
    found: dict[str, list[int]] = {}
    for mailbox_id, address in Mailbox.objects.filter(id__in=mailbox_ids).order_by("id").values_list("id", "address"):
        found.setdefault(domain_of(address), []).append(mailbox_id)
    return [group[at : at + MOST_TOGETHER] for group in found.values() for at in range(0, len(group), MOST_TOGETHER)]


def measure_together(mailbox_ids: Sequence[int]) -> list[int]:
    """Measure mailboxes of one domain; return those from which a probe is to be sent now. One that fails stops none.

    Calls out: no transaction may be open.
    """
    ask = kept.questions()
    return [mailbox_id for mailbox_id in mailbox_ids if _measured_or_logged(mailbox_id, ask)]


def _measured_or_logged(mailbox_id: int, ask: Ask) -> bool:
    try:
        return measure(mailbox_id, ask)
    except Exception as error:  # noqa: BLE001 - the others of its domain are measured all the same
        log.error("measuring mailbox %d failed with %s", mailbox_id, type(error).__name__)  # noqa: TRY400 - no texts
        return False


def measure(mailbox_id: int, ask: Ask | None = None) -> bool:
    """Ask the name servers, and say when to measure again; tell whether a probe is to be sent now.

    Calls out: no transaction may be open. Where the judgement stays as it is, nothing is locked.
    """
    mailbox = Mailbox.objects.get(id=mailbox_id)
    kept.measure_dns(mailbox, ask)
    now = clock.world_now()
    evidence = evidence_of(mailbox, now)
    found = judge(evidence, now, thresholds_of(mailbox.workspace_id))
    if not _stands(mailbox_id, found):
        in_transaction(partial(_judge, mailbox))
    under_way = _under_way(mailbox)
    if found.result is not Result.PASS:
        _again_at(mailbox_id, next_round(evidence, now, under_way=under_way))
    return probe_due(evidence, now, under_way=under_way)


def _stands(mailbox_id: int, found: Health) -> bool:
    """Tell whether the standing says the same already."""
    return Standing.objects.filter(mailbox_id=mailbox_id, **_values(found)).exists()


def _judge(mailbox: Mailbox) -> None:
    locks.lock_budget(mailbox.id)
    write(mailbox)


def probe(mailbox_id: int, *, by_name: bool = False) -> None:
    """Send a probe from a mailbox; where nobody was read yet who could receive it, it is tried again soon.

    Calls out: no transaction may be open. by_name: a person asks; raises Refused.
    """
    mailbox = Mailbox.objects.select_related("workspace").get(id=mailbox_id)
    if not by_name and (_under_way(mailbox) or not _may_send(mailbox)):
        return
    if probes.send(mailbox, by_name=by_name) in {probes.Sent.NOT_YET, probes.Sent.NOT_NOW}:
        _again_at(mailbox_id, clock.world_now() + SOONEST)


def _may_send(mailbox: Mailbox) -> bool:
    """Tell whether a probe could leave; what holds it says itself elsewhere."""
    resting = mailbox.limited_until is not None and mailbox.limited_until > clock.now()
    return mailbox.state == MailboxState.CONNECTED and not resting and mailbox.workspace.halted_at is None


def _again_at(mailbox_id: int, at: datetime) -> None:
    HealthRound.objects.filter(mailbox_id=mailbox_id, due_at__gt=at).update(due_at=at)


def _under_way(mailbox: Mailbox) -> bool:
    return Probe.objects.filter(mailbox_id=mailbox.id, ended="").exists()


def measured(event: EventRow) -> None:
    """Judge a mailbox of which something new is known. Reaction to mailbox.measured; locks its budget, last."""
    mailbox = Mailbox.objects.get(id=event.subject_id)
    _judge(mailbox)
    if event.data.get("source") == Source.PROBE and _selector_is_news(mailbox):
        HealthRound.objects.filter(mailbox_id=mailbox.id).update(due_at=clock.world_now())


def connected(event: EventRow) -> None:
    """Measure a mailbox at the next tick that was connected, perhaps anew. Reaction to mailbox.connected."""
    HealthRound.objects.filter(mailbox_id=event.subject_id).delete()


def write(mailbox: Mailbox) -> Health:
    """Judge what is known and write it into the standing; the caller holds the budget's lock."""
    now = clock.world_now()
    found = judge(evidence_of(mailbox), now, thresholds_of(mailbox.workspace_id))
    before = Standing.objects.filter(mailbox_id=mailbox.id).values_list("health", flat=True).first()
    Standing.objects.update_or_create(mailbox_id=mailbox.id, defaults=_values(found))
    if before != found.result:
        data = {"state": str(found.result), "check": found.name, "source": found.source, "code": found.code}
        events.append(
            kind="mailbox.health_changed", workspace_id=mailbox.workspace_id, subject_id=mailbox.id, data=data
        )
    return found


def _values(found: Health) -> dict[str, Any]:
    """Return a judgement as the columns of a standing."""
    return {"health": found.result, "health_good_until": found.good_until, "health_says": says(found)}


def says(found: Health) -> str:
    """Return what fails or is not known, and how to mend it; "" of a healthy mailbox."""
    if found.result is Result.PASS:
        return ""
    with override("en"):
        return sentence(found.source, found.name, found.code)[:300]


def evidence_of(mailbox: Mailbox, now: datetime | None = None) -> Sequence[Evidence]:
    """Return what was found of a mailbox while it may still count."""
    since = (now or clock.world_now()) - GOOD_FOR
    return [evidence_in(row) for row in kept.rows_of(mailbox, since)]


def evidence_in(row: HealthCheck) -> Evidence:
    """Return one row as the judgement reads it."""
    return Evidence(row.source, row.name, Result(row.result), Code(row.code), row.measured_at, row.data.get("score"))


def thresholds_of(workspace_id: int) -> dict[str, int]:
    """Return the least score of each name that the workspace's policy knows."""
    return dict(queries.policy_of(workspace_id).least_scores)


def standing_answers(mailbox: Mailbox) -> Sequence[tuple[Evidence, Evidence]]:
    """Return for each question its last answer and the one that stands, or the last again; newest knowledge."""
    thresholds = thresholds_of(mailbox.workspace_id)
    now = clock.world_now()
    stands = standings([judged(one, thresholds) for one in evidence_of(mailbox, now)], now)
    return [(one.last, one.answer or one.last) for one in stands.values() if one.last is not None]


def _selector_is_news(mailbox: Mailbox) -> bool:
    """Tell whether a probe told what the name servers were not asked for yet."""
    asked = HealthCheck.objects.filter(mailbox_id=mailbox.id, source=Source.DNS, name="dkim")
    code = asked.order_by("-measured_at", "-id").values_list("code", flat=True).first()
    return code in {Code.DKIM_NO_SELECTOR, Code.DKIM_USUAL}
