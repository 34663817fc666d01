"""Mailboxes to be read, in a process of their own: a lean Gmail and an IMAP server, all accounts alike.

`python -m tests.bench.inbox_stub` prints both ports and serves until stdin closes. The history since id 1 has MESSAGES
new ones, the history since any other has none; the IMAP folders are empty. asyncio sets TCP_NODELAY on its sockets.
"""

import asyncio
import json
import sys
from base64 import urlsafe_b64encode

from tests.bench.gmail_stub import Gmail
from tests.mailboxes.imap_server import imap_house

MESSAGES = 50
HEADERS = (
    ("Return-Path", "<boss@acme.example>"),
    ("Received", "from mx.acme.example by mx.mail.example with ESMTPS; Mon, 30 Nov 2026 10:00:00 +0000"),
    ("DKIM-Signature", "v=1; a=rsa-sha256; d=acme.example; s=s1; h=from:to:subject:date; b=" + "a" * 340),
    ("MIME-Version", "1.0"),
    ("From", "Boss <boss@acme.example>"),
    ("To", "sender@example.org"),
    ("Subject", "Re: A question"),
    ("Date", "Mon, 30 Nov 2026 10:00:00 +0000"),
    ("References", "<one@example.org> <two@acme.example> <three@example.org>"),
    ("Content-Type", "text/plain; charset=utf-8"),
)
BODY = "Thank you, that sounds useful. Call me on Thursday.\r\n" * 30


def message(name: str, form: str) -> bytes:
    """Return one message as messages.get shows it."""
    headers = [*HEADERS, ("Message-ID", f"<{name}@acme.example>")]
    shown: dict[str, object] = {
        "id": name,
        "threadId": name,
        "labelIds": ["INBOX"],
        "internalDate": "1796032800000",
        "sizeEstimate": 2500,
    }
    if form == "raw":
        head = "".join(f"{field}: {value}\r\n" for field, value in headers)
        shown["raw"] = urlsafe_b64encode(f"{head}\r\n{BODY}".encode()).decode()
    else:
        shown["payload"] = {"headers": [{"name": field, "value": value} for field, value in headers]}
    return json.dumps(shown).encode()


NAMES = [f"{number:016x}" for number in range(1, MESSAGES + 1)]
SHOWN = {(name, form): message(name, form) for name in NAMES for form in ("metadata", "raw")}
NEW = json.dumps(
    {"history": [{"id": "2", "messagesAdded": [{"message": {"id": name}} for name in NAMES]}]} | {"historyId": "2"}
).encode()
NOTHING = b'{"historyId": "2"}'


class Inbox(Gmail):
    """The same connection, with something to read."""

    def _answer(self, line: bytes) -> bytes:
        if b"/history" in line:
            return NEW if b"starthistoryid=1&" in line or b"starthistoryid=1 " in line else NOTHING
        if b"/messages/" in line:
            name = line.partition(b"/messages/")[2].partition(b"?")[0].decode()
            return SHOWN[name, "raw" if b"format=raw" in line else "metadata"]
        return super()._answer(line)


async def serve(imap_port: int) -> None:
    """Listen on a free port beside the IMAP server until stdin closes."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Inbox, "127.0.0.1", 0)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]} {imap_port}\n")
    sys.stdout.flush()
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()


if __name__ == "__main__":
    with imap_house() as house:
        house.password = "password"  # the one that the factories write
        asyncio.run(serve(house.port))
