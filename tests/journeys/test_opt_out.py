"""How a mail says where to opt out, as it arrives."""

import pytest
from pytest_django import Settings

from bounces.actions import unsubscribe
from tests.factories import a_campaign, a_contact, a_workspace, enrolled
from tests.journeys.running import a_gmail, send_due, sent_mails
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

HERE = "http://127.0.0.1:8000"
PUBLIC = "https://forbear.example.com"


@pytest.mark.parametrize(
    ("kind", "url", "one_click"), [("real", HERE, False), ("real", PUBLIC, True), ("rehearsal", HERE, True)]
)
def test_words_carry_a_one_click_link_only_where_it_leads_somewhere(
    world: World,
    simulator: Simulator,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    url: str,
    one_click: bool,
) -> None:
    settings.BASE_URL = url
    monkeypatch.setattr(unsubscribe, "born", lambda: kind)
    workspace = a_workspace()
    mailbox = a_gmail(workspace, simulator, world)
    campaign = a_campaign(workspace, mailboxes=[mailbox], unsubscribe_mode="words")
    enrolled(campaign, a_contact(workspace, "silent-ada@acme.example"))
    assert send_due(world) == ["accepted"]
    (mail,) = sent_mails(simulator, mailbox)
    assert f"<mailto:{mailbox.address}?subject=unsubscribe>" in mail["List-Unsubscribe"]
    assert (f"<{url}/u/" in mail["List-Unsubscribe"]) is one_click
    assert ("List-Unsubscribe-Post" in mail) is one_click
    assert url not in mail.get_content()
