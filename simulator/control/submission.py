"""The submission server's rules, and its connections."""

from typing import cast

from simulator.faulting import hang_up
from simulator.journal import JSON, Record
from simulator.world import World

_NUMBERS = ("mails_per_connection", "connections", "greylist_seconds")


def change(world: World, wish: Record) -> JSON:
    """Set rules; `hang_up` closes every open connection at once and without a word, as a server does with idle ones."""
    unknown = set(wish) - {*_NUMBERS, "hang_up"}
    if unknown:
        msg = f"unknown rules: {', '.join(sorted(unknown))}"
        raise ValueError(msg)
    rules = world.rules
    for name in _NUMBERS:
        if name in wish:
            setattr(rules, name, float(cast("float", wish[name])))
    if wish.get("hang_up"):
        for transport in list(rules.open):
            hang_up(transport)
    return show(world, {})


def show(world: World, _wish: Record) -> JSON:
    """Give the rules, how many connections are open, and how many were open at once."""
    rules = world.rules
    return {name: getattr(rules, name) for name in _NUMBERS} | {"open": len(rules.open), "most_open": rules.most_open}
