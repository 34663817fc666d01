import ast
import json
import smtplib
import ssl
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.plugins.simulator import ROOT, Simulator, start_simulator, stop_simulator
from tests.simulator.clients import ANN, a_mail

PRODUCT = {"app", "mailboxes", "bounces", "admission", "sequences"}


def imported(path: Path) -> set[str]:
    """The top-level packages a module imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


def test_it_imports_nothing_of_the_product() -> None:
    modules = list((ROOT / "simulator").rglob("*.py"))
    assert len(modules) > 30
    assert {name for path in modules for name in imported(path)} & PRODUCT == set()


def a_certificate(folder: Path) -> Path:
    """A self-signed certificate for localhost, key in the same file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now).not_valid_after(now + timedelta(days=1))
    builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    certificate = builder.sign(key, hashes.SHA256())
    pem = serialization.Encoding.PEM
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path = folder / "both.pem"
    path.write_bytes(certificate.public_bytes(pem) + secret)
    return path


def test_it_starts_with_a_certificate_stops_cleanly_and_leaves_its_journal(tmp_path: Path) -> None:
    certificate = a_certificate(tmp_path)
    process, running = start_simulator(tmp_path / "journal", "--smtp-cert", str(certificate), "--people", "silent")
    with smtplib.SMTP("localhost", running.smtp_port, local_hostname="client.example.com") as server:
        server.starttls(context=ssl.create_default_context(cafile=certificate))
        server.login(ANN, "right")
        server.sendmail(ANN, ["bob@example.org"], a_mail("over-tls"))
    assert stop_simulator(process) == 0
    records = [json.loads(line) for line in (tmp_path / "journal").read_text().splitlines()]
    assert [record["token"] for record in records if record["type"] == "accept"] == ["over-tls"]
    assert [record["n"] for record in records] == list(range(1, len(records) + 1))


def test_it_ends_with_the_one_that_started_it(tmp_path: Path) -> None:
    process, _ = start_simulator(tmp_path / "journal")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    assert process.wait(10) == 0
    process.stdout.close()


@pytest.mark.parametrize(
    ("member", "wish"),
    [
        ("clock", {"anchor_real": "2026-01-01T00:00:00+00:00", "anchor_world": "2026-01-01T00:00:00", "speed": 1}),
        ("clock", {"anchor_real": "soon", "anchor_world": "2026-01-01T00:00:00+00:00", "speed": 1}),
        ("people", {"mode": "noisy"}),
        ("deliver", {"mailbox": ANN}),
    ],
)
def test_control_refuses_what_makes_no_sense(simulator: Simulator, member: str, wish: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\w+Error: "):
        simulator.control("POST", member, wish)


def test_reset_empties_the_world_and_the_file_keeps_all(tmp_path: Path) -> None:
    process, running = start_simulator(tmp_path / "journal", "--smtp-anonymous")
    with smtplib.SMTP(*running.smtp, local_hostname="client.example.com") as server:
        server.sendmail(ANN, ["silent-bob@example.org"], a_mail("before"))
    running.reset()
    assert running.journal() == []
    assert running.counts()["accepted"] == 0
    stop_simulator(process)
    types = [json.loads(line)["type"] for line in (tmp_path / "journal").read_text().splitlines()]
    assert "accept" in types
    assert types[-1] == "reset"


def test_a_port_in_use_is_said_and_ends_it(tmp_path: Path) -> None:
    process, running = start_simulator(tmp_path / "journal")
    command = [
        sys.executable,
        "-m",
        "simulator",
        "--journal",
        str(tmp_path / "j"),
        "--http-port",
        str(running.http_port),
    ]
    second = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=20, check=False, stdin=subprocess.DEVNULL)
    assert second.returncode != 0
    assert b"address already in use" in second.stderr
    stop_simulator(process)
