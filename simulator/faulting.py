"""How an HTTP answer goes wrong."""

import asyncio
import contextlib
import json
import socket
import struct

from aiohttp import web

from simulator.faults import Fault
from simulator.journal import JSON

_RESET_ON_CLOSE = struct.pack("ii", 1, 0)  # SO_LINGER with no time: the kernel sends RST


async def misbehave(
    request: web.Request, fault: Fault, error: object, answer: JSON = None
) -> web.StreamResponse | None:
    """Do what `fault` says; None means: go on and answer as if nothing had happened.

    `error` is the body of a status fault, `answer` what a call that took effect would have got.
    """
    if fault.seconds and fault.action != "drip":
        await asyncio.sleep(fault.seconds)
    match fault.action:
        case "delay":
            return None
        case "status":
            return _refuse(fault, error)
        case "truncate" | "drip":
            return await _partly(request, fault, json.dumps(answer or {"id": "0"}).encode())
        case "reset":
            hang_up(request.transport, reset=True)
        case _:  # close, silent
            hang_up(request.transport)
    return web.Response(status=500)  # goes nowhere: the connection is gone


def hang_up(transport: asyncio.BaseTransport | None, *, reset: bool = False) -> None:
    """Close a connection in order, or with a reset."""
    if transport is None:
        return
    if reset:
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
    transport.close()


def _refuse(fault: Fault, error: object) -> web.Response:
    response = web.json_response(error, status=fault.status, headers=dict(fault.headers))
    if wait := fault.retry_header():
        response.headers["Retry-After"] = wait
    return response


async def _partly(request: web.Request, fault: Fault, body: bytes) -> web.StreamResponse:
    """Promise the whole body; cut it in half, or let it drip one octet every `seconds`."""
    response = web.StreamResponse(headers={"Content-Type": "application/json"})
    response.content_length = len(body)
    await response.prepare(request)
    if fault.action == "drip":
        with contextlib.suppress(ConnectionError):  # the client need not wait for the end
            for octet in body:
                await response.write(bytes([octet]))
                await asyncio.sleep(fault.seconds)
    else:
        await response.write(body[: len(body) // 2])
        hang_up(request.transport)
    return response
