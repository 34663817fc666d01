"""`python -m app.launch.manage rehearsal|real COMMAND …`: manage.py with the installation's keys and database.

Works beside a running installation, and without one: then the database runs for the command only.
"""

import os
import subprocess
import sys

from app.launch import home, plan, postgres
from app.launch.database import open_database
from app.launch.plan import Options


def to_stderr(line: str) -> None:
    sys.stderr.write(line + "\n")  # stdout belongs to the command


def run(options: Options, arguments: list[str]) -> int:
    """The command's exit code."""
    home.prepare(options.home)
    try:
        with home.only_launcher(options.home):
            # The keys come first: made after the database they would look like lost ones for ever.
            kept = home.read_values(options.home / "environment.env") | home.keys(options.home)
            with open_database(options, os.environ, to_stderr, afresh=False) as database:
                ours = kept | {"FORBEAR_KIND": options.kind, "DATABASE_URL": database.url}
                migrated = _manage(ours, ["migrate", "--verbosity", "0"])
                return migrated or _manage(ours, arguments)
    except home.AlreadyRunning:
        return _manage(home.read_values(options.home / "environment.env"), arguments)


def _manage(ours: dict[str, str], arguments: list[str]) -> int:
    return subprocess.run(plan.manage(*arguments), env={**os.environ, **ours}, check=False).returncode


def main(arguments: list[str]) -> int:
    if len(arguments) < 2 or arguments[0] not in plan.KINDS:
        to_stderr(__doc__ or "")
        return 2
    kind = arguments[0]
    try:
        return run(Options(kind, home.default_home(kind), 0, 1.0, 0), arguments[1:])
    except (home.HomeError, postgres.PostgresError, PermissionError) as error:
        to_stderr(str(error))
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
