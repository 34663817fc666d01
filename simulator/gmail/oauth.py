"""The consent page and the token endpoint. A mailbox is known by its refresh token; access tokens are opaque.

The refresh token is `refresh:ADDRESS`. Where a mailbox rotates them, the n-th is `refresh:ADDRESS#n`, and using an
older one is refused.
"""

import secrets
from collections.abc import Callable, Mapping
from urllib.parse import urlencode, urlsplit

from aiohttp import web

from simulator.accounts import Account
from simulator.clock import machine_now
from simulator.faulting import misbehave
from simulator.gmail.errors import GmailError
from simulator.gmail.grants import CODE_SECONDS, Access, Code
from simulator.journal import JSON
from simulator.keys import WORLD
from simulator.world import World

type Form = Mapping[str, str]
type Answer = dict[str, JSON]

_PREFIX = "refresh:"
_JWT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
_ASKED = ("client_id", "redirect_uri", "response_type", "scope", "state", "code_challenge", "code_challenge_method")


class _Refused(Exception):
    """The error word of a token answer."""


async def authorize(request: web.Request) -> web.StreamResponse:
    """GET /auth: the person ticks everything and is sent back at once, unless the control endpoint said otherwise."""
    world = request.app[WORLD]
    asked = dict(request.query)
    lacking = [name for name in _ASKED if not asked.get(name)]
    if lacking or (asked["response_type"], asked["code_challenge_method"]) != ("code", "S256"):
        return web.Response(status=400, text=f"invalid_request: {', '.join(lacking)}")
    grants = world.grants
    if grants.denies:
        return _back(asked, error="access_denied")
    address = (grants.signs_in_as or asked.get("login_hint", "")).lower()
    if "@" not in address:
        return web.Response(status=400, text="nobody is signed in: give login_hint")
    scope = asked["scope"] if grants.ticks is None else grants.ticks
    expires = machine_now().timestamp() + CODE_SECONDS
    code = Code(address, asked["client_id"], asked["redirect_uri"], asked["code_challenge"], scope, expires)
    return _back(asked, code=grants.code(code))


async def token(request: web.Request) -> web.StreamResponse:
    """POST /token: refresh_token, authorization_code or a service account's assertion; revoked gives invalid_grant."""
    world = request.app[WORLD]
    form = {name: str(value) for name, value in (await request.post()).items()}
    address = _named(form)
    fault = world.faults.take("token", address)
    if fault and not fault.accepts:
        broken = await misbehave(request, fault, _refusal(fault.reason or "invalid_grant", fault.status))
        if broken is not None:
            return broken
    try:
        shown = _WAYS.get(form.get("grant_type", ""), _by_nothing)(world, form, request)
    except _Refused as refused:
        world.journal.write("grant", mailbox=address, granted=False)
        return web.json_response(_refusal(str(refused), 400), status=400)
    if fault:
        broken = await misbehave(request, fault, _refusal(fault.reason or "invalid_grant", fault.status), shown)
        if broken is not None:
            return broken
    return web.json_response(shown)


def mailbox_of(request: web.Request, world: World, scopes: tuple[str, ...]) -> str:
    """Give the mailbox of the bearer token.

    Raises GmailError 401 when it is unknown, expired or revoked, 403 when it allows none of these scopes.
    """
    scheme, _, bearer = request.headers.get("Authorization", "").partition(" ")
    access = world.tokens.get(bearer)
    if scheme != "Bearer" or access is None or access.expires <= machine_now().timestamp():
        raise GmailError(401)
    if world.account(access.address).revoked:
        raise GmailError(401)
    if not set(scopes) & set(access.scope.split()):
        raise GmailError(403, reason="insufficientPermissions", message="Insufficient Permission")
    return access.address


def _by_refresh_token(world: World, form: Form, _: web.Request) -> Answer:
    account = _living(world, _named(form))
    number = form["refresh_token"].partition("#")[2] or "0"
    if number != str(account.refresh_number):
        raise _Refused("invalid_grant")
    told: Answer = {}
    if account.rotates:
        account.refresh_number += 1
        told["refresh_token"] = _refresh_token(account)
    return _grant(world, account, account.scope) | told


def _by_code(world: World, form: Form, _: web.Request) -> Answer:
    code = world.grants.trade(
        form.get("code", ""),
        client_id=form.get("client_id", ""),
        redirect_uri=form.get("redirect_uri", ""),
        verifier=form.get("code_verifier", ""),
    )
    if code is None:
        raise _Refused("invalid_grant")
    account = world.account(code.address)
    account.revoked, account.scope = False, code.scope
    return _grant(world, account, code.scope) | {"refresh_token": _refresh_token(account)}


def _by_assertion(world: World, form: Form, request: web.Request) -> Answer:
    try:
        address, scope = world.grants.claimed(form.get("assertion", ""), str(request.url))
    except ValueError as error:
        raise _Refused(str(error)) from None
    return _grant(world, _living(world, address), scope)


def _by_nothing(*_: object) -> Answer:
    raise _Refused("unsupported_grant_type")


_WAYS: dict[str, Callable[[World, Form, web.Request], Answer]] = {
    "refresh_token": _by_refresh_token,
    "authorization_code": _by_code,
    _JWT: _by_assertion,
}


def _grant(world: World, account: Account, scope: str) -> Answer:
    """Make an access token; earlier ones of the mailbox stay valid until they expire."""
    name = f"access-{secrets.token_urlsafe(24)}"
    world.tokens[name] = Access(account.address, machine_now().timestamp() + world.options.token_seconds, scope)
    world.journal.write("grant", mailbox=account.address, granted=True)
    return {
        "access_token": name,
        "expires_in": world.options.token_seconds,
        "scope": scope,
        "token_type": "Bearer",
    }


def _living(world: World, address: str | None) -> Account:
    if not address or "@" not in address or world.account(address).revoked:
        raise _Refused("invalid_grant")
    return world.account(address)


def _named(form: Form) -> str | None:
    """Give the mailbox that a refresh token names."""
    refresh = form.get("refresh_token", "")
    return refresh.removeprefix(_PREFIX).partition("#")[0].lower() if refresh.startswith(_PREFIX) else None


def _refresh_token(account: Account) -> str:
    number = f"#{account.refresh_number}" if account.refresh_number else ""
    return f"{_PREFIX}{account.address}{number}"


def _back(asked: Form, **more: str) -> web.Response:
    mark = "&" if urlsplit(asked["redirect_uri"]).query else "?"
    where = f"{asked['redirect_uri']}{mark}{urlencode({'state': asked['state'], **more})}"
    return web.Response(status=302, headers={"Location": where})


def _refusal(error: str, status: int) -> dict[str, str]:
    words = {"invalid_grant": "Token has been expired or revoked."}
    return {"error": error, "error_description": words.get(error, f"Refused with status {status}.")}
