"""A mailbox granted in the browser: the whole way against the simulator's consent page and token endpoint (A13)."""

import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import httpx
import pytest
from django.db import connection

from app.core.errors import Refused
from app.models import Workspace
from mailboxes.actions.consent import Consent, Return, begin, finish
from mailboxes.actions.mailboxes import Connection, connect
from mailboxes.actions.pool import transport_for
from mailboxes.core.scopes import READ, SEND
from mailboxes.models import ConsentRequest, Credential, Mailbox
from mailboxes.wire.http_client import trust
from tests.factories import a_user, a_workspace
from tests.plugins.simulator import Simulator, simulator, simulator_process
from tests.plugins.world import World

__all__ = ["simulator", "simulator_process"]

pytestmark = pytest.mark.django_db(transaction=True)

NORA = "nora@acme.example"
PATH = "/mailboxes/google/"
SESSION = "canary-session-key"


@dataclass(frozen=True)
class Browser:
    """A signed-in person who connects a mailbox."""

    workspace: Workspace
    user_id: int
    world: Simulator

    def sent_to(self, address: str = NORA) -> str:
        return begin(
            session_key=SESSION,
            workspace_id=self.workspace.id,
            user_id=self.user_id,
            address=address,
            return_path=PATH,
        )

    def returned(self, url: str) -> Return:
        """Follow the consent page, as a browser would, up to our own page."""
        answer = httpx.get(url, verify=trust())
        assert answer.status_code == 302, answer.text
        where = answer.headers["location"]
        assert where.startswith(f"http://127.0.0.1:8000{PATH}?")
        told = {name: values[0] for name, values in parse_qs(urlsplit(where).query).items()}
        return Return(
            SESSION, self.workspace.id, self.user_id, told["state"], told.get("code", ""), told.get("error", "")
        )


@pytest.fixture
def browser(simulator: Simulator, settings: Any) -> Iterator[Browser]:
    values = {
        "GOOGLE_AUTH_URL": simulator.auth_url,
        "GOOGLE_TOKEN_URL": simulator.token_url,
        "GOOGLE_API_URL": simulator.http,
        "GOOGLE_CLIENT_ID": "ours",
        "GOOGLE_CLIENT_SECRET": "canary-client-secret",
    }
    for name, value in values.items():
        setattr(settings, name, value)
    workspace = a_workspace()
    yield Browser(workspace, a_user(workspace).id, simulator)
    simulator.consent()


def refused(back: Return) -> str:
    with pytest.raises(Refused) as caught:
        finish(back)
    assert "canary" not in str(caught.value)
    assert not Mailbox.objects.exists()
    return str(caught.value)


def test_a_mailbox_is_granted_connected_and_sends_with_the_least_scopes(browser: Browser) -> None:
    granted = finish(browser.returned(browser.sent_to()))
    assert (granted.address, set(granted.scopes.split())) == (NORA, {SEND, READ})
    mailbox = connect(browser.workspace, Connection(kind="gmail", address=granted.address, secret=granted.secret))
    with transport_for(mailbox.id) as transport:
        transport.ready()
        assert transport.position()["history_id"]
    assert "canary" not in repr(granted)
    assert "canary" not in Credential.objects.get().sealed


def test_the_browser_is_sent_with_pkce_a_fresh_state_and_a_redirect_of_ours(browser: Browser) -> None:
    first, second = (dict(parse_qsl(urlsplit(browser.sent_to()).query)) for _ in range(2))
    assert first["redirect_uri"] == f"http://127.0.0.1:8000{PATH}"
    assert (first["code_challenge_method"], first["access_type"], first["prompt"]) == ("S256", "offline", "consent")
    assert first["scope"].split() == [SEND, READ]
    assert first["login_hint"] == NORA
    assert first["state"] != second["state"]
    assert first["code_challenge"] != second["code_challenge"]
    kept = repr(list(ConsentRequest.objects.values()))
    assert first["state"] not in kept
    assert SESSION not in kept


def test_a_state_is_good_once(browser: Browser) -> None:
    back = browser.returned(browser.sent_to())
    assert isinstance(finish(back), Consent)
    assert "used already" in refused(back)


