"""From two connected mailboxes to a judgement: name servers, a probe, what its receiver says of it, and its age."""

import io
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command

from admission.actions import health
from admission.models import Permit, Standing
from app.actions import clock
from app.models import Event, Workspace
from bounces.models import Outcome
from mailboxes.actions import signing
from mailboxes.actions.health import forget_old
from mailboxes.models import (
    Budget,
    Delivery,
    DkimKey,
    HealthCheck,
    HealthRound,
    InboundCursor,
    InboundMessage,
    InboundRaw,
    Mailbox,
    Probe,
)
from sequences.actions import audit
from tests.factories import a_mailbox, a_workspace
from tests.journeys.running import a_gmail, an_smtp, read_all
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = timedelta(hours=1)
NORA, MIRA = "nora@sender.example", "mira@other.example"


class Pair:
    """Two mailboxes of one workspace, of which nothing is known yet; both were read once."""

    def __init__(self, simulator: Simulator, world: World, settings: Any) -> None:
        settings.HEALTH_RESOLVERS = (simulator.dns, simulator.dns)
        self.world = world
        self.workspace: Workspace = a_workspace()
        self.nora: Mailbox = a_gmail(self.workspace, simulator, world, address=NORA)
        self.mira: Mailbox = a_gmail(self.workspace, simulator, world, address=MIRA)
        Standing.objects.all().delete()
        read_all()

    def go_round(self) -> None:
        """What clock and workers do in one tick, the inboxes included."""
        health.end_lost()
        for mailbox_id in health.due():
            if health.measure(mailbox_id):
                health.probe(mailbox_id)
        self.world.pass_time(timedelta(seconds=30))
        read_all()
        self.world.pass_time(timedelta(seconds=30))

    def measured(self) -> Standing:
        """Go round until what the probe told was asked for too."""
        for _ in range(2):
            self.go_round()
        return self.of(self.nora)

    def of(self, mailbox: Mailbox) -> Standing:
        return Standing.objects.get(mailbox=mailbox)

    def codes(self) -> dict[str, str]:
        rows = HealthCheck.objects.filter(mailbox=self.nora).order_by("id")
        return {f"{row.source}:{row.name}": row.code for row in rows}


@pytest.fixture
def pair(simulator: Simulator, world: World, settings: Any) -> Pair:
    return Pair(simulator, world, settings)


def test_a_new_mailbox_is_measured_and_healthy_for_72_hours(pair: Pair, simulator: Simulator) -> None:
    began = pair.world.now()
    standing = pair.measured()
    assert (standing.health, standing.health_says) == ("pass", "")
    assert standing.health_good_until is not None
    assert timedelta(0) <= standing.health_good_until - began - 72 * HOUR < HOUR
    assert {code for name, code in pair.codes().items()} == {"good"}
    key = HealthCheck.objects.filter(mailbox=pair.nora, source="dns", name="dkim").latest("id")
    assert (key.data["selector"], key.data["domain"]) == ("sim", "sender.example")
    assert [one["rcpt"] for one in simulator.journal("accept") if one["mailbox"] == NORA] == [MIRA]
    assert not HealthCheck.objects.filter(data__icontains="@").exists()


def test_a_probe_is_nobodys_mail_and_counts_in_the_providers_day_alone(pair: Pair, simulator: Simulator) -> None:
    pair.measured()
    assert set(Delivery.objects.values_list("kind", "state")) == {("probe", "accepted")}
    assert set(Permit.objects.values_list("kind", flat=True)) == {"probe"}
    assert (
        list(Budget.objects.order_by("mailbox").values_list("used_today", "granted", "last_send_at"))
        == [(0, 1, None)] * 2
    )
    came = InboundMessage.objects.filter(own=False)
    assert set(came.values_list("disposition", "state", "rule")) == {("probe", "classified", "probe")}
    assert not Outcome.objects.exists()
    assert not InboundRaw.objects.exists()
    assert not any(audit.violations(simulator.journal_path).values())


def test_it_is_measured_again_after_six_hours_and_probed_once_a_day(pair: Pair) -> None:
    pair.measured()
    pair.world.pass_time(5 * HOUR)
    assert health.due() == []
    pair.world.pass_time(HOUR)
    assert sorted(health.due()) == [pair.nora.id, pair.mira.id]
    assert health.due() == []
    assert not health.measure(pair.nora.id)
    pair.world.pass_time(17 * HOUR)
    assert health.measure(pair.nora.id)


