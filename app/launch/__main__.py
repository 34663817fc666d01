"""`python -m app.launch rehearsal|real`: the whole product on this machine, until Ctrl-C.

Starts database, simulator (rehearsal only), web, worker, clock; revives what dies; stops them in the opposite order.
A simulator is not revived: a rehearsal ends with it.
"""

import argparse
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from app.launch import home, plan, ports, postgres, processes, world
from app.launch.database import Database, open_database
from app.launch.plan import Options, Ports
from app.launch.processes import Child

DAY_IN_20_SECONDS = 24 * 60 * 60 / 20
WATCH = 0.5  # seconds between two looks at the children
WISHED = {"rehearsal": 8000, "real": 8100}  # apart, so that bookmarks and cookies of the two stay apart
WISHED_SIMULATOR = {"http": 8025, "smtp": 2525, "dns": 8053}


class LaunchError(RuntimeError):
    """Something did not start; the text ends with its last words."""


class Interrupt:
    """The first signal interrupts whatever runs; later ones hurry the stop."""

    def __init__(self) -> None:
        self.seen = False
        self.hurry = threading.Event()
        for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(name, self._receive)

    def _receive(self, *_: object) -> None:
        if self.seen:
            self.hurry.set()
            return
        self.seen = True
        raise KeyboardInterrupt


def say(line: str) -> None:
    print(line, flush=True)


def read_options(arguments: list[str] | None = None) -> Options:
    parser = argparse.ArgumentParser(prog="python -m app.launch", description="Forbear on this machine, until Ctrl-C.")
    parser.add_argument("kind", choices=plan.KINDS)
    parser.add_argument("--data", type=Path, help="folder of database, keys and logs (default: .forbear/KIND)")
    parser.add_argument("--port", type=int, help="of the web pages; a taken one gives way to the next free one")
    parser.add_argument("--speed", type=float, default=DAY_IN_20_SECONDS, help="of a rehearsal's clock (default: 4320)")
    parser.add_argument("--seed", type=int, default=7, help="of a rehearsal's people")
    parser.add_argument(
        "--people", type=Path, metavar="CSV", help="your own file, rehearsed instead of the demo's people"
    )
    parser.add_argument("--campaign", type=Path, action="append", default=[], metavar="YAML", help="your own campaign")
    given = parser.parse_args(arguments)
    own = [path for path in (given.people, *given.campaign) if path]
    if own and given.kind == "real":
        parser.error("--people and --campaign are for rehearsals; `make manage` imports into the real installation")
    if missing := [str(path) for path in own if not path.is_file()]:
        parser.error(f"no such file: {', '.join(missing)}")
    folder = given.data.resolve() if given.data else home.default_home(given.kind)
    speed = given.speed if given.kind == "rehearsal" else 1.0
    people = given.people and given.people.resolve()
    campaigns = tuple(path.resolve() for path in given.campaign)
    return Options(given.kind, folder, given.port or WISHED[given.kind], speed, given.seed, people, campaigns)


def port_told(port: int, wished: int, purpose: str) -> int:
    if port != wished:
        say(f"Port {wished} is taken: {purpose} uses {port}.")
    return port


def find_port(wished: int, purpose: str) -> int:
    return port_told(ports.first_free(wished), wished, purpose)


def find_ports(options: Options, listener: ports.Listener) -> Ports:
    web = port_told(ports.port_of(listener), options.port, "the web")
    if not options.rehearsal:
        return Ports(web, 0, 0)
    http = find_port(WISHED_SIMULATOR["http"], "the simulated Gmail")
    smtp = find_port(WISHED_SIMULATOR["smtp"], "the simulated SMTP server")
    return Ports(web, http, smtp, find_port(WISHED_SIMULATOR["dns"], "the simulated name server"))


@contextlib.contextmanager
def running(child: Child, interrupt: Interrupt) -> Iterator[Child]:
    child.start()
    try:
        yield child
    finally:
        ended = child.stop(interrupt.hurry.is_set)
        say(f"Stopped: {child.name}{'' if ended else ' (killed)'}.")


