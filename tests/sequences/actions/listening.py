"""Somebody else's program that hears webhooks, on loopback, and answers as a test says."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from app.actions import readers


@dataclass(frozen=True, slots=True)
class Heard:
    """One call as it came in."""

    event: str
    attempt: int
    signature: str
    body: bytes

    @property
    def told(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found

    def is_signed_with(self, secret: str) -> bool:
        """Check it as the documentation tells receivers to."""
        at, mac = (part.partition("=")[2] for part in self.signature.split(","))
        return hmac.digest(secret.encode(), f"{at}.".encode() + self.body, hashlib.sha256).hex() == mac


@dataclass(slots=True)
class Listener:
    """What was heard, and the answers that are left; 200 when there are none."""

    url: str
    answers: list[int] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    retry_after: str = ""


class _Ear(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        listener: Listener = self.server.listener  # type: ignore[attr-defined]
        body = self.rfile.read(int(self.headers["Content-Length"]))
        words = self.headers
        attempt = int(words["Forbear-Attempt"])
        listener.heard.append(Heard(words["Forbear-Event"], attempt, words["Forbear-Signature"], body))
        self.send_response(listener.answers.pop(0) if listener.answers else 200)
        self.send_header("Content-Length", "0")
        if listener.retry_after:
            self.send_header("Retry-After", listener.retry_after)
        self.end_headers()

    def log_message(self, *_: object) -> None: ...


@contextmanager
def listening() -> Iterator[Listener]:
    """Listen on a free port of this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Ear) as server:
        listener = Listener(f"http://127.0.0.1:{server.server_port}/hooks")
        server.listener = listener  # type: ignore[attr-defined]
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield listener
        server.shutdown()
        thread.join()


def without_other_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let readers go on at once: other tests write on the same server, and what is open there would hold them up."""
    for name in ("READ", "NEWEST"):
        monkeypatch.setattr(readers, name, getattr(readers, name).replace("pg_snapshot_xmin", "pg_snapshot_xmax"))
