"""Every kind of stop: how somebody makes it, and the row whose commit it is."""

from collections.abc import Callable
from dataclasses import dataclass

from admission.actions.permits import grant_permit
from admission.core.facts import SubjectFacts
from admission.core.limits import NO_LIMITS, CampaignLimits
from admission.core.verdict import Verdict
from app.actions import clock, halts
from app.actions.attempts import in_transaction
from app.gates import Gates
from app.models import Member, Workspace
from bounces.actions import suppressions, unsubscribe
from bounces.actions.outcomes import Came, record
from bounces.actions.relabel import Label, relabel
from bounces.core.outcomes import EFFECTS, Outcome
from bounces.core.tokens import UnsubscribeToken
from bounces.models import LearnedAddress
from mailboxes import locks
from mailboxes.actions import mailboxes, recipients
from mailboxes.core.address import parse_address, parse_domain
from mailboxes.models import InboundMessage, Mailbox
from sequences.actions import campaigns, enrollments, import_batches
from sequences.actions.emergency import stop_mailbox
from sequences.models import Campaign, Contact, Import, ImportRow
from tests.factories import a_user
from tests.races.ready import Ready, granted

type Act = Callable[[Ready], object]


@dataclass(frozen=True, slots=True)
class Stop:
    """`row` selects the row whose commit is the stop; `undo` makes way for the next race,
    `answers` are the
    permit's when the stop was first."""

    act: Act
    row: str
    answers: set[str]
    prepare: Act = id
    undo: Act = id
    ask: Callable[[Ready], Verdict] = granted


def workspace_of(ready: Ready) -> int:
    return ready.subject.workspace_id


def campaign_of(ready: Ready) -> Campaign:
    return Campaign.objects.get(id=ready.subject.campaign_id or 0)


def mailbox_of(ready: Ready) -> Mailbox:
    return Mailbox.objects.get(id=ready.subject.mailbox_id)


def token(ready: Ready) -> UnsubscribeToken:
    return UnsubscribeToken(workspace_of(ready), ready.recipient_id, ready.delivery_id)


def come(kind: Outcome) -> Act:
    """What came back, as the reader of the inbox writes it."""

    def work(ready: Ready) -> None:
        locks.enter(Gates(workspace_of(ready)), [ready.recipient_id])
        record(Came(workspace_of(ready), ready.recipient_id, kind, EFFECTS[kind]))

    return lambda ready: in_transaction(lambda: work(ready))


def suppress(ready: Ready) -> None:
    suppressions.suppress_addresses(workspace_of(ready), [parse_address(ready.email)], reason="typed")


def other_address(ready: Ready) -> str:
    return f"private{ready.recipient_id}@example.net"


def learn(ready: Ready) -> None:
    """They once answered from another address."""
    other = parse_address(other_address(ready))
    LearnedAddress.objects.create(
        workspace_id=workspace_of(ready),
        recipient_id=ready.recipient_id,
        alias_id=recipients.remember(workspace_of(ready), [other])[other.normalised],
        learned_at=clock.now(),
    )


def be_other(ready: Ready) -> None:
    """Somebody once answered from this address, about a mail to their first one."""
    first = parse_address(other_address(ready))
    LearnedAddress.objects.create(
        workspace_id=workspace_of(ready),
        recipient_id=recipients.remember(workspace_of(ready), [first])[first.normalised],
        alias_id=ready.recipient_id,
        learned_at=clock.now(),
    )


def suppress_other(ready: Ready) -> None:
    suppressions.suppress_addresses(workspace_of(ready), [parse_address(other_address(ready))], reason="typed")


def suppress_domain(ready: Ready) -> None:
    suppressions.suppress_domain(workspace_of(ready), parse_domain(ready.subject.domain), reason="typed")


def subdomains(ready: Ready) -> str:
    return f"*.{ready.subject.domain.partition('.')[2]}"


def suppress_subdomains(ready: Ready) -> None:
    suppressions.suppress_domain(workspace_of(ready), parse_domain(subdomains(ready)), reason="typed")


def stage(ready: Ready) -> None:
    """A file with one row that says do not contact, staged."""
    made = Import.objects.create(
        workspace_id=workspace_of(ready),
        name=ready.email,
        state="running",
        encoding="utf-8",
        separator=",",
        rows_read=1,
        started_at=clock.now(),
    )
    data = {"email": ready.email, "domain": ready.subject.domain, "dnc": True}
    ImportRow.objects.create(batch=made, number=1, line=2, data=data)


def run_import(ready: Ready) -> None:
    import_batches.write_next(Import.objects.get(name=ready.email).id)


def answered(ready: Ready) -> None:
    """A message that was taken for a machine's came from the person."""
    somebody(workspace_of(ready))
    message = InboundMessage.objects.create(
        workspace_id=workspace_of(ready),
        mailbox_id=ready.subject.mailbox_id,
        provider_id=f"for-{ready.recipient_id}",
        state="classified",
        disposition="auto_replied",
        next_try_at=clock.now(),
        received_at=clock.now(),
        stored_at=clock.now(),
        decided_at=clock.now(),
    )
    kind = Outcome.AUTO_REPLIED
    record(Came(workspace_of(ready), ready.recipient_id, kind, EFFECTS[kind], inbound_id=message.id))


