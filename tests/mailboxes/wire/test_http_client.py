import gzip
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from mailboxes.core.errors import EndpointRefused, MarkLost
from mailboxes.wire.http_client import AnswerTooLarge, HttpClient, NeverLeft, NoAnswer
from tests.mailboxes.stubs import Stub, http_answer, http_stub, read_request, serving


@contextmanager
def client(allowed: frozenset[str] | None = None) -> Iterator[HttpClient]:
    opened = HttpClient(allowed)
    try:
        yield opened
    finally:
        opened.close()


def post(stub: Stub, *, within: float = 5, mark: Callable[[], None] = lambda: None, at_most: int = 1000) -> object:
    with client() as http:
        return http.ask("POST", f"{stub.url}/send", within=within, body=b"mail", mark=mark, at_most=at_most)


def test_a_request_goes_out_whole_and_the_answer_comes_back() -> None:
    with http_stub(lambda _: http_answer(b'{"a": 1}', headers=("X-More: y",))) as stub, client() as http:
        answer = http.ask("POST", f"{stub.url}/x?y=1", within=5, headers={"accept": "z"}, body=b"mail")
    assert (answer.status, json.loads(answer.body), answer.headers["x-more"]) == (200, {"a": 1}, "y")
    assert stub.seen[0].startswith(b"POST /x?y=1 HTTP/1.1\r\n")
    assert stub.seen[0].endswith(b"\r\n\r\nmail")


def test_nothing_about_our_software_leaves() -> None:
    with http_stub(lambda _: http_answer(b"")) as stub:
        post(stub)
    assert b"python" not in stub.seen[0].lower()
    assert b"httpx" not in stub.seen[0].lower()


def test_a_server_that_reads_and_closes_sees_one_post() -> None:
    with http_stub(lambda _: None) as stub, pytest.raises(NoAnswer):
        post(stub)
    assert len(stub.seen) == 1


@pytest.mark.parametrize("status", ["301 Moved", "307 Temporary Redirect", "308 Permanent Redirect"])
def test_a_redirect_is_an_answer_and_is_not_followed(status: str) -> None:
    with http_stub(lambda _: http_answer(b"", status=status, headers=("Location: /again",))) as stub:
        post(stub)
    assert len(stub.seen) == 1


@pytest.mark.parametrize("status", ["429 Slow", "503 Down"])
def test_an_error_is_not_repeated(status: str) -> None:
    with http_stub(lambda _: http_answer(b"", status=status, headers=("Retry-After: 0",))) as stub:
        post(stub)
    assert len(stub.seen) == 1


def test_a_cut_answer_is_no_answer() -> None:
    def cut(connection: socket.socket, stub: Stub) -> None:
        stub.seen.append(read_request(connection))
        connection.sendall(http_answer(b"x" * 100)[:-50])

    with serving(cut) as stub, pytest.raises(NoAnswer):
        post(stub)
    assert len(stub.seen) == 1


def test_a_drip_does_not_outlive_the_deadline() -> None:
    def drip(connection: socket.socket, stub: Stub) -> None:
        read_request(connection)
        for byte in http_answer(b"x" * 500):
            connection.sendall(bytes([byte]))
            time.sleep(0.05)

    started = time.monotonic()
    with serving(drip) as stub, pytest.raises(NoAnswer):
        post(stub, within=0.4)
    assert time.monotonic() - started < 1.5


def test_a_server_that_reads_nothing_does_not_outlive_the_deadline() -> None:
    started = time.monotonic()
    with serving(lambda *_: time.sleep(1)) as stub, client() as http, pytest.raises(NoAnswer):
        http.ask("POST", f"{stub.url}/", within=0.3, body=b"x" * 20_000_000)
    assert time.monotonic() - started < 2


def test_the_mark_is_set_after_the_connection_and_before_the_first_byte() -> None:
    seen: list[tuple[int, int]] = []
    with http_stub(lambda _: http_answer(b"")) as stub:

        def mark() -> None:
            time.sleep(0.1)  # for the stub to count the connection, and any byte that came too early
            seen.append((stub.connections, len(stub.seen)))

        post(stub, mark=mark)
    assert seen == [(1, 0)]


def test_the_mark_is_set_once_for_a_long_body() -> None:
    marks: list[int] = []
    with http_stub(lambda _: http_answer(b"")) as stub, client() as http:
        http.ask("POST", f"{stub.url}/", within=5, body=b"x" * 3_000_000, mark=lambda: marks.append(1))
    assert marks == [1]


def test_a_lost_mark_writes_nothing_and_the_client_lives_on() -> None:
    def lost() -> None:
        raise MarkLost

    with http_stub(lambda _: http_answer(b"")) as stub, client() as http:
        with pytest.raises(MarkLost):
            http.ask("POST", f"{stub.url}/", within=5, mark=lost)
        assert stub.seen == []
        assert http.ask("GET", f"{stub.url}/", within=5).status == 200


def test_a_refused_connection_never_left_and_sets_no_mark() -> None:
    marks: list[int] = []
    with serving(lambda *_: None) as gone:
        pass
    with pytest.raises(NeverLeft):
        post(gone, mark=lambda: marks.append(1))
    assert marks == []


def test_an_answer_larger_than_asked_for_is_not_read_on() -> None:
    with http_stub(lambda _: http_answer(b"x" * 2000)) as stub, pytest.raises(AnswerTooLarge):
        post(stub)


def test_a_packed_answer_is_unpacked() -> None:
    packed = http_answer(gzip.compress(b"word " * 100), headers=("Content-Encoding: gzip",))
    with http_stub(lambda _: packed) as stub, client() as http:
        assert http.ask("GET", stub.url, within=5).body == b"word " * 100


@pytest.mark.parametrize(
    ("body", "encoding"),
    [
        (gzip.compress(b"word " * 100)[:-9], "gzip"),
        (gzip.compress(b"word") + b"more", "gzip"),
        (b"no gzip at all", "gzip"),
        (b"word", "br"),
    ],
    ids=["cut", "more", "plain", "unasked"],
)
def test_an_answer_that_cannot_be_unpacked_is_none(body: bytes, encoding: str) -> None:
    with http_stub(lambda _: http_answer(body, headers=(f"Content-Encoding: {encoding}",))) as stub:
        with pytest.raises(NoAnswer):
            post(stub)
        assert len(stub.seen) == 1


def test_a_packed_bomb_is_measured_unpacked() -> None:
    bomb = http_answer(gzip.compress(b"x" * 5_000_000), headers=("Content-Encoding: gzip",))
    with http_stub(lambda _: bomb) as stub, pytest.raises(AnswerTooLarge):
        post(stub, at_most=100_000)


@pytest.mark.parametrize(
    "url",
    ["http://mail.example/", "ftp://127.0.0.1/", "https://user@mail.example/", "nonsense", "http://127.0.0.1.example/"],
)
def test_an_unsafe_url_is_refused(url: str) -> None:
    with client() as http, pytest.raises(EndpointRefused):
        http.ask("GET", url, within=1)


def test_a_rehearsal_refuses_at_the_socket_as_well() -> None:
    with http_stub(lambda _: http_answer(b"")) as stub, client(frozenset({"127.0.0.1:1"})) as http:
        with pytest.raises(EndpointRefused):
            http.ask("GET", stub.url, within=1)
        assert stub.connections == 0


def test_a_proxy_of_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    with http_stub(lambda _: http_answer(b"")) as stub:
        post(stub)
    assert len(stub.seen) == 1
