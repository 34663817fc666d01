"""The token endpoint. The refresh token of a mailbox is `refresh:ADDRESS`; access tokens are opaque."""

import secrets

from aiohttp import web

from simulator.clock import machine_now
from simulator.faulting import misbehave
from simulator.gmail.errors import GmailError
from simulator.keys import WORLD
from simulator.world import World

_PREFIX = "refresh:"


async def token(request: web.Request) -> web.StreamResponse:
    """POST /token, grant type refresh_token; a revoked account gets invalid_grant."""
    world = request.app[WORLD]
    form = await request.post()
    refresh = str(form.get("refresh_token", ""))
    address = refresh.removeprefix(_PREFIX).lower() if refresh.startswith(_PREFIX) else None
    fault = world.faults.take("token", address)
    if fault:
        broken = await misbehave(request, fault, _refusal(fault.reason or "invalid_grant", fault.status))
        if broken is not None:
            return broken
    if form.get("grant_type") != "refresh_token":
        return web.json_response(_refusal("unsupported_grant_type", 400), status=400)
    granted = bool(address) and "@" in str(address) and not world.account(str(address)).revoked
    world.journal.write("grant", mailbox=address, granted=granted)
    if not granted or address is None:
        return web.json_response(_refusal("invalid_grant", 400), status=400)
    return web.json_response(
        {
            "access_token": grant(world, address),
            "expires_in": world.options.token_seconds,
            "scope": "https://mail.google.com/",
            "token_type": "Bearer",
        }
    )


def grant(world: World, address: str) -> str:
    """Make an access token; earlier ones of the mailbox stay valid until they expire."""
    token = f"access-{secrets.token_urlsafe(24)}"
    world.tokens[token] = (address, machine_now().timestamp() + world.options.token_seconds)
    return token


def mailbox_of(request: web.Request, world: World) -> str:
    """Give the mailbox of the bearer token; raises GmailError 401 when it is unknown, expired or revoked."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    address, expires = world.tokens.get(token, ("", 0.0))
    if scheme != "Bearer" or expires <= machine_now().timestamp() or world.account(address).revoked:
        raise GmailError(401)
    return address


def _refusal(error: str, status: int) -> dict[str, str]:
    words = {"invalid_grant": "Token has been expired or revoked."}
    return {"error": error, "error_description": words.get(error, f"Refused with status {status}.")}
