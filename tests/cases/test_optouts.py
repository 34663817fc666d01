"""G-UNS-01 to 04: scanners, links of what is gone, entries in every spelling, and what one opt-out covers."""

import re
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from django.test import Client

from app.actions import clock
from app.models import Event, Workspace
from bounces.actions import looks, suppressions, unsubscribe
from bounces.models import LinkLooks, Outcome, Suppression, UnsubscribeRequest
from bounces.queries import wishes_since
from mailboxes.actions import mailboxes
from mailboxes.core.address import parse_address
from mailboxes.models import InboundCursor
from sequences.actions import erasure
from sequences.models import Campaign, Contact, Enrollment, Import, Touch
from tests.factories import a_campaign, a_contact, a_user, a_workspace, an_email, enrolled
from tests.journeys.running import a_gmail, an_smtp, read_all, send_here, sent_mails
from tests.plugins.simulator import Simulator
from tests.plugins.world import World
from tests.races.ready import a_policy
from tests.sequences.actions.importing import import_file, report

pytestmark = pytest.mark.django_db(transaction=True)

LINK = re.compile(r"<http://127\.0\.0\.1:8000(/u/\w+)>")
ONE_CLICK: dict[str, Any] = {"data": "List-Unsubscribe=One-Click", "content_type": "application/x-www-form-urlencoded"}
SCANNERS = ("BarracudaScanner/1.0", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0", "")
STEPS = (an_email(), an_email(subject="", text="And again", delay=1))
YEAR = timedelta(days=366)


@pytest.fixture
def web() -> Client:
    """Somebody's mail program or browser: no cookie, no sign-in, and CSRF is looked at as in real life."""
    return Client(enforce_csrf_checks=True)


@pytest.fixture
def workspace(db: None) -> Workspace:
    return a_workspace()


def links(mails: list[EmailMessage]) -> list[str]:
    """The path of each mail's one-click link, as it arrived."""
    return [LINK.findall("".join(str(mail["List-Unsubscribe"]).split()))[0] for mail in mails]


def states() -> set[str]:
    return set(Enrollment.objects.values_list("state", flat=True))


def written() -> tuple[int, int, int, int]:
    return (
        UnsubscribeRequest.objects.count(),
        Suppression.objects.count(),
        Outcome.objects.count(),
        Event.objects.filter(kind__in=["recipient.stopped", "recipient.suppressed", "enrollment.ended"]).count(),
    )


def of_the_page(page: str) -> Iterator[str]:
    """What a browser that runs scripts and loads images would fetch of the page by itself."""
    yield from re.findall(r'(?:src|href)="([^"]+)"', page)


def scan(web: Client, path: str) -> None:
    """What a security gateway does with a link of a mail, some minutes after it arrived."""
    assert web.head(path, follow=True).status_code == 200
    for agent in SCANNERS:
        answer = web.get(path, follow=True, headers={"user-agent": agent})
        assert (answer.status_code, answer.redirect_chain) == (200, [])
        page = answer.content.decode()
        assert re.search(r'<form method="post".*?<button', page)
        assert "noindex" in page
        onwards = [one for one in of_the_page(page) if not one.startswith("/static/")]
        assert onwards == [f"{path}/why", f"{path}/delete"], "and a thorough one goes on to these"
        assert {web.get(one, headers={"user-agent": agent}).status_code for one in onwards} == {200}


def test_g_uns_01_scanners_fetch_every_link_and_nobody_is_opted_out(
    world: World, simulator: Simulator, web: Client, workspace: Workspace
) -> None:
    mailbox = an_smtp(workspace, simulator, world, cap=100, gap=0)
    campaign = a_campaign(workspace, mailboxes=[mailbox], steps=STEPS)
    for number in range(50):
        enrolled(campaign, a_contact(workspace, f"silent{number}@acme{number}.example"), mailbox=mailbox)
    assert send_here() == ["accepted"] * 50
    found = links(sent_mails(simulator, mailbox))
    events = Event.objects.count()
    for path in found:
        scan(web, path)
    assert len(found) == 50
    assert written() == (0, 0, 0, 0)
    assert states() == {"active"}
    assert Event.objects.count() == events
    looks.flush()
    assert dict(LinkLooks.objects.values_list("kind", "count")) == {"head": 50, "soon": 150}
    page = web.get(found[7]).content.decode()
    action = re.search(r'<form method="post" action="([^"]*)"', page)
    assert action
    for _ in range(3):
        assert web.post(found[7] + action[1]).status_code == 200
    assert Suppression.objects.get().source == "page"
    assert Outcome.objects.count() == 1
    assert Enrollment.objects.filter(state="unsubscribed").count() == 1


class Gone:
    """Somebody got the first mail of a campaign, and then something of it was deleted."""

    def __init__(self, world: World, simulator: Simulator, web: Client) -> None:
        self.world, self.simulator, self.web = world, simulator, web
        self.workspace = a_workspace()
        self.mailbox = a_gmail(self.workspace, simulator, world, gap=0)
        self.campaign = a_campaign(self.workspace, mailboxes=[self.mailbox], steps=STEPS)
        self.listed: Import = self._imported(self.campaign)
        Touch.objects.update(mailbox=self.mailbox, due_at=clock.world_now(), eligible_at=clock.world_now())
        assert send_here() == ["accepted"]
        (self.path,) = links(sent_mails(simulator, self.mailbox))

    def _imported(self, campaign: Campaign) -> Import:
        return import_file(self.workspace, "email,first_name\nsilent-tom@example.com,Tom\n", campaign=campaign)

    def prospect(self) -> None:
        erasure.erase(Contact.objects.get(workspace=self.workspace))

    def a_campaign(self) -> None:
        Touch.objects.filter(campaign_id=self.campaign.id).delete()
        Enrollment.objects.filter(campaign=self.campaign).delete()
        self.campaign.delete()

    def a_mailbox(self) -> None:
        mailboxes.disconnect(self.mailbox)

    def a_list(self) -> None:
        Enrollment.objects.update(import_id=None)
        Import.objects.filter(id=self.listed.id).delete()

    def pressed(self, way: str) -> None:
        """One click, or the page and its button."""
        if way == "page":
            assert self.web.get(self.path).status_code == 200
            answer = self.web.post(f"{self.path}?way=page")
        else:
            answer = self.web.post(self.path, **ONE_CLICK)
        assert answer.status_code == 200
        assert "You will not hear from us again" in answer.content.decode()

    def imported_anew_and_never_mailed(self) -> None:
        sent = len(self.simulator.journal("accept"))
        again = an_smtp(self.workspace, self.simulator, self.world, gap=0)
        campaign = a_campaign(self.workspace, mailboxes=[again], steps=STEPS)
        assert [row[1:] for row in report(self._imported(campaign))] == [("skipped", "suppressed")]
        # Even if somebody enrols the address past the import.
        contact = Contact.objects.filter(workspace=self.workspace).first()
        enrolled(campaign, contact or a_contact(self.workspace, "silent-tom@example.com"), mailbox=again)
        read_all()
        assert set(send_here()) == {"refuse:suppressed"}
        assert len(self.simulator.journal("accept")) == sent


@pytest.mark.parametrize("what", ["prospect", "a_campaign", "a_mailbox"])
@pytest.mark.parametrize("way", ["one_click", "page"])
def test_g_uns_02_the_link_of_what_is_gone_still_suppresses_a_year_later(
    world: World, simulator: Simulator, web: Client, what: str, way: str
) -> None:
    gone = Gone(world, simulator, web)
    getattr(gone, what)()
    world.pass_time(YEAR)
    gone.pressed(way)
    assert Suppression.objects.filter(lifted_at=None).count() == 1
    gone.imported_anew_and_never_mailed()


def test_g_uns_02_an_opt_out_survives_the_prospect_its_list_and_its_campaign(
    world: World, simulator: Simulator, web: Client
) -> None:
    gone = Gone(world, simulator, web)
    gone.pressed("one_click")
    gone.prospect()
    gone.a_list()
    gone.a_campaign()
    entry = Suppression.objects.get()
    assert (entry.reason, entry.source, entry.lifted_at) == ("unsubscribed", "one_click", None)
    assert not Contact.objects.exists()
    gone.imported_anew_and_never_mailed()


ENTRIES = ("Vera@Example.com", "foo.example", "*.bar.example", "bücher.example")
BLOCKED = {
    "vera@example.COM": True,
    "VERA@example.com": True,
    "vera+news@example.com": False,
    "x@foo.example": True,
    "x@mail.foo.example": False,
    "x@notfoo.example": False,
    "x@bar.example": False,
    "x@a.bar.example": True,
    "x@xn--bcher-kva.example": True,
    "y@BÜCHER.example": True,
}


def suppressed_all(workspace: Workspace) -> None:
    for text in ENTRIES:
        entry = suppressions.parse_entry(text)
        if entry.domain is not None:
            suppressions.suppress_domain(workspace.id, entry.domain, reason="by_person")
        else:
            assert entry.address is not None
            suppressions.suppress_addresses(workspace.id, [entry.address], reason="by_person")


def checked_on_the_page(client: Client, address: str) -> bool:
    page = client.get("/do-not-contact/check/", {"address": address}).context
    return page["answer"]["entry"] is not None


@pytest.mark.parametrize(
    ("alike", "differ"),
    [(False, {}), (True, {"vera+news@example.com": True, "x+a@foo.example": True})],
)
def test_g_uns_03_every_spelling_gets_one_answer_from_page_import_and_sender(
    world: World, simulator: Simulator, workspace: Workspace, alike: bool, differ: dict[str, bool]
) -> None:
    Workspace.objects.update(alike_addresses=alike)
    mailbox = an_smtp(workspace, simulator, world, gap=0, cap=100)
    campaign = a_campaign(workspace, mailboxes=[mailbox])
    expected = BLOCKED | differ
    people = {address: parse_address(address).normalised for address in expected}
    unique = {normalised: expected[address] for address, normalised in people.items()}
    ready = {one: enrolled(campaign, a_contact(workspace, one), mailbox=mailbox) for one in unique}
    suppressed_all(workspace)  # after they were enrolled: the permit alone decides
    client = Client()
    client.force_login(a_user(workspace))
    assert {address: checked_on_the_page(client, address) for address in expected} == expected
    send_here()
    got = {record["rcpt"].lower() for record in simulator.journal("accept")}
    assert {one: one not in got for one in ready} == unique
    rows = report(import_file(workspace, "email\n" + "".join(f"{one}\n" for one in unique)))
    assert [(row[2] == "suppressed") for row in rows] == list(unique.values())
    page = client.get("/do-not-contact/").content.decode()
    assert "covers every address at exactly that domain" in page
    assert ("is the same one here" in page) is alike


def test_g_uns_03_dots_are_nothing_at_gmail_and_something_elsewhere(workspace: Workspace) -> None:
    Workspace.objects.update(alike_addresses=True)
    suppressions.suppress_addresses(
        workspace.id, map(parse_address, ["a.da+x@googlemail.com", "b.ob@example.com"]), reason="by_person"
    )
    asked = ("ada@gmail.com", "A.D.A+shop@gmail.com", "adab@gmail.com", "bob@example.com", "b.ob+1@example.com")
    answers = [suppressions.blocks(workspace.id, parse_address(one)) is not None for one in asked]
    assert answers == [True, True, False, False, True]


class Two:
    """Tom and Una, each in two campaigns of two mailboxes; Tom also in another workspace."""

    def __init__(self, world: World, simulator: Simulator, workspace: Workspace) -> None:
        self.workspace, self.simulator = workspace, simulator
        self.mailboxes = [an_smtp(workspace, simulator, world, gap=0) for _ in range(2)]
        self.a, self.b = (a_campaign(workspace, mailboxes=[one], steps=STEPS) for one in self.mailboxes)
        self.tom, self.una, self.max = (
            a_contact(workspace, f"silent-{name}@{name}.example") for name in ("tom", "una", "max")
        )
        for campaign, mailbox in zip((self.a, self.b), self.mailboxes, strict=True):
            for person in (self.tom, self.una):
                enrolled(campaign, person, mailbox=mailbox)
        enrolled(self.a, self.max, mailbox=self.mailboxes[0])
        self.elsewhere = a_workspace()
        other = an_smtp(self.elsewhere, simulator, world, gap=0)
        self.other = enrolled(
            a_campaign(self.elsewhere, mailboxes=[other], steps=STEPS),
            a_contact(self.elsewhere, "silent-tom@tom.example"),
            mailbox=other,
        )

    def link_of(self, person: Contact, campaign: Campaign) -> str:
        delivery = person.recipient.delivery_set.get(campaign_id=campaign.id)
        link = unsubscribe.link_for(
            workspace_id=self.workspace.id, recipient_id=person.recipient_id, delivery_id=delivery.id
        )
        return link.removeprefix("http://127.0.0.1:8000")

    def state(self, campaign: Campaign, person: Contact) -> str:
        return Enrollment.objects.get(campaign=campaign, recipient_id=person.recipient_id).state


@pytest.fixture
def two(world: World, simulator: Simulator, workspace: Workspace) -> Two:
    a_policy(workspace, person_gap_days=None)
    made = Two(world, simulator, workspace)
    assert send_here() == ["accepted"] * 6
    return made


def test_g_uns_04_one_opt_out_covers_the_workspace_and_nothing_else(two: Two, web: Client, world: World) -> None:
    assert web.post(two.link_of(two.tom, two.a), **ONE_CLICK).status_code == 200
    page = web.get(two.link_of(two.una, two.b)).content.decode()
    assert page.count("<button") == 1  # no choice is offered: one press is the whole wish
    assert web.post(two.link_of(two.una, two.b) + "?way=page").status_code == 200
    assert [two.state(one, two.tom) for one in (two.a, two.b)] == ["unsubscribed"] * 2
    assert [two.state(one, two.una) for one in (two.a, two.b)] == ["unsubscribed"] * 2
    assert (two.state(two.a, two.max), Campaign.objects.get(id=two.a.id).state) == ("active", "running")
    two.other.refresh_from_db()
    assert two.other.state == "active"
    assert not Suppression.objects.filter(workspace=two.elsewhere).exists()
    before = len(two.simulator.journal("accept"))
    world.pass_time(timedelta(days=2))
    later = a_campaign(two.workspace, mailboxes=[two.mailboxes[0]])
    for person in (two.tom, two.una):
        enrolled(later, person, mailbox=two.mailboxes[0])
    _fresh()
    send_here()
    assert {record["rcpt"] for record in two.simulator.journal("accept")[before:]} == {
        two.max.email,
        "silent-tom@tom.example",
    }
    assert len(two.simulator.journal("accept")) == before + 2


def test_g_uns_04_two_opt_outs_are_counted_and_told_with_campaign_date_and_way(two: Two, web: Client) -> None:
    web.post(two.link_of(two.tom, two.a), **ONE_CLICK)
    web.post(two.link_of(two.una, two.b) + "?way=page")
    assert Outcome.objects.filter(kind="unsubscribed").count() == 2
    assert wishes_since(two.workspace.id, looks.days_ago(1)) == [("one_click", 1), ("page", 1)]
    client = Client()
    client.force_login(a_user(two.workspace))
    listed = client.get("/do-not-contact/").content.decode()
    assert two.a.name in listed
    assert "opted out by the button of a mail program" in listed
    assert "opted out on the opt-out page" in listed
    of_tom = client.get(f"/contacts/{two.tom.id}/").content.decode()
    assert f"opted out by the button of a mail program, after {two.a.name}" in of_tom
    assert "Not contacted any more, since" in of_tom


def _fresh() -> None:
    """The inboxes were read just now; nothing came."""
    InboundCursor.objects.update(listed_at=clock.now())