def test_what_is_as_it_was_lasts_on_in_one_row_and_nobody_is_told(pair: Pair) -> None:
    until = pair.measured().health_good_until
    rows, told = HealthCheck.objects.count(), Event.objects.count()
    pair.world.pass_time(6 * HOUR)
    together = health.by_domain([pair.nora.id, pair.mira.id])
    assert sorted(together) == [[pair.nora.id], [pair.mira.id]]
    assert [health.measure_together(ids) for ids in together] == [[], []]
    assert (HealthCheck.objects.count(), Event.objects.count()) == (rows, told)
    spf = HealthCheck.objects.get(mailbox=pair.nora, name="spf", source="dns")
    assert spf.since is not None
    assert spf.measured_at - spf.since >= 6 * HOUR
    assert pair.of(pair.nora).health_good_until == until  # that of the probe


def test_a_hiccup_keeps_the_pass_until_it_is_72_hours_old(pair: Pair, simulator: Simulator) -> None:
    until = pair.measured().health_good_until
    simulator.names("sender.example", "TXT", fault="servfail")
    pair.world.pass_time(6 * HOUR)
    pair.go_round()
    assert pair.codes()["dns:spf"] == "unanswered"
    assert pair.of(pair.nora).health == "pass"
    assert pair.of(pair.nora).health_good_until == until
    pair.world.pass_time(72 * HOUR)
    pair.go_round()
    standing = pair.of(pair.nora)
    assert (standing.health, standing.health_good_until) == ("unknown", None)
    assert standing.health_says.startswith("SPF (in DNS): The name servers did not answer")


BROKEN = [
    ("sender.example", "TXT", ["v=spf1 -all", "v=spf1 ~all"], "SPF (in DNS): The domain has several SPF records"),
    ("sim._domainkey.sender.example", "TXT", [], "DKIM (in DNS): The key that its mail is signed with is not"),
    ("_dmarc.sender.example", "TXT", [], "DMARC (in DNS): The domain has no DMARC record. Publish a TXT record"),
    ("sender.example", "MX", ["0 ."], "MX (in DNS): The domain says that it takes no mail."),
]


def test_a_fail_acts_at_once_says_how_to_mend_it_and_holds_nobody_else(pair: Pair, simulator: Simulator) -> None:
    pair.measured()
    for name, kind, records, says in BROKEN:
        simulator.reset_names()
        simulator.names(name, kind, *records)
        pair.world.pass_time(HOUR)
        health.measure(pair.nora.id)
        assert pair.of(pair.nora).health == "fail"
        assert pair.of(pair.nora).health_says.startswith(says)
    assert pair.of(pair.mira).health == "pass"
    told = Event.objects.filter(kind="mailbox.health_changed", subject_id=pair.nora.id).latest("id")
    assert (told.data["state"], told.data["source"]) == ("fail", "dns")


def test_what_the_receiver_refused_is_a_fail_and_mended_it_passes(pair: Pair, simulator: Simulator) -> None:
    simulator.judge("sender.example", dkim="fail", dmarc="fail")
    standing = pair.measured()
    assert standing.health == "fail"
    assert standing.health_says.startswith("DKIM (as received): The server that received the test mail did not")
    simulator.judge("sender.example")
    pair.world.pass_time(7 * HOUR)
    assert pair.measured().health == "pass"


def test_spam_is_noted(pair: Pair, simulator: Simulator) -> None:
    simulator.judge("sender.example", labels=["SPAM"])
    assert pair.measured().health == "pass"
    assert pair.codes()["probe:arrival"] == "in_spam"


def test_a_receiver_that_says_nothing_leaves_it_unknown(pair: Pair, simulator: Simulator) -> None:
    simulator.judge("sender.example", silent=True)
    standing = pair.measured()
    assert (standing.health, standing.health_good_until) == ("unknown", None)
    assert pair.codes()["probe:dmarc"] == "unstamped"


