import pytest

from mailboxes.wire.gmail_http import OneCall
from mailboxes.wire.http_client import HttpClient
from tests.mailboxes.stubs import http_answer, http_stub


def test_a_call_is_made_once_even_if_the_library_asks_again() -> None:
    client = HttpClient(None)
    with http_stub(lambda _: http_answer(b"{}")) as stub:
        call = OneCall(client, "secret", within=5)
        response, body = call.request(f"{stub.url}/send", "POST", "mail", {"Accept": "application/json"})
        with pytest.raises(RuntimeError):
            call.request(f"{stub.url}/send", "POST", "mail")
    client.close()
    assert (response.status, response.reason, body, len(stub.seen)) == (200, "OK", b"{}", 1)


def test_the_librarys_name_and_version_stay_here() -> None:
    client = HttpClient(None)
    headers = {"user-agent": "canary/1", "x-goog-api-client": "canary/2", "content-type": "application/json"}
    with http_stub(lambda _: http_answer(b"{}")) as stub:
        OneCall(client, "secret", within=5).request(f"{stub.url}/", "POST", b"{}", headers)
    client.close()
    assert b"canary" not in stub.seen[0]
    assert b"authorization: bearer secret" in stub.seen[0].lower()
