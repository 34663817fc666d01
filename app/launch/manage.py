"""`python -m app.launch.manage rehearsal|real COMMAND …`: manage.py with the installation's keys and database.

Works beside a running installation, and without one: then the database runs for the command only.
"""

import os
import subprocess
import sys
import time

from app.launch import home, plan, postgres
from app.launch.database import open_database
from app.launch.plan import Options

PATIENCE = 60.0  # seconds for another command, or for a start, to be done
LOOK_AGAIN = 0.2


def to_stderr(line: str) -> None:
    sys.stderr.write(line + "\n")  # stdout belongs to the command


def run(options: Options, arguments: list[str], *, patience: float = PATIENCE) -> int:
    """The command's exit code. HomeError: another command kept the database for longer than `patience` seconds."""
    home.prepare(options.home)
    until = time.monotonic() + patience
    while True:
        try:
            with home.only_launcher(options.home):
                return _alone(options, arguments)
        except home.AlreadyRunning as other:
            if other.address:
                return _manage(home.read_values(options.home / "environment.env"), arguments)
        # Its database would end with it, in the middle of ours.
        if time.monotonic() > until:
            raise home.HomeError("Another command is using this database: wait for its end, or run `make start` first.")
        time.sleep(LOOK_AGAIN)


def _alone(options: Options, arguments: list[str]) -> int:
    """Run the command on a database that runs for it only."""
    # The keys come first: made after the database they would look like lost ones for ever.
    kept = home.read_values(options.home / "environment.env") | home.keys(options.home)
    with open_database(options, os.environ, to_stderr, afresh=False) as database:
        ours = kept | plan.public_address(options, kept, os.environ)
        ours |= {"FORBEAR_KIND": options.kind, "DATABASE_URL": database.url}
        migrated = _manage(ours, ["migrate", "--verbosity", "0"])
        return migrated or _manage(ours, arguments)


def _manage(ours: dict[str, str], arguments: list[str]) -> int:
    return subprocess.run(plan.manage(*arguments), env={**os.environ, **ours}, check=False).returncode


def main(arguments: list[str]) -> int:
    kind = arguments[0] if arguments else ""
    if kind not in plan.KINDS:
        to_stderr(f"There is no installation {kind!r}: KIND is {' or '.join(plan.KINDS)}.")
        return 2
    if len(arguments) < 2:
        to_stderr('Say which command: make manage ARGS="held"; ARGS="help" lists them all.')
        return 2
    try:
        return run(Options(kind, home.default_home(kind), 0, 1.0, 0), arguments[1:])
    except (home.HomeError, postgres.PostgresError, PermissionError) as error:
        to_stderr(str(error))
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
