"""permit_many and permit_hot: permits from 8 threads against pgbench with the same statements on the same server."""

import os
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter

from django.db import connection, connections

from admission.actions.permits import grant_permit
from admission.core.limits import CampaignLimits
from admission.core.policy import parse
from admission.core.verdict import Grant
from app import sql
from app.gates import Gates
from app.launch import binaries
from mailboxes.core.address import entries_matching
from sequences.subject import TouchSubject
from tests.bench.report import Figure, figure
from tests.bench.seed import Field, a_past, a_ruled_field, a_volume, mails

CLIENTS = 8
EACH = 400  # permits of a client in one round
ROUNDS = 3  # of ours, simple, prepared in turn: the machine's speed moves
POLICY = parse({"domain_openers": 50, "domain_people": 100}, version=1)
VOLUME = int(os.environ.get("BENCH_VOLUME", "10000000"))  # deliveries that left before
VOLUME_PERMITS = 2000
SLOWEST = 50.0  # milliseconds, of 99 in a hundred permits
PROGRAMS = binaries.programs(binaries.Account(os.geteuid(), os.getegid()), Path(tempfile.gettempdir()))


def permit_many() -> list[Figure]:
    """1,000 mailboxes: nobody waits for anybody."""
    return _compare("permit_many", mailboxes=1000, bars=(1.0, 0.4))


def permit_hot() -> list[Figure]:
    """One mailbox: everybody waits for its budget."""
    return _compare("permit_hot", mailboxes=1, bars=(0.6, 0.35))


def permit_volume() -> list[Figure]:
    """A table with ten million deliveries: how long 99 of a hundred permits take, one after the other."""
    field = a_ruled_field(1000)
    a_volume(field, VOLUME)
    mails(field, 1, 2 * VOLUME_PERMITS)
    _grants(field, 1, VOLUME_PERMITS)  # a server that has been running for a while
    took = []
    for number in range(VOLUME_PERMITS + 1, 2 * VOLUME_PERMITS + 1):
        began = perf_counter()
        assert _grants(field, number, 1, close=False) == 1
        took.append(1000 * (perf_counter() - began))
    connection.close()
    slow = sorted(took)[len(took) * 99 // 100]
    return [Figure("permit_volume/p99", round(slow, 1), "ms", SLOWEST, round(SLOWEST / slow, 3), 1.0, slow < SLOWEST)]


def _compare(name: str, *, mailboxes: int, bars: tuple[float, float]) -> list[Figure]:
    field = a_ruled_field(mailboxes)
    a_past(field)
    took = {"ours": 0.0, "simple": 0.0, "prepared": 0.0}
    first = 1
    for _ in range(ROUNDS):
        for side in took:
            mails(field, first, first + CLIENTS * EACH - 1)
            run = _ours if side == "ours" else _pgbench
            took[side] += run(field, first, side)
            first += CLIENTS * EACH
    rate = {side: CLIENTS * EACH * ROUNDS / seconds for side, seconds in took.items()}
    return [
        figure(f"{name}/simple", rate["ours"], "permits/s", rate["simple"], bars[0]),
        figure(f"{name}/prepared", rate["ours"], "permits/s", rate["prepared"], bars[1]),
    ]


def _ours(field: Field, first: int, _: str) -> float:
    """Return the seconds that 8 threads of one process take."""
    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(lambda _: connections["default"].ensure_connection(), range(CLIENTS)))
        began = perf_counter()
        granted = sum(pool.map(lambda client: _grants(field, first + client * EACH, EACH), range(CLIENTS)))
        took = perf_counter() - began
    assert granted == CLIENTS * EACH, f"{granted} permits instead of {CLIENTS * EACH}"
    return took