def test_a_lost_probe_is_unknown_and_is_sent_anew(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    for mailbox_id in health.due():
        health.measure(mailbox_id)
        health.probe(mailbox_id)
    monkeypatch.setattr(health, "LOST_AFTER", timedelta(0))
    assert health.end_lost() == 2
    assert pair.codes()["probe:arrival"] == "lost"
    assert pair.of(pair.nora).health == "unknown"
    read_all()  # late, but there
    assert pair.codes()["probe:arrival"] == "good"


def test_a_single_mailbox_writes_to_itself_which_proves_less(simulator: Simulator, world: World, settings: Any) -> None:
    alone = Pair(simulator, world, settings)
    Mailbox.objects.filter(id=alone.mira.id).update(state="disconnected")
    a_gmail(a_workspace(), simulator, world, address="stranger@foreign.example")
    standing = alone.measured()
    assert [one["rcpt"] for one in simulator.journal("accept") if one["mailbox"] == NORA] == [NORA]
    assert alone.codes()["probe:arrival"] == "self_addressed"
    assert alone.codes()["dns:dkim"] == "dkim_no_selector"
    assert standing.health == "unknown"


def test_a_mailbox_that_nobody_reads_writes_to_one_that_is_read(
    simulator: Simulator, world: World, settings: Any
) -> None:
    pair = Pair(simulator, world, settings)
    sender = an_smtp(pair.workspace, simulator, world, address="nils@sender.example")
    InboundCursor.objects.filter(mailbox=sender).update(listed_at=None)
    Standing.objects.filter(mailbox=sender).delete()
    for _ in range(3):
        pair.go_round()
    assert pair.of(sender).health == "pass"


def test_a_signature_of_our_own_is_verified_where_the_receiver_is_silent(pair: Pair, simulator: Simulator) -> None:
    sender = an_smtp(pair.workspace, simulator, pair.world, address="nils@sender.example")
    InboundCursor.objects.filter(mailbox=sender).update(listed_at=None)
    for wish in ("create", "use"):
        call_command("dkim_key", wish, "sender.example", "spring", workspace=pair.workspace.slug, stdout=io.StringIO())
    signing.forget()
    key = DkimKey.objects.get()
    simulator.names(str(key), "TXT", key.record)
    simulator.judge("sender.example", silent=True)
    assert health.measure(sender.id)
    health.probe(sender.id)
    read_all()
    found = HealthCheck.objects.filter(mailbox=sender).exclude(result="pass")
    assert not found.exists()
    assert set(HealthCheck.objects.filter(code="own_check").values_list("name", flat=True)) == {"dkim", "dmarc"}
    assert pair.of(sender).health == "pass"
    signing.forget()


def test_the_command_measures_at_once_and_waits_for_its_probe(pair: Pair) -> None:
    out = io.StringIO()
    call_command("check_health", NORA, "--now", workspace=pair.workspace.slug, stdout=out)
    assert out.getvalue().startswith(f"{NORA}: passes, good until ")
    assert out.getvalue().count("passes") == 9


def test_a_bounced_probe_suppresses_nobody(pair: Pair, simulator: Simulator) -> None:
    for mailbox_id in health.due():
        health.measure(mailbox_id)
    health.probe(pair.nora.id)
    token = Probe.objects.get().token
    Probe.objects.update(receiver=pair.nora)  # it never reaches anybody
    simulator.deliver(NORA, BOUNCE.format(token=token, nora=NORA, mira=MIRA).replace("\n", "\r\n").encode())
    read_all()
    assert not Outcome.objects.exists()
    assert pair.codes()["probe:arrival"] == "returned"
    assert InboundMessage.objects.filter(mailbox=pair.nora, rule="answers-a-probe").exists()


BOUNCE = """\
From: Mail Delivery System <mailer-daemon@sender.example>
To: {nora}
Subject: Undelivered Mail Returned to Sender
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

The mail could not be delivered.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.sender.example

Final-Recipient: rfc822; {mira}
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 user unknown
--b
Content-Type: text/rfc822-headers

From: {nora}
To: {mira}
Subject: How does our mail arrive?
X-Entity-Ref: {token}
--b--
"""


def test_a_mailbox_connected_anew_is_measured_at_the_next_tick(pair: Pair) -> None:
    pair.measured()
    assert health.due() == []
    HealthRound.objects.filter(mailbox=pair.nora).delete()
    assert health.due() == [pair.nora.id]
    assert health.due() == []


def test_nothing_is_known_where_no_name_server_may_be_asked(pair: Pair, settings: Any) -> None:
    settings.HEALTH_RESOLVERS = ("192.0.2.53",)
    assert pair.measured().health == "unknown"
    assert a_mailbox(pair.workspace).id not in HealthCheck.objects.values_list("mailbox_id", flat=True)


def test_probes_whose_end_is_known_are_forgotten_after_sixty_days(pair: Pair) -> None:
    health.probe(pair.nora.id)
    health.probe(pair.mira.id)
    Probe.objects.update(made_at=clock.now() - timedelta(days=61))
    Probe.objects.filter(mailbox=pair.nora).update(ended=Probe.End.LOST)
    forget_old()
    assert list(Probe.objects.values_list("mailbox_id", flat=True)) == [pair.mira.id]
    Probe.objects.update(ended=Probe.End.ARRIVED, made_at=clock.now() - timedelta(days=59))
    forget_old()
    assert Probe.objects.count() == 1
