"""What DNS says of the world's domains, and what receivers find of their mail."""

from simulator.journal import JSON, Record
from simulator.names.zone import Zone
from simulator.stamping import judged
from simulator.world import World


def change(world: World, wish: Record) -> JSON:
    """Set the records of a `name` and `type`, or the `fault` (silent, servfail, truncated) its questions meet."""
    return world.names.change(wish)


def forget(world: World, _wish: Record) -> JSON:
    """Let every domain be set up well again."""
    world.names = Zone()
    return {}


def judge(world: World, wish: Record) -> JSON:
    """Decide what receivers find of the mail of a `domain`: spf, dkim, dmarc, `silent`, `labels`."""
    domain = str(wish["domain"]).lower()
    world.judged[domain] = judged(wish)
    return {"domain": domain}
