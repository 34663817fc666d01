from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tests.plugins.simulator import Simulator
from tests.simulator.clients import ANN, a_mail, gmail, send

BOB = "unsub-bob@example.org"


class Page(BaseHTTPRequestHandler):
    """Notes what is posted and says it is fine."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        posts = self.server.posts  # type: ignore[attr-defined]
        posts.append((self.path, self.headers["Content-Type"], body, self.headers["Cookie"]))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def page() -> Iterator[ThreadingHTTPServer]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        server.posts = []  # type: ignore[attr-defined]
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_a_person_presses_unsubscribe(simulator: Simulator, page: ThreadingHTTPServer) -> None:
    url = f"http://127.0.0.1:{page.server_port}/u/secret"
    send(gmail(simulator), a_mail("t1", BOB, List_Unsubscribe=f"<{url}>"))
    simulator.release()
    kind = "application/x-www-form-urlencoded"
    assert page.posts == [("/u/secret", kind, b"List-Unsubscribe=One-Click", None)]  # type: ignore[attr-defined]
    (hook,) = simulator.journal("hook")
    assert {"about_token": "t1", "status": 200, "url": url}.items() <= hook.items()


@pytest.mark.parametrize(
    "fields",
    [{"List_Unsubscribe_Post": ""}, {"List_Unsubscribe": "<https://example.com/u/x>"}, {"List_Unsubscribe": ""}],
    ids=["no post header", "another machine", "no header"],
)
def test_nothing_is_posted_without_the_header_or_to_another_machine(
    simulator: Simulator, fields: dict[str, str]
) -> None:
    send(gmail(simulator), a_mail("t1", BOB, **fields))
    simulator.release()
    (hook,) = simulator.journal("hook")
    assert (hook["url"], hook["status"]) == (None, 0)


def test_a_page_that_is_away_is_journalled(simulator: Simulator) -> None:
    send(gmail(simulator), a_mail("t1", BOB, List_Unsubscribe="<http://127.0.0.1:1/u>"))
    simulator.release()
    assert simulator.journal("hook")[0]["note"] == "ClientConnectorError"


def test_an_unsubscribe_mail_goes_to_the_address_of_the_header(simulator: Simulator) -> None:
    gmail(simulator, "out@example.net")
    users = gmail(simulator)
    own = "<mailto:ann+out@example.com?subject=stop%20t1>"
    send(users, a_mail("t1", "mailto-bob@example.org", List_Unsubscribe=own))
    send(users, a_mail("t2", "mailto-eve@example.org", List_Unsubscribe="<mailto:out@example.net>"))
    simulator.release()
    assert [message["subject"] for message in simulator.mailbox(ANN) if "INBOX" in message["labels"]] == ["stop t1"]
    assert [message["subject"] for message in simulator.mailbox("out@example.net")] == ["unsubscribe"]
