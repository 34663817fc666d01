"""What runs: the programs of an installation, their environment, and the order in which they start."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.launch.home import KEYS, REPOSITORY
from app.launch.ports import LOOPBACK
from app.launch.processes import Child

KINDS = ("rehearsal", "real")
OWNER = "owner@forbear.example"  # the sign-in that a rehearsal prints
THREADS = 8  # of the web and of the worker; Django's pool (POOL_SIZE) must hold as many
MOST_SENDERS = 2  # processes that send, on a machine whose other half of the work is PostgreSQL's
OTHER_QUEUES = ("inbound", "poll", "default")
WORKER_GRACE = 120.0  # seconds; a mail being handed over is waited for, and the slowest transport gives up after 90

# A rehearsal shares nothing with the real installation, whatever the shell exports.
NOT_FOR_REHEARSALS = frozenset({"DATABASE_URL", "BROKER_URL", "BASE_URL", *KEYS})
REHEARSAL_ONLY = ("OWNER_EMAIL", "SIMULATOR_HTTP", "SIMULATOR_SMTP", "SIMULATOR_DNS")
DECIDED = (
    *("FORBEAR_KIND", "DATABASE_URL", "BROKER_URL", "BASE_URL", "STATIC_ROOT", "HEALTH_RESOLVERS"),
    *KEYS,
    *REHEARSAL_ONLY,
)


@dataclass(frozen=True, slots=True)
class Options:
    """The command line. `speed`: world seconds in a true second, 1 when real.

    `people` and `campaigns`: a user's own CSV and campaign files to rehearse instead of the demo's.
    """

    kind: str
    home: Path
    port: int
    speed: float
    seed: int
    people: Path | None = None
    campaigns: tuple[Path, ...] = ()

    @property
    def rehearsal(self) -> bool:
        return self.kind == "rehearsal"

    @property
    def database(self) -> str:
        return f"forbear_{self.kind}"


@dataclass(frozen=True, slots=True)
class Ports:
    """Where this run listens, on loopback; the simulator's are unused when real."""

    web: int
    simulator_http: int
    simulator_smtp: int
    simulator_dns: int = 0


def environment(options: Options, ports: Ports, keys: Mapping[str, str], shell: Mapping[str, str]) -> dict[str, str]:
    """The children's environment but for DATABASE_URL. When real, what the shell sets wins over what was made."""
    common = {"FORBEAR_KIND": options.kind, "PYTHONUNBUFFERED": "1", "STATIC_ROOT": str(options.home / "static")}
    url = f"http://{LOOPBACK}:{ports.web}"
    if not options.rehearsal:
        return {"BASE_URL": url, "SENDING_PROCESSES": str(_senders()), **keys, **shell, **common}
    inherited = {name: value for name, value in shell.items() if name not in NOT_FOR_REHEARSALS}
    return {
        **inherited,
        **keys,
        **common,
        "BASE_URL": url,
        "SENDING_PROCESSES": "1",  # a newcomer's machine may have little memory
        "OWNER_EMAIL": OWNER,
        "SIMULATOR_HTTP": f"{LOOPBACK}:{ports.simulator_http}",
        "SIMULATOR_SMTP": f"{LOOPBACK}:{ports.simulator_smtp}",
        "SIMULATOR_DNS": f"{LOOPBACK}:{ports.simulator_dns}",
        "HEALTH_RESOLVERS": f"{LOOPBACK}:{ports.simulator_dns}",
        "GOOGLE_AUTH_URL": f"http://{LOOPBACK}:{ports.simulator_http}/auth",
        "GOOGLE_TOKEN_URL": f"http://{LOOPBACK}:{ports.simulator_http}/token",
        "GOOGLE_API_URL": f"http://{LOOPBACK}:{ports.simulator_http}",
        "GOOGLE_CLIENT_ID": "rehearsal",
        "GOOGLE_CLIENT_SECRET": "rehearsal",
    }


def _senders() -> int:
    """Return how many processes send where nobody says it: one for each core, and never more than help."""
    return min(MOST_SENDERS, os.cpu_count() or 1)


def public_address(options: Options, kept: Mapping[str, str], shell: Mapping[str, str]) -> dict[str, str]:
    """BASE_URL as the shell sets it, else as an earlier start was told; empty when neither was, or in a rehearsal.

    A later start in another shell would else put this machine's own address into the mails of running campaigns.
    """
    if options.rehearsal:
        return {}
    told = shell.get("BASE_URL") or kept.get("BASE_URL", f"http://{LOOPBACK}")
    made_up = told.startswith(f"http://{LOOPBACK}") and not shell.get("BASE_URL")
    return {} if made_up else {"BASE_URL": told}


def manage(*arguments: str) -> list[str]:
    return [sys.executable, str(REPOSITORY / "manage.py"), *arguments]


def filling(options: Options) -> list[str]:
    """The command that fills a rehearsal's database."""
    command = ["demo"]
    if options.people:
        command += ["--people", str(options.people)]
    for campaign in options.campaigns:
        command += ["--campaign", str(campaign)]
    return command


def ours(environment: Mapping[str, str]) -> dict[str, str]:
    """What `make manage` needs of it: the names that an installation decides, not the shell's."""
    return {name: environment[name] for name in DECIDED if name in environment}


def world(options: Options, ports: Ports) -> list[Child]:
    """The simulator of a rehearsal; the real world needs no starting."""
    if not options.rehearsal:
        return []
    journal = options.home / "journal.jsonl"
    journal.unlink(missing_ok=True)  # the database starts afresh, and so do its people
    command = [sys.executable, "-m", "simulator", "--journal", str(journal)]
    command += ["--http-port", str(ports.simulator_http), "--smtp-port", str(ports.simulator_smtp)]
    command += ["--dns-port", str(ports.simulator_dns), "--seed", str(options.seed)]
    return [Child("simulator", command, os.environ, options.home / "logs" / "simulator.log", grace=5.0)]


def services(options: Options, listener: int, environment: Mapping[str, str]) -> list[Child]:
    """Web, workers, clock, in the order in which they start; they stop in the opposite one.

    Several processes send, where so many are wanted, and another one does all other work; else one does everything.

    `listener`: file number of the web's socket. The launcher keeps it, so no other program can answer at our URL.
    """
    web = [sys.executable, "-m", "gunicorn", "app.wsgi", "--bind", f"fd://{listener}"]
    web += ["--workers", "2", "--threads", str(THREADS), "--graceful-timeout", "8", "--no-control-socket"]
    logs = options.home / "logs"
    senders = int(environment.get("SENDING_PROCESSES", "1"))
    workers = {"worker": worker(1)}
    if senders > 1:
        workers = {"sender": worker(senders, "send"), "worker": worker(1, *OTHER_QUEUES)}
    return [
        Child("web", web, environment, logs / "web.log", grace=10.0, keeps=(listener,)),
        *(Child(name, line, environment, logs / f"{name}.log", WORKER_GRACE + 5) for name, line in workers.items()),
        Child("clock", manage("run_clock"), environment, logs / "clock.log", grace=10.0),
    ]


def worker(processes: int, *queues: str) -> list[str]:
    """The command of worker processes for these queues; for all of them when none is named."""
    command = [sys.executable, "-m", "dramatiq", "app.worker", "--processes", str(processes), "--threads", str(THREADS)]
    command += ["--worker-shutdown-timeout", f"{WORKER_GRACE * 1000:.0f}"]
    return [*command, "--queues", *queues] if queues else command
