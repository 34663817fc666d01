"""Fixtures `simulator_process` (one a worker) and `simulator` (the same, emptied for each test).

Load with `-p tests.plugins.simulator`. People act only by the prefix of their address (see simulator/README.md)
and only when `release()` is called or the world's clock gets there. A test during which a client broke the
Gmail discovery document fails at its end, unless it took note with `violations()`.
"""

import base64
import json
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from tests.mailboxes import certificates

ROOT = Path(__file__).resolve().parents[2]
_PATIENCE = 20  # seconds for one control request; release() waits for people's own web requests


class Simulator:
    """A running simulator: its addresses, and the control endpoint as methods."""

    def __init__(self, http: int, smtp: int, journal_path: Path, smtps: int = 0, dns: int = 0) -> None:
        """Speak to the process that listens on these ports of 127.0.0.1."""
        self.smtps_port = smtps
        self.tls = ssl.create_default_context()  # whoever trusts the simulator's certificate; see simulator_process
        self.http_port = http
        self.smtp_port = smtp
        self.dns = f"127.0.0.1:{dns}"
        self.http = f"http://127.0.0.1:{http}"
        self.smtp = ("127.0.0.1", smtp)
        self.token_url = f"{self.http}/token"
        self.auth_url = f"{self.http}/auth"
        self.endpoints = frozenset({f"127.0.0.1:{http}", f"127.0.0.1:{smtp}", self.dns})
        self.endpoints |= {f"localhost:{port}" for port in (smtp, smtps) if port}  # what its certificate is for
        self.journal_path = journal_path
        self._violations_seen = 0

    def control(self, method: str, name: str, wish: dict[str, Any] | None = None) -> Any:
        """Ask the control endpoint; raises ValueError with its text when it refuses."""
        body = None if wish is None else json.dumps(wish).encode()
        request = Request(f"{self.http}/control/{name}", data=body, method=method)
        try:
            with urlopen(request, timeout=_PATIENCE) as answer:
                return json.load(answer)
        except HTTPError as error:
            with error:
                raise ValueError(error.read().decode()) from error

    def journal(self, kind: str | None = None, since: int = 0) -> list[dict[str, Any]]:
        """Give the journal's records of a type, e.g. accept, post, inbound, mailcheck, hook, violation."""
        wanted = {"since": str(since)} | ({"kind": kind} if kind else {})
        return list(self.control("GET", f"journal?{urlencode(wanted)}"))

    def counts(self) -> dict[str, Any]:
        """Give accepted, accepted_by_token, accepted_by_rcpt, posts_by_token."""
        return dict(self.control("GET", "counts"))

    def fault(self, kind: str, op: str = "send", **members: Any) -> None:
        """Let the next matching calls (`times`, 1 by default) meet a fault."""
        self.control("POST", "fault", {"kind": kind, "op": op, **members})

    def clear_faults(self) -> None:
        """Drop the faults that have not struck yet."""
        self.control("DELETE", "fault")

    def deliver(self, mailbox: str, raw: bytes, *, labels: tuple[str, ...] = (), at: str = "") -> dict[str, str]:
        """Put a raw message into a mailbox, where it has lain since `at`; gives id, threadId and historyId."""
        wish = {"mailbox": mailbox, "raw": base64.b64encode(raw).decode(), "labels": list(labels)}
        return dict(self.control("POST", "deliver", wish | ({"at": at} if at else {})))

    def rules(self, **members: Any) -> dict[str, Any]:
        """Set rules of the submission server: mails_per_connection, connections, greylist_seconds; hang_up=True.

        Gives them back with `open` and `most_open`, the connections there are and were at once.
        """
        return dict(self.control("POST", "submission", members))

    def release(self) -> int:
        """Let all people do now what they plan to do; gives how many did."""
        return int(self.control("POST", "release")["released"])

    def account(self, mailbox: str, **members: Any) -> None:
        """Change a mailbox: revoked, expire_tokens, expire_history, message_ids, scope, rotate_refresh_tokens …"""
        self.control("POST", "account", {"mailbox": mailbox, **members})

    def consent(self, **members: Any) -> None:
        """Decide what the next person does at the consent page: as_ (another address), scope, deny."""
        self.control("POST", "consent", {name.rstrip("_"): value for name, value in members.items()})

    def message(self, mailbox: str, name: str, **members: Any) -> None:
        """Change a message by its provider id: add, remove (labels), delete."""
        self.control("POST", "message", {"mailbox": mailbox, "id": name, **members})

    def mailbox(self, mailbox: str) -> list[dict[str, Any]]:
        """List a mailbox's messages, oldest first."""
        return list(self.control("GET", f"mailbox?{urlencode({'mailbox': mailbox})}"))

    def people(self, mode: str = "forced", **members: Any) -> None:
        """Set the mode (auto, forced, silent) and the shares of behaviours."""
        self.control("POST", "people", {"mode": mode, **members})

    def clock(self, *, anchor_real: str, anchor_world: str, speed: float) -> None:
        """Set the world's clock."""
        wish = {"anchor_real": anchor_real, "anchor_world": anchor_world, "speed": speed}
        self.control("POST", "clock", wish)

    def names(self, name: str, kind: str, *records: str, fault: str = "") -> None:
        """Set the records of a name, or the fault (silent, servfail, truncated) that questions about it meet."""
        wish = {"fault": fault} if fault else {"records": list(records)}
        self.control("POST", "names", {"name": name, "type": kind, **wish})

    def reset_names(self) -> None:
        """Let every domain be set up well again."""
        self.control("DELETE", "names")

    def judge(self, domain: str, **members: Any) -> None:
        """Decide what receivers find of a domain's mail: spf, dkim, dmarc, silent, labels."""
        self.control("POST", "authentication", {"domain": domain, **members})

    def violations(self) -> list[str]:
        """Give what was wrong so far, and take note of it so that the test need not fail."""
        records = self.journal("violation")
        self._violations_seen = len(records)
        return [line for record in records for line in record["wrong"]]

    def reset(self) -> None:
        """Empty the world."""
        self.control("POST", "reset")
        self._violations_seen = 0

    def unseen_violations(self) -> list[str]:
        """Give what was wrong and nobody asked about."""
        return [line for record in self.journal("violation")[self._violations_seen :] for line in record["wrong"]]