def somebody(workspace_id: int) -> int:
    """A member who may say what messages are."""
    seats = Member.objects.filter(workspace_id=workspace_id).values_list("user_id", flat=True)
    return seats.first() or a_user(Workspace.objects.get(id=workspace_id)).id


def say(ready: Ready, kind: Outcome) -> None:
    message = InboundMessage.objects.get(provider_id=f"for-{ready.recipient_id}")
    relabel(workspace_of(ready), message.id, Label(kind, somebody(workspace_of(ready)), "I read it."))


@dataclass(frozen=True, slots=True)
class Handwritten:
    """A mail to an address that no contact has: what an API caller or a person at the keyboard would send."""

    ready: Ready
    workspace_id: int
    recipient_id: int
    mailbox_id: int
    domain: str
    campaign_id: int | None = None
    limits: CampaignLimits = NO_LIMITS
    sending_domain: str = ""
    zone: str = "UTC"
    source: str | None = None
    link: str | None = None

    def facts(self, company: str = "") -> SubjectFacts:
        return SubjectFacts(kind="manual", address=self.ready.email, recipient_id=self.recipient_id)


def handwritten(ready: Ready) -> Verdict:
    """Ask for the permit of the same mail, as one that belongs to no contact."""
    of = ready.subject
    subject = Handwritten(ready, of.workspace_id, of.recipient_id, of.mailbox_id, of.domain)
    return grant_permit(delivery_id=ready.delivery_id, subject=subject, jitter=0.5, position={})


def forget(ready: Ready) -> None:
    """Delete the contact: the address alone is left."""
    Contact.objects.filter(id=ready.contact_id).delete()


ADDRESS = "bounces_suppression WHERE recipient_id = %(recipient)s"
OTHER_ADDRESS = """bounces_suppression WHERE recipient_id =
  (SELECT alias_id FROM bounces_learnedaddress WHERE recipient_id = %(recipient)s)"""
FIRST_ADDRESS = """bounces_suppression WHERE recipient_id =
  (SELECT recipient_id FROM bounces_learnedaddress WHERE alias_id = %(recipient)s)"""
OUTCOME = "bounces_outcome WHERE recipient_id = %(recipient)s"
REQUEST = "bounces_unsubscriberequest WHERE recipient_id = %(recipient)s"
ENROLLMENT = "sequences_enrollment WHERE id = %(enrollment)s AND state = 'stopped'"
CAMPAIGN = "sequences_campaign WHERE id = %(campaign)s AND state = 'paused'"
WORKSPACE = "app_workspace WHERE id = %(workspace)s AND halted_at IS NOT NULL"
MAILBOX = "mailboxes_mailbox WHERE id = %(mailbox)s AND state = 'paused'"
DOMAIN = "bounces_suppression WHERE domain = %(domain)s"
SUBDOMAINS = "bounces_suppression WHERE domain = '*.' || split_part(%(domain)s, '.', 2) || '.example'"

STOPS: dict[str, Stop] = {
    "request": Stop(lambda ready: unsubscribe.request(token(ready)), REQUEST, {"opt_out_open"}),
    "unsubscribe": Stop(lambda ready: unsubscribe.request(token(ready)), OUTCOME, {"opt_out_open", "suppressed"}),
    "reply": Stop(come(Outcome.REPLIED), OUTCOME, {"stopped_since"}),
    "relabel": Stop(
        lambda ready: say(ready, Outcome.REPLIED), f"{OUTCOME} AND stops", {"stopped_since"}, prepare=answered
    ),
    "complaint": Stop(come(Outcome.COMPLAINED), ADDRESS, {"suppressed"}),
    "enrollment": Stop(lambda ready: enrollments.stop_enrollment(ready.enrollment_id), ENROLLMENT, {"not_prepared"}),
    "pause": Stop(
        lambda ready: campaigns.pause(campaign_of(ready)),
        CAMPAIGN,
        {"campaign_not_running"},
        undo=lambda ready: campaigns.resume(campaign_of(ready)),
    ),
    "halt": Stop(
        lambda ready: halts.halt(workspace_of(ready), "panic"),
        WORKSPACE,
        {"halted"},
        undo=lambda ready: halts.resume(workspace_of(ready)),
    ),
    "mailbox": Stop(
        lambda ready: stop_mailbox(mailbox_of(ready), "panic"),
        MAILBOX,
        {"mailbox_not_connected"},
        undo=lambda ready: mailboxes.resume(mailbox_of(ready)),
    ),
    "typed": Stop(suppress, ADDRESS, {"suppressed"}),
    "imported": Stop(run_import, ADDRESS, {"suppressed"}, prepare=stage),
    "without_contact": Stop(suppress, ADDRESS, {"suppressed"}, prepare=forget, ask=handwritten),
    "other_address": Stop(suppress_other, OTHER_ADDRESS, {"suppressed"}, prepare=learn),
    "first_address": Stop(suppress_other, FIRST_ADDRESS, {"suppressed"}, prepare=be_other),
    "domain": Stop(suppress_domain, DOMAIN, {"suppressed"}),
    "subdomains": Stop(suppress_subdomains, SUBDOMAINS, {"suppressed"}),
}
