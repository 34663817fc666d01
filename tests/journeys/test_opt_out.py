"""How a mail says where to opt out, as it arrives."""

import re
from email.message import EmailMessage
from typing import Any

import pytest
from pytest_django import Settings

from admission.actions import permits
from admission.models import Counter
from app.actions import clock
from app.models import Workspace
from bounces.actions import link_hosts, unsubscribe
from sequences.actions import dispatch
from sequences.models import Campaign, Contact
from tests.factories import StepPlan, a_campaign, a_contact, a_link_host, a_workspace, enrolled, weekly
from tests.journeys.running import a_gmail, due_here, send_due, send_here, sent_mails
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

HERE = "http://127.0.0.1:8000"
PUBLIC = "https://forbear.example.com"
OWN = "https://links.nordlicht.example"
STEPS = [StepPlan("email", "A question", "Hello", "<p>Hello</p>")]
WORDS = 'Reply "no thanks"'


def open_now() -> dict[str, Any]:
    """A window that is open for the next hour of true time, whatever it is now."""
    hour = clock.now().hour
    return {"window": weekly(f"{(hour + 2) % 24:02}:00", f"{(hour + 1) % 24:02}:30")}


class Post:
    """A campaign over one Gmail mailbox in a database that is real, or not."""

    def __init__(self, world: World, simulator: Simulator, *, mode: str, real: bool = True) -> None:
        self.simulator = simulator
        self.workspace: Workspace = a_workspace()
        self.mailbox = a_gmail(self.workspace, simulator, world, gap=0)
        self.campaign: Campaign = a_campaign(
            self.workspace, mailboxes=[self.mailbox], steps=STEPS, unsubscribe_mode=mode, **open_now()
        )
        if real:
            world.become_real()

    def someone(self, name: str = "ada") -> Contact:
        contact = a_contact(self.workspace, f"silent-{name}@{name}.example")
        enrolled(self.campaign, contact, mailbox=self.mailbox)
        return contact

    def mails(self) -> list[EmailMessage]:
        return sent_mails(self.simulator, self.mailbox)


def parts(mail: EmailMessage) -> tuple[str, str]:
    text, html = mail.get_body(("plain",)), mail.get_body(("html",))
    assert text is not None
    assert html is not None
    return text.get_content(), html.get_content()


@pytest.mark.parametrize(
    ("mode", "link", "words", "real"),
    [("link", 1, 0, True), ("words", 0, 1, True), ("both", 1, 1, True), ("words", 0, 1, False)],
)
def test_the_visible_way_is_the_campaigns_and_the_header_has_every_way(
    world: World, simulator: Simulator, settings: Settings, mode: str, link: int, words: int, *, real: bool
) -> None:
    settings.BASE_URL = PUBLIC
    post = Post(world, simulator, mode=mode, real=real)
    a_link_host()
    ada = post.someone()
    assert send_here() == ["accepted"]
    (mail,) = post.mails()
    token = unsubscribe.token_for(post.workspace.id, ada.recipient_id, 1)[:5]
    header = "".join(mail["List-Unsubscribe"].split())
    found = re.fullmatch(rf"<{PUBLIC}/u/(\w+)>,<mailto:{post.mailbox.address}\?subject=unsubscribe%20(\w+)>", header)
    assert found
    assert found[1] == found[2]
    assert found[1].startswith(token[:2])
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    for part in parts(mail):
        assert part.count(f"{PUBLIC}/u/{found[1]}") == link
        assert part.replace("&quot;", '"').count(WORDS) == words


@pytest.mark.parametrize(
    ("mode", "known"),
    [("link", None), ("both", {"passed_at": None}), ("link", {"base": "https://before.example.com"})],
)
def test_without_a_host_that_is_known_to_work_there_are_words_and_a_mailto_only(
    world: World, simulator: Simulator, settings: Settings, mode: str, known: dict[str, Any] | None
) -> None:
    """BASE_URL of this machine, one that was never tested, and one that is another than the tested one."""
    settings.BASE_URL = PUBLIC if known else HERE
    post = Post(world, simulator, mode=mode)
    if known is not None:
        a_link_host(**known)
    post.someone()
    assert send_here() == ["accepted"]
    (mail,) = post.mails()
    assert re.fullmatch(rf"<mailto:{post.mailbox.address}\?subject=unsubscribe%20\w+>", mail["List-Unsubscribe"])
    assert "List-Unsubscribe-Post" not in mail
    for part in parts(mail):
        assert "/u/" not in part
        assert WORDS in part.replace("&quot;", '"')


def test_without_a_host_a_day_has_few_mails_in_all_and_a_host_lifts_that(
    world: World, simulator: Simulator, settings: Settings
) -> None:
    settings.BASE_URL = PUBLIC
    settings.WITHOUT_LINK_HOST_PER_DAY = 2
    posts = [Post(world, simulator, mode="both", real=False) for _ in range(2)]
    world.become_real()
    for number in range(2):
        for post in posts:
            post.someone(f"person{number}")
    assert sorted(send_here()) == ["accepted", "accepted", "wait:no_link_host", "wait:no_link_host"]
    counted = Counter.objects.get(scope="no_link_host")
    assert (counted.workspace, counted.used) == (None, 2)
    a_link_host()
    settings.WITHOUT_LINK_HOST_PER_DAY = 1
    for post in posts:
        post.someone("late")
    assert send_here() == ["accepted"] * 2
    assert all("List-Unsubscribe-Post" in post.mails()[-1] for post in posts)


def test_mail_of_a_sending_domain_names_its_own_host(world: World, simulator: Simulator, settings: Settings) -> None:
    settings.BASE_URL = PUBLIC
    post = Post(world, simulator, mode="link")
    a_link_host()
    own = a_link_host("nordlicht.example", OWN, passed_at=None)
    post.someone("before")
    assert send_here() == ["accepted"]
    own.passed_at = own.created_at
    own.save()
    link_hosts.settle()
    post.someone("after")
    assert send_here() == ["accepted"]
    assert [mail["List-Unsubscribe"].partition("/u/")[0] for mail in post.mails()] == [f"<{PUBLIC}", f"<{OWN}"]


def test_a_host_that_changes_after_the_mail_was_written_is_never_named(
    world: World, simulator: Simulator, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BASE_URL = PUBLIC
    post = Post(world, simulator, mode="link")
    a_link_host()
    post.someone()
    asked = permits.grant_permit

    def changed_meanwhile(**values: Any) -> Any:
        monkeypatch.setattr(dispatch, "grant_permit", asked)
        a_link_host("nordlicht.example", OWN)
        return asked(**values)

    monkeypatch.setattr(dispatch, "grant_permit", changed_meanwhile)
    (touch,) = due_here()
    assert dispatch.send_touch(touch.id) == "wait:link_changed"
    assert post.mails() == []
    assert send_here() == ["accepted"]
    assert OWN in post.mails()[0]["List-Unsubscribe"]


def test_a_rehearsal_has_no_gate_and_no_count(world: World, simulator: Simulator) -> None:
    post = Post(world, simulator, mode="link", real=False)
    post.someone()
    assert send_due(world) == ["accepted"]
    assert f"<{HERE}/u/" in post.mails()[0]["List-Unsubscribe"]
    assert not Counter.objects.filter(scope="no_link_host").exists()