def prepare(options: Options, environment: dict[str, str]) -> None:
    """Bring the database up to date and fill a rehearsal's. LaunchError: a command failed."""
    steps = [("Migrating the database", ["migrate", "--no-input"])]
    if options.rehearsal:
        whom = f"the people of {options.people.name}" if options.people else "the demo's 300 people"
        steps.append((f"Importing {whom}", plan.filling(options)))
    for what, command in steps:
        say(f"{what}…")
        with (options.home / "logs" / f"{command[0]}.log").open("w+b") as log:
            done = subprocess.run(
                plan.manage(*command), env=environment, stdout=log, stderr=log, process_group=0, check=False
            )
            if done.returncode:
                log.seek(0)
                raise LaunchError(f"`manage.py {command[0]}` failed:\n{log.read().decode(errors='replace')[-3000:]}")


def wait_for_simulator(child: Child) -> None:
    if processes.wait_for_line(child, '{"ready"', seconds=30) is None:
        raise LaunchError(f"The simulator did not start:\n{child.output()[-3000:]}")


def announce(options: Options, environment: dict[str, str], lock: Path) -> None:
    url = environment["BASE_URL"] + "/"
    lock.write_text(url)
    say(f"\nForbear, {options.kind}{': nothing leaves this machine' if options.rehearsal else ''}.\n  open     {url}")
    if options.rehearsal:
        say(f"  sign in  {plan.OWNER}  {environment['OWNER_PASSWORD']}")
    else:
        say("  sign in  the account you made with `make manage ARGS=create_user`")
    say(f"  logs     {options.home / 'logs'}\nCtrl-C stops everything.\n")


def wait_for_web(web: Child, port: int) -> None:
    if not ports.wait_for_answer(port, seconds=60, alive=web.alive):
        raise LaunchError(f"The web did not start:\n{web.output()[-3000:]}")


def watch(database: Database, simulators: list[Child], children: list[Child]) -> None:
    """Revive what dies, for ever. LaunchError: a rehearsal's world died; another one would not know these people."""
    while True:
        for child in simulators:
            if not child.alive():
                raise LaunchError(f"The {child.name} ended, and so does this rehearsal. Its log: {child.log}")
        database.revive(say)
        for child in children:
            child.revive(say)
        time.sleep(WATCH)


def launch(options: Options, interrupt: Interrupt) -> None:
    """Start everything in order and watch it; what was started stops in the opposite order however this ends."""
    home.prepare(options.home)
    with contextlib.ExitStack() as stack:
        lock = stack.enter_context(home.only_launcher(options.home))
        keys = home.keys(options.home)
        listener = stack.enter_context(ports.listen(options.port))
        where = find_ports(options, listener)
        database = stack.enter_context(open_database(options, os.environ, say, afresh=options.rehearsal))
        told = plan.public_address(options, home.read_values(options.home / "environment.env"), os.environ)
        environment = plan.environment(options, where, keys | told, os.environ) | {"DATABASE_URL": database.url}
        home.write_private(options.home / "environment.env", plan.ours(environment))
        simulators = [stack.enter_context(running(child, interrupt)) for child in plan.world(options, where)]
        for child in simulators:
            wait_for_simulator(child)
        prepare(options, environment)
        *servers, ticker = plan.services(options, listener.fileno(), environment)
        children = [stack.enter_context(running(child, interrupt)) for child in servers]
        wait_for_web(servers[0], where.web)
        if options.rehearsal:
            world.hurry(database.url, where.simulator_http, options.speed)
        children.append(stack.enter_context(running(ticker, interrupt)))
        if options.rehearsal:
            stack.callback(world.rest, database.url, interrupt.hurry.wait)
        announce(options, environment, lock)
        watch(database, simulators, children)


def main() -> int:
    interrupt = Interrupt()
    try:
        launch(read_options(), interrupt)
    except KeyboardInterrupt:
        return 0
    except (LaunchError, home.HomeError, ports.NoFreePort, postgres.PostgresError, PermissionError) as error:
        say(f"\n{error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
