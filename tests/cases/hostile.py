"""A mailbox that is read over IMAP from a house of folders, and large mail to put into it."""

import json
import subprocess
import sys
from base64 import encodebytes
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bounces.actions import ingest
from mailboxes.actions import inbound
from mailboxes.models import InboundCursor, InboundMessage, InboundRaw, Mailbox
from tests.factories import SECRETS
from tests.faults.processes import environment
from tests.journeys.office import Mailed, Office, an_office
from tests.mailboxes.imap_server import House
from tests.plugins.world import World

BODIES = b"BODY.PEEK[]"
MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Site:
    """An office whose mailbox lies in the house."""

    office: Office
    house: House

    def poll(self, mailbox: Mailbox | None = None) -> int:
        """Read the mailbox once, all of it; return how many bodies were fetched."""
        self.house.heard.clear()
        inbound.poll((mailbox or self.office.mailbox).id)
        ingest.read_stored()
        return self.house.heard.count(BODIES)

    def message(self, person: Mailed) -> InboundMessage:
        return InboundMessage.objects.get(recipient_id=person.contact.recipient_id)

    def raw(self, person: Mailed) -> bytes:
        return bytes(InboundRaw.objects.get(message=self.message(person)).raw)


def a_site(world: World, house: House) -> Site:
    """The office and its house; the mailbox was read once, when nothing lay there."""
    house.password = SECRETS["smtp"]["password"]
    SECRETS["smtp"]["username"] = "nora@nordlicht.example"
    imap = {"host": "127.0.0.1", "port": house.port, "security": "plain"}
    endpoints = {"smtp": {"host": "127.0.0.1", "port": 9, "security": "plain"}, "imap": imap}
    office = an_office(world, kind="smtp", address="nora@nordlicht.example")
    Mailbox.objects.filter(id=office.mailbox.id).update(endpoints=endpoints)
    office.mailbox.refresh_from_db()
    world.allow({"127.0.0.1:9", f"127.0.0.1:{house.port}"})
    InboundCursor.objects.update(listed_at=None)
    site = Site(office, house)
    site.poll()
    return site


def head_of_answer(person: Mailed, name: str) -> bytes:
    return (
        f"From: <{person.contact.email}>\r\nTo: <nora@nordlicht.example>\r\nSubject: Re: large\r\n"
        f"Message-ID: <{name}@acme.example>\r\nIn-Reply-To: <{person.delivery.message_id}>\r\nMIME-Version: 1.0\r\n"
    ).encode()


def in_lines(data: bytes) -> bytes:
    return encodebytes(data).replace(b"\n", b"\r\n")


def with_attachments(person: Mailed) -> bytes:
    """A short answer with 40 MB of attachments."""
    file = (
        b"--big\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n"
        b'Content-Disposition: attachment; filename="part.bin"\r\n\r\n' + in_lines(bytes(range(256)) * 40_960)
    )
    words = b"--big\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nSee the files, call me.\r\n"
    kind = b'Content-Type: multipart/mixed; boundary="big"\r\n\r\n'
    return head_of_answer(person, "huge-1") + kind + words + file * 4 + b"--big--\r\n"


def nested(person: Mailed) -> bytes:
    """A text of 5 MB in one line, and three levels of messages around 2,000 parts."""
    inner = head_of_answer(person, "core") + b'Content-Type: multipart/mixed; boundary="many"\r\n\r\n'
    inner += b"--many\r\nContent-Type: text/plain\r\n\r\na part\r\n" * 2_000 + b"--many--\r\n"
    for level in (b"one", b"two", b"three"):
        kind = b'Content-Type: multipart/mixed; boundary="' + level + b'"\r\n\r\n--' + level
        inner = head_of_answer(person, level.decode()) + kind + b"\r\nContent-Type: message/rfc822\r\n\r\n" + inner
        inner += b"\r\n--" + level + b"--\r\n"
    text = b"Content-Transfer-Encoding: base64\r\nContent-Type: text/plain\r\n\r\n" + in_lines(b"interested " * 480_000)
    kind = b'Content-Type: multipart/mixed; boundary="top"\r\n\r\n--top\r\n'
    returned = b"\r\n--top\r\nContent-Type: message/rfc822\r\n\r\n"
    return head_of_answer(person, "huge-2") + kind + text + returned + inner + b"\r\n--top--\r\n"


# The most that each had in memory. Not by getrusage: there a process begins with what its parent had.
WORKER = """
import json, os, sys
from pathlib import Path
os.environ["DJANGO_SETTINGS_MODULE"] = "app.settings"
import django
django.setup()
from app import worker
from mailboxes.actions import inbound
from bounces.actions import ingest
from bounces.reader import pool
stored = inbound.poll(int(sys.argv[1]))
read = ingest.read_stored()
def most(pid):
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM"))
child = pool.readers._free[0]._process.pid
print(json.dumps({"stored": stored, "read": read, "worker_mb": most("self"), "child_mb": most(child)}))
"""


def a_worker_polls(mailbox: Mailbox) -> dict[str, Any]:
    """Let a process of its own, with all that a worker has loaded, read the mailbox; what it did and what it took."""
    command = [sys.executable, "-c", WORKER, str(mailbox.id)]
    env = environment(LOG_LEVEL="ERROR")
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, check=True, timeout=120)
    told: dict[str, Any] = json.loads(done.stdout)
    return told | {"said": done.stderr.decode()}


ROOT = Path(__file__).resolve().parents[2]
