"""Explanations of a mailbox and of a campaign as text; of people and mails sequences.actions.explain tells itself."""

from datetime import datetime

from admission.core.gates import Gate
from app.models import Workspace
from sequences.actions.explain_campaign import CampaignExplained, Condition, Sender
from sequences.actions.explain_live import ToldGate
from sequences.actions.explain_mailbox import Evidence, MailboxExplained, Span
from sequences.actions.standing import UnderWay
from sequences.core.explanation import Section, Teller, rendered
from sequences.screens.words import sentence


def teller_of(workspace: Workspace) -> Teller:
    """Return who tells times by the workspace's clock."""
    return Teller(workspace.zone, sentence)


def mailbox_text(teller: Teller, one: MailboxExplained) -> str:
    """Return a mailbox's explanation."""
    head = (f"{one.arithmetic}", f"handed out: {one.room.handed_out}, next slot {_when(teller, one.next_slot_at)}")
    spans = (
        _span(teller, "automated mails in 60 minutes", one.hour),
        _span(teller, "all mails in the provider's 24 hours", one.rolling),
        f"last mail: {_when(teller, one.last_send_at)}",
    )
    checks = tuple(
        f"{check.name} ({check.source}): {check.result}, {check.code}, measured {teller.when(check.measured_at)}"
        for check in one.checks
    )
    opens = tuple(f"{each.campaign}: {_when(teller, each.opens_at)}" for each in one.campaigns)
    sections = [
        Section(f"Mailbox {one.mailbox_id} {one.address}: {one.state}, {one.day:%a %Y-%m-%d} in {one.zone}", head),
        Section("Gates", tuple(_gate(teller, gate) for gate in one.gates)),
        Section("At the earliest", (_earliest(teller, one.earliest),)),
        Section("Room of shorter and longer spans", spans),
        Section("Evidence", _evidence(teller, one.evidence)),
        Section("Checks", checks, "never measured"),
        Section("Running campaigns may use it from", opens, "no running campaign uses it"),
        Section("Under way", tuple(_under_way(mail) for mail in one.under_way), "nothing"),
    ]
    return rendered(sections)


def campaign_text(teller: Teller, one: CampaignExplained) -> str:
    """Return a campaign's explanation."""
    because = f"Nothing leaves: {one.because}." if one.because else "Nothing is in the way."
    head = (
        because,
        f"next slot {_when(teller, one.next_slot_at)}; next due {_when(teller, one.next_due_at)}",
        f"today: {one.due_today} due, {one.mailed_today} mailed",
    )
    groups = (f"{group.people} {group.because} [{group.reason}]. {group.act}." for group in one.not_mailed_today)
    sections = [
        Section(f"Campaign {one.campaign_id} {one.campaign!r}: {one.state}", head),
        Section("What has to be so", tuple(_condition(teller, each) for each in one.conditions)),
        Section("Its mailboxes", tuple(_sender(teller, each) for each in one.mailboxes), "none"),
        Section("Due today and not mailed", tuple(groups), "nobody"),
    ]
    return rendered(sections)


def _gate(teller: Teller, gate: ToldGate) -> str:
    asks = gate.sentence if gate.passed else ""
    return teller.gate(Gate(gate.name, gate.passed, gate.final, gate.reason, gate.value, gate.earliest, asks))


def _condition(teller: Teller, one: Condition) -> str:
    value = teller.value(one.value)
    told = f" [{value}]" if value else ""
    if one.passed:
        return f"+ {one.name}{told}"
    until = "something changes" if one.earliest is None else teller.when(one.earliest)
    return f"~ {one.name}: waits until {until}. {one.sentence}.{told}"


def _sender(teller: Teller, one: Sender) -> str:
    ready = f"{one.sentence}, until {_until(teller, one.earliest)}" if one.reason else "ready"
    return f"{one.address} ({one.mailbox_id}): {ready}; {one.arithmetic}"


def _span(teller: Teller, what: str, span: Span) -> str:
    of = f" of {span.cap}" if span.cap is not None else ", no limit"
    freed = f"; room again {teller.when(span.freed_at)}" if span.freed_at else ""
    return f"{what}: {span.used}{of}{freed}"


def _evidence(teller: Teller, one: Evidence) -> tuple[str, ...]:
    good = f", good until {teller.when(one.health_good_until)}" if one.health_good_until else ""
    acting = "acting" if one.protection_acts else "watching only"
    breaker = f"{one.breaker_percent} % of the limit{f' ({one.breaker_reason})' if one.breaker_reason else ''}"
    since = f" since {teller.when(one.protection_since)}" if one.protection_since else ""
    return tuple(
        line
        for line in (
            f"health: {one.health}{good}",
            one.health_says,
            f"hard breakers leave {breaker}",
            f"protection policy ({acting}): {one.protection}{since}, {one.protection_percent} % of the limit",
        )
        if line
    )


def _under_way(mail: UnderWay) -> str:
    person = f"contact {mail.contact_id}" if mail.contact_id else "no contact"
    return f"delivery {mail.id} ({mail.state}) to {person}, since {mail.since:%H:%M:%S} UTC"


def _when(teller: Teller, at: datetime | None) -> str:
    return "none" if at is None else teller.when(at)


def _until(teller: Teller, at: datetime | None) -> str:
    return "something changes" if at is None else teller.when(at)


def _earliest(teller: Teller, at: datetime | None) -> str:
    return "nobody knows: somebody or something has to open a gate first" if at is None else teller.when(at)