def start_simulator(journal: Path, *options: str) -> tuple[subprocess.Popen[bytes], Simulator]:
    """Start a process on free ports; it also ends when the one that started it does."""
    command = [sys.executable, "-m", "simulator", "--journal", str(journal), "--follow-stdin", *options]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    ready = json.loads(process.stdout.readline() or b'{"ready": false}')
    assert ready["ready"], f"the simulator did not start, exit code {process.wait(10)}"
    return process, Simulator(ready["http"], ready["smtp"], journal, ready.get("smtps", 0), ready["dns"])


def stop_simulator(process: subprocess.Popen[bytes]) -> int:
    """Stop a process and give its exit code."""
    process.terminate()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            stream.close()
    return process.wait(10)


@pytest.fixture(scope="session")
def simulator_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Simulator]:
    """One simulator for the whole worker; its state is whatever earlier tests left."""
    folder = tmp_path_factory.mktemp("simulator")
    _, trusting = certificates.make(folder)
    process, running = start_simulator(
        folder / "journal.jsonl", "--people", "forced", "--smtp-cert", str(folder / "server.pem")
    )
    running.tls = trusting
    yield running
    stop_simulator(process)


@pytest.fixture
def simulator(simulator_process: Simulator) -> Iterator[Simulator]:
    """An empty world; fails the test if a client broke the discovery document unnoticed."""
    simulator_process.reset()
    yield simulator_process
    assert simulator_process.unseen_violations() == []