def _grants(field: Field, first: int, many: int, *, close: bool = True) -> int:
    """Grant one client's permits, one after the other."""
    granted = 0
    for number in range(first, first + many):
        verdict = grant_permit(
            delivery_id=number, subject=_subject(field, number), jitter=0.5, position={}, policy=POLICY
        )
        granted += isinstance(verdict, Grant)
        assert isinstance(verdict, Grant), f"permit {number} got {verdict}"
    if close:
        connection.close()
    return granted


def _subject(field: Field, number: int) -> TouchSubject:
    return TouchSubject(
        touch_id=number,
        workspace_id=field.workspace.id,
        recipient_id=number,
        mailbox_id=field.mailboxes[number % len(field.mailboxes)],
        domain=f"d{number % 5000}.example",
        campaign_id=field.campaign_id,
        zone="UTC",
        limits=CampaignLimits(opener=True),
    )


def _pgbench(field: Field, first: int, mode: str) -> float:
    """Return the seconds that pgbench takes for as many permits with the same statements."""
    script = _script(field, first)
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        file.write(script)
        file.flush()
        settings = connection.settings_dict
        command = [str(PROGRAMS / "pgbench"), "-n", "-c", str(CLIENTS), "-j", "2", "-t", str(EACH), "-M", mode]
        command += ["-D", "i=-1", "-f", file.name, "-h", settings["HOST"], "-U", settings["USER"], settings["NAME"]]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
    failed = re.search(r"number of transactions actually processed: (\d+)/", run.stdout)
    assert failed is not None
    assert int(failed[1]) == CLIENTS * EACH, run.stdout + run.stderr
    found = re.search(r"tps = ([\d.]+)", run.stdout)
    assert found is not None, run.stdout
    return CLIENTS * EACH / float(found[1])


def _script(field: Field, first: int) -> str:
    """Return one permit as pgbench runs it: the product's own statements with a client's counter for the ids."""
    gates = Gates(field.workspace.id, field.campaign_id, entries_matching("d1.example")).numbers()
    values = {
        "patience": "'500ms'",
        "gates": f"'{sql.array(gates)}'",
        "recipient_id": ":n",
        "mailbox_id": ":mailbox",
        "workspace_id": str(field.workspace.id),
        "zones": """'{UTC,UTC,""}'""",
        "company": "('d' || :n % 5000 || '.example')",
        "rolling": "'24 h 30 min'",
        "person_cap": "6",
        "scopes": "'{domain_day,domain_openers,domain_people}'",
        "keys": "(" + "replace('{x,x,x}', 'x', 'd' || :n % 5000 || '.example')" + ")",
        "caps": f"'{{{POLICY.domain_per_day},{POLICY.domain_openers},2147483647}}'",
        "touch_id": ":n",
        "delivery_id": ":n",
        "entries": "('{d' || :n % 5000 || '.example,*.example}')",
        "now": "clock_timestamp()",
        "world_now": "world_time(clock_timestamp())",
        "lease": "'60 s'",
        "day": "'2027-03-09'",
        "used": "1",
        "jitter": "0.5",
        "fence": "0",
        "policy_version": "0",
        "facts": "'" + FACTS + "'",
        "position": "'{}'",
    }
    names = [("admission", "lock"), ("sequences", "subject"), ("admission", "facts"), ("admission", "grant")]
    statements = [_filled(sql.statements(package)[name], values) for package, name in names]
    head = f"\\set i :i + 1\n\\set n {first} + :client_id * {EACH} + :i\n"
    head += f"\\set mailbox {field.mailboxes[0]} + :n % {len(field.mailboxes)}\n"
    return head + "BEGIN;\n" + ";\n".join(statements) + ";\nCOMMIT;\n"


def _filled(statement: str, values: dict[str, str]) -> str:
    return re.sub(r"%\((\w+)\)s", lambda found: values[found[1]], statement.replace("%%", "%")).replace("\n", " ")


FACTS = (
    '{"now": "2027-03-09T10:00:00", "halted": false, "mailbox_state": "connected", "used_today": 1, "daily_cap": 20}'
)
