"""Run the benches on a server and a database of their own: `python -m tests.bench [NAME]`."""

import os
import sys
from pathlib import Path

import django

from app.launch import postgres

ROOT = Path(__file__).resolve().parents[2]
BENCHES = {
    "permit_many": "tests.bench.permits.permit_many",
    "permit_hot": "tests.bench.permits.permit_hot",
    "permit_volume": "tests.bench.permits.permit_volume",
    "send_smtp": "tests.bench.sends.send_smtp",
    "dkim_sign": "tests.bench.signing.dkim_sign",
    "inbound_poll": "tests.bench.polls.inbound_poll",
    "send_vs_queues": "tests.bench.queues.send_vs_queues",
    "send_gmail": "tests.bench.gmail.send_gmail",
    "page_p95": "tests.bench.pages.page_p95",
    "month": "tests.bench.month.month",
    "bounces": "tests.bench.reading.read_bounces",
    "replies": "tests.bench.reading.read_replies",
    "read_hostile": "tests.bench.hostile.read_hostile",
    "planner_run": "tests.bench.planner.planner_run",
    "planner_growth": "tests.bench.planner.planner_growth",
}


def main(names: list[str]) -> int:
    """Run the named benches, or all; exit 1 when one is under its bar. All together renew docs/BENCHMARKS.md."""
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        sys.exit(f"no such bench: {', '.join(unknown)}; there are {', '.join(BENCHES)}")
    server = postgres.start_throw_away()
    try:
        os.environ |= {"DATABASE_URL": server.url("postgres"), "LOG_LEVEL": "WARNING"}
        os.environ["FORBEAR_KIND"] = "rehearsal"  # its clock may be set
        return _run(names or list(BENCHES), whole=not names)
    finally:
        server.stop()


def _run(names: list[str], *, whole: bool) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "app.settings")
    django.setup()
    from django.core.management import call_command  # noqa: PLC0415 - needs the settings, as the next ones do
    from django.utils.module_loading import import_string  # noqa: PLC0415

    from app.actions import clock  # noqa: PLC0415
    from tests.bench import report  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    found = []
    for name in names:
        for figure in import_string(BENCHES[name])():
            report.tell(figure)
            found.append(figure)
    if whole:
        report.write_table(found, ROOT / "docs" / "BENCHMARKS.md", f"{clock.now():%Y-%m-%d}")
    return 0 if all(figure.ok for figure in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
