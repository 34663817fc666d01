"""Runs the world until it is told to stop."""

import asyncio
import contextlib
import gc
import json
import os
import signal
import sys

from aiohttp import web

from simulator.control import routes as control
from simulator.gmail import endpoints
from simulator.gmail.oauth import authorize, token
from simulator.keys import WORLD
from simulator.names.server import open_names
from simulator.options import Options
from simulator.submission.server import open_submission
from simulator.world import World

_LARGEST_BODY = 64 * 1024 * 1024  # octets; base64 of the largest mail and some more
_FAREWELL = 0.5  # machine seconds that calls in flight get when the process is stopped


async def serve(options: Options) -> None:
    """Listen on both ports, print the ready line, and end on SIGTERM, SIGINT or the end of stdin."""
    world = World(options)
    runner = await _open_http(world)
    submission = await open_submission(world)
    names = await open_names(world)
    life = asyncio.create_task(world.crowd.live())
    stop = _stop_signal(follow_stdin=options.follow_stdin)
    life.add_done_callback(lambda _: stop.set())  # a world without people must not look alive
    ready = {"ready": True, "http": runner.addresses[0][1], "smtp": submission[0].sockets[0].getsockname()[1]}
    ready["dns"] = names.port
    if len(submission) > 1:
        ready["smtps"] = submission[1].sockets[0].getsockname()[1]
    sys.stdout.write(f"{json.dumps(ready)}\n")
    sys.stdout.flush()
    gc.freeze()  # the imported modules need no more looking at
    await stop.wait()
    life.cancel()
    for server in submission:
        server.close()
    names.close()
    await runner.cleanup()
    world.journal.close()
    with contextlib.suppress(asyncio.CancelledError):
        await life


async def _open_http(world: World) -> web.AppRunner:
    app = web.Application(client_max_size=_LARGEST_BODY)
    app[WORLD] = world
    app.router.add_get("/auth", authorize)
    app.router.add_post("/token", token)
    control.add_routes(app)
    endpoints.add_routes(app)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=_FAREWELL)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", world.options.http_port).start()
    return runner


def _stop_signal(*, follow_stdin: bool) -> asyncio.Event:
    """Give an event that is set when the process should end."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    if follow_stdin:
        loop.add_reader(sys.stdin.fileno(), _read_on, stop)
    return stop


def _read_on(stop: asyncio.Event) -> None:
    if not os.read(sys.stdin.fileno(), 1024):  # the starter is gone
        stop.set()
