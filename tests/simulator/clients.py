"""Genuine clients, as a mailbox's programs would be: google-api-python-client over httpx, and smtplib."""

import base64
import smtplib
import ssl
from email.message import EmailMessage
from email.policy import SMTP
from typing import Any

import httplib2
import httpx
from googleapiclient.discovery import build

from tests.plugins.simulator import Simulator

ANN = "ann@example.com"
FIRST = "t1"  # the token of a mail that is not told otherwise
TLS = ssl.create_default_context()  # unused on loopback, but each httpx client would read the certificates anew
OPEN: list[httpx.Client | smtplib.SMTP] = []  # closed after each test by a fixture


class OnePost:
    """The `http` object the Google client wants, over a transport that repeats nothing."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client

    def request(self, uri: str, method: str = "GET", body: Any = None, headers: Any = None, **_: Any) -> Any:
        uri = uri.replace("https://127.", "http://127.")  # the client insists on TLS for its upload variant
        answer = self.client.request(method, uri, content=body, headers=headers)
        response = httplib2.Response({"status": str(answer.status_code), **answer.headers})
        response.reason = answer.reason_phrase
        return response, answer.content

    def close(self) -> None:
        self.client.close()


def access_token(simulator: Simulator, address: str = ANN) -> str:
    form = {
        "grant_type": "refresh_token",
        "refresh_token": f"refresh:{address}",
        "client_id": "i",
        "client_secret": "s",
    }
    return str(httpx.post(simulator.token_url, data=form, verify=TLS).raise_for_status().json()["access_token"])


def client_of(simulator: Simulator, address: str = ANN) -> httpx.Client:
    """An httpx client that is signed in."""
    headers = {"Authorization": f"Bearer {access_token(simulator, address)}"}
    client = httpx.Client(base_url=f"{simulator.http}/gmail/v1/users/me", headers=headers, timeout=5, verify=TLS)
    OPEN.append(client)
    return client


def gmail(simulator: Simulator, address: str = ANN) -> Any:
    """users() of google-api-python-client, signed in."""
    http = OnePost(client_of(simulator, address))
    options = {"api_endpoint": simulator.http}
    return build("gmail", "v1", http=http, cache_discovery=False, client_options=options).users()


def submission(simulator: Simulator, address: str = ANN) -> smtplib.SMTP:
    """An smtplib connection that is signed in."""
    server = smtplib.SMTP(*simulator.smtp, local_hostname="client.example.com", timeout=5)
    OPEN.append(server)
    server.login(address, "right")
    return server


def a_mail(token: str = FIRST, to: str = "silent-bob@example.org", **fields: str) -> bytes:
    """A mail as the product would send it; `fields` replace or add headers, names with underscores."""
    message = EmailMessage(policy=SMTP.clone(max_line_length=998))
    headers = {
        "From": f"Ann Lee <{ANN}>",
        "To": f"Bob Jones <{to}>",
        "Subject": "A question",
        "Date": "Mon, 05 Jan 2026 10:00:00 +0000",
        "Message-ID": f"<{token}@example.com>",
        "X-Entity-Ref": token,
        "List-Unsubscribe": "<http://127.0.0.1:9/u/x>, <mailto:ann+out@example.com?subject=stop>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    for name, value in (headers | {name.replace("_", "-"): value for name, value in fields.items()}).items():
        if value:
            message[name] = value
    message.set_content("Hello Bob,\n\nwould this be of use to you?\n\nAnn\n")
    return message.as_bytes()


def encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode()


def send(users: Any, raw: bytes, **body: str) -> dict[str, Any]:
    """users.messages.send, posted once."""
    request = users.messages().send(userId="me", body={"raw": encoded(raw), **body})
    return dict(request.execute(num_retries=0))


def tokens(records: list[dict[str, Any]]) -> list[str]:
    """The tokens of journal records, in order."""
    return [record["token"] for record in records]
