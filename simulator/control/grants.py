"""What people do at the consent page, what administrators allow, and what Google lets a minute cost."""

from simulator.gmail.quotas import PROJECT, USER_TABLES
from simulator.journal import JSON, Record
from simulator.world import World


def consent(world: World, wish: Record) -> JSON:
    """Decide what happens at the consent page from now on: `as` another address, `scope` ticked, or `deny`."""
    grants = world.grants
    grants.signs_in_as = str(wish.get("as", ""))
    grants.ticks = str(wish["scope"]) if "scope" in wish else None
    grants.denies = bool(wish.get("deny"))
    return {}


def service_account(world: World, wish: Record) -> JSON:
    """Let a service account (`email`, `public_key` in PEM) act for `domains` within `scopes`."""
    domains, scopes = (str(wish.get(name, "")).split() for name in ("domains", "scopes"))
    world.grants.allow(str(wish["email"]), str(wish["public_key"]), domains, scopes)
    return {}


def quota(world: World, wish: Record) -> JSON:
    """Limit the units of a minute: `table` (new, before-2026-05) or `user` and `project`; 0 lifts a limit."""
    table = wish.get("table")
    user = USER_TABLES[str(table)] if table else int(str(wish.get("user", 0)))
    world.quotas.set(user=user, project=int(str(wish.get("project", PROJECT if table else 0))))
    return {"user": world.quotas.user, "project": world.quotas.project}


def spent(world: World, _wish: Record) -> JSON:
    """Give the most units that any window saw, by mailbox, and of all under an empty name."""
    return dict[str, JSON](world.quotas.highest)
