"""Reads the JSON of a control request, or says what is wrong with it."""

import json
from collections.abc import Awaitable, Callable
from typing import cast

from aiohttp import web

from simulator.journal import JSON, Record
from simulator.keys import WORLD
from simulator.world import World

type Steer = Callable[[World, Record], JSON | Awaitable[JSON]]


def steering(steer: Steer) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Make a request handler of `steer`: 400 with a text when it raises ValueError or KeyError."""

    async def handle(request: web.Request) -> web.Response:
        try:
            wish = await _wish(request)
            done = steer(request.app[WORLD], wish)
            shown = await done if isinstance(done, Awaitable) else done
        except (ValueError, KeyError, TypeError) as error:
            return web.Response(status=400, text=f"{type(error).__name__}: {error}")
        return web.json_response(shown)

    return handle


async def _wish(request: web.Request) -> Record:
    text = await request.text()
    wish = json.loads(text) if text else {}
    if not isinstance(wish, dict):
        msg = "a control request is a JSON object"
        raise ValueError(msg)  # noqa: TRY004 - answered as a bad value
    return cast("Record", wish) | dict[str, JSON](request.query)
