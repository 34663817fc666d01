"""Takes every call through the same doors: document, credentials, faults, handler, document again."""

import json
from collections.abc import Callable
from typing import Any

from aiohttp import web

from simulator.faulting import misbehave
from simulator.faults import Fault
from simulator.gmail import history, messages, threads
from simulator.gmail.call import Call
from simulator.gmail.discovery import Method, methods
from simulator.gmail.errors import GmailError, Violation
from simulator.gmail.oauth import mailbox_of
from simulator.gmail.uploads import read_upload
from simulator.gmail.validation import wrong_body, wrong_error, wrong_parameters
from simulator.journal import JSON
from simulator.keys import WORLD
from simulator.world import World

type Handler = Callable[[Call], dict[str, JSON]]
SEND = "gmail.users.messages.send"
LEAST_ERROR = 400  # a redirect has no error body
HANDLERS: dict[str, tuple[str, Handler]] = {  # method id -> operation that faults name, handler
    "gmail.users.getProfile": ("profile", messages.profile),
    "gmail.users.messages.get": ("get", messages.get),
    "gmail.users.messages.list": ("list", messages.list_messages),
    "gmail.users.history.list": ("history", history.list_history),
    "gmail.users.threads.get": ("threads", threads.get_thread),
    "gmail.users.threads.list": ("threads", threads.list_threads),
}


def add_routes(app: web.Application) -> None:
    """Add a route for each method the simulator knows, at the path the document gives."""
    for name in HANDLERS:
        method = methods()[name]
        app.router.add_route(method.http_method, method.path, _endpoint(method))
    send = methods()[SEND]
    app.router.add_post(send.path, _endpoint(send))
    app.router.add_post(str(send.upload_path), _endpoint(send))
    app.router.add_route("*", "/{rest:(?:upload/|resumable/upload/)?gmail/.*}", _unknown)


def _endpoint(method: Method) -> Callable[[web.Request], Any]:
    async def endpoint(request: web.Request) -> web.StreamResponse:
        world = request.app[WORLD]
        try:
            call = await _read(request, method)
            if method.id == SEND:
                world.spend(call.account.address, "send")
                return await _send(request, method, call)
            operation, handler = HANDLERS[method.id]
            world.spend(call.account.address, operation)
            fault = world.faults.take(operation, call.account.address)
            broken = await _struck(request, fault) if fault else None
            return broken or _answer(world, method, handler(call))
        except GmailError as error:
            return _refused(world, error)
        except Violation as violation:
            return _violated(world, [str(violation)])

    return endpoint


async def _read(request: web.Request, method: Method) -> Call:
    """Read and check a request; raises Violation for what the document forbids, GmailError for strangers."""
    world = request.app[WORLD]
    raw = await request.read()
    path, media, body = dict(request.match_info), None, None
    query: dict[str, list[str]] = {}
    for name, value in request.query.items():
        query.setdefault(name, []).append(value)
    if request.path.startswith("/upload/"):
        kind = query.get("uploadType", [""])[0]
        body, media = read_upload(kind, request.headers.get("Content-Type", ""), raw)
    elif raw:
        body = _json(raw)
    if world.options.validate:
        wrong = wrong_parameters(method, request.query.items(), path)
        if media is None or body is not None:
            wrong += wrong_body(method, method.request, body)
        if wrong:
            raise Violation("\n".join(wrong))
    address = mailbox_of(request, world, method.scopes)
    if path["userId"].lower() not in ("me", address):
        raise GmailError(403, message=f"Delegation denied for {address}")
    return Call(world, world.account(address), path, query, body, media)


async def _send(request: web.Request, method: Method, call: Call) -> web.StreamResponse:
    mail = messages.mail_of(call)
    call.world.note_post("gmail", call.account.address, mail, messages.thread_asked_for(call))
    fault = call.world.faults.take("send", call.account.address, messages.recipients_of(mail))
    if fault is None:
        return _answer(call.world, method, messages.send(call, mail, None))
    accepted = messages.send(call, mail, fault.kind) if fault.accepts else None
    broken = await _struck(request, fault, accepted)
    return broken or _answer(call.world, method, accepted or messages.send(call, mail, fault.kind))


async def _struck(request: web.Request, fault: Fault, answer: JSON = None) -> web.StreamResponse | None:
    message = fault.text or str(GmailError(fault.status)) + fault.retry_text()
    error = GmailError(fault.status, reason=fault.reason, message=message)
    if fault.action == "status" and fault.status >= LEAST_ERROR and (wrong := wrong_error(error.body(), fault.status)):
        return _violated(request.app[WORLD], wrong)
    return await misbehave(request, fault, error.body(), answer)


def _refused(world: World, error: GmailError) -> web.Response:
    wrong = wrong_error(error.body(), error.code) if world.options.validate else []
    return _violated(world, wrong) if wrong else web.json_response(error.body(), status=error.code)


def _answer(world: World, method: Method, shown: dict[str, JSON]) -> web.Response:
    wrong = wrong_body(method, method.response, shown) if world.options.validate else []
    return _violated(world, wrong) if wrong else web.json_response(shown)


def _json(raw: bytes) -> JSON:
    try:
        return json.loads(raw)  # type: ignore[no-any-return]
    except ValueError as error:
        msg = f"the body is no JSON: {error}"
        raise Violation(msg) from error


def _violated(world: World, wrong: list[str]) -> web.Response:
    world.journal.write("violation", lane="gmail", wrong=list[JSON](wrong))
    return web.Response(status=500, text="\n".join(wrong))


async def _unknown(request: web.Request) -> web.Response:
    return _violated(request.app[WORLD], [f"{request.method} {request.path}: no such method in this simulator"])