def test_of_two_returns_at_once_one_is_taken(browser: Browser) -> None:
    back = browser.returned(browser.sent_to())
    gate, ends = threading.Barrier(2), list[str]()

    def come_back() -> None:
        gate.wait(5)
        try:
            ends.append(type(finish(back)).__name__)
        except Refused as error:
            ends.append(str(error))
        finally:
            connection.close()

    threads = [threading.Thread(target=come_back) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert sorted(ends) == ["Consent", "This return from Google was used already. Begin again."]


def test_a_state_is_good_for_ten_minutes(browser: Browser) -> None:
    back = browser.returned(browser.sent_to())
    ConsentRequest.objects.update(expires_at=ConsentRequest.objects.get().expires_at - timedelta(minutes=10))
    assert "ten minutes" in refused(back)
    assert "used already" in refused(back)


@pytest.mark.parametrize("foreign", ["session", "user", "workspace", "state"])
def test_what_another_one_began_is_nobody_elses(browser: Browser, foreign: str) -> None:
    back = browser.returned(browser.sent_to())
    changes: dict[str, object] = {
        "session": {"session_key": "another"},
        "user": {"user_id": browser.user_id + 1},
        "workspace": {"workspace_id": browser.workspace.id + 1},
        "state": {"state": "invented"},
    }
    stranger = replace(back, **changes[foreign])  # type: ignore[arg-type]
    assert "belongs to no connection" in refused(stranger)
    assert finish(back).address == NORA  # a stranger's try does not use it up


def test_another_account_than_the_one_asked_for_is_refused_with_both_names(browser: Browser) -> None:
    browser.world.consent(as_="private@acme.example")
    told = refused(browser.returned(browser.sent_to()))
    assert "private@acme.example" in told
    assert NORA in told


@pytest.mark.parametrize("ticked", [SEND, READ, "openid"])
def test_a_person_who_unticks_a_scope_is_told(browser: Browser, ticked: str) -> None:
    browser.world.consent(scope=ticked)
    told = refused(browser.returned(browser.sent_to()))
    assert re.search("both be ticked|insufficientPermissions", told)


def test_a_person_who_says_no_is_told(browser: Browser) -> None:
    browser.world.consent(deny=True)
    assert "granted nothing" in refused(browser.returned(browser.sent_to()))


def test_an_injected_code_of_another_way_is_refused(browser: Browser) -> None:
    """The thief's code was asked for with another challenge; ours cannot prove it."""
    thief = browser.returned(browser.sent_to())
    ours = browser.returned(browser.sent_to())
    assert "invalid_grant" in refused(replace(ours, code=thief.code))


def test_a_page_elsewhere_gets_no_code_traded(browser: Browser) -> None:
    url = browser.sent_to()
    parts = dict(parse_qsl(urlsplit(url).query)) | {"redirect_uri": f"http://127.0.0.1:8000{PATH}?evil=1"}
    back = browser.returned(f"{url.partition('?')[0]}?{urlencode(parts)}")
    assert "invalid_grant" in refused(back)


@pytest.mark.parametrize("path", ["//evil.example/", "https://evil.example/", ""])
def test_only_a_path_of_ours_is_a_way_back(browser: Browser, path: str) -> None:
    with pytest.raises(ValueError, match="path of our own"):
        begin(session_key="s", workspace_id=1, user_id=1, address=NORA, return_path=path)


def test_a_token_endpoint_in_trouble_is_told_and_nothing_is_stored(browser: Browser) -> None:
    back = browser.returned(browser.sent_to())
    browser.world.fault("status", "token", status=503)
    assert "503" in refused(back)


def test_a_rehearsal_sends_nobody_to_the_real_google(browser: Browser, world: World) -> None:
    world.allow([])
    with pytest.raises(Refused, match="a rehearsal speaks to its own simulator only"):
        browser.sent_to()
    assert not ConsentRequest.objects.exists()


def test_without_a_client_the_door_says_what_is_missing(browser: Browser, settings: Any) -> None:
    settings.GOOGLE_CLIENT_ID = "unset"
    with pytest.raises(Refused, match="GOOGLE_CLIENT_ID"):
        browser.sent_to()
