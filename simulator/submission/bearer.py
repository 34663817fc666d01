"""Reads the answer of XOAUTH2: which mailbox may send with this access token."""

from simulator.clock import machine_now
from simulator.world import World

_EVERYTHING = "https://mail.google.com/"  # the only scope SMTP takes


def bearer_of(said: bytes, world: World) -> str | None:
    """Give the address whose living token was shown, None for any other answer."""
    members = dict(part.split("=", 1) for part in said.decode("utf-8", "replace").split("\x01") if "=" in part)
    scheme, _, bearer = members.get("auth", "").partition(" ")
    access = world.tokens.get(bearer)
    if scheme != "Bearer" or access is None or access.expires <= machine_now().timestamp():
        return None
    if world.account(access.address).revoked or _EVERYTHING not in access.scope.split():
        return None
    return access.address if access.address.lower() == members.get("user", "").lower() else None
