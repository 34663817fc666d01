"""People and their time."""

from datetime import datetime

from simulator.clock import WorldClock
from simulator.journal import JSON, Record
from simulator.options import MODES
from simulator.people.behaviour import LIVELY, Behaviour
from simulator.world import World


async def set_clock(world: World, wish: Record) -> JSON:
    """Map machine time to world time afresh; plans keep their world time. Answers when what is due by now is done."""
    world.clock = WorldClock(
        anchor_real=datetime.fromisoformat(str(wish["anchor_real"])),
        anchor_world=datetime.fromisoformat(str(wish["anchor_world"])),
        speed=float(str(wish["speed"])),
    )
    await world.crowd.catch_up()
    return show_clock(world, wish)


def show_clock(world: World, _wish: Record) -> JSON:
    """Tell the world's time."""
    return {"world_now": world.clock.now().isoformat(), "speed": world.clock.speed}


def change(world: World, wish: Record) -> JSON:
    """Set the `mode`, and the `shares` of behaviours among people not forced by their address."""
    mode = str(wish.get("mode", world.crowd.mode))
    if mode not in MODES:
        msg = f"mode is one of {MODES}"
        raise ValueError(msg)
    shares = wish.get("shares")
    if isinstance(shares, dict):
        world.crowd.shares = {Behaviour(name): float(str(share)) for name, share in shares.items()}
    elif "shares" in wish:
        world.crowd.shares = LIVELY
    world.crowd.mode = mode
    return {"mode": mode}


async def release(world: World, _wish: Record) -> JSON:
    """Let everybody do now what they plan to do; answers when all is done."""
    return {"released": await world.crowd.release()}


def waiting(world: World, _wish: Record) -> JSON:
    """Count the plans not carried out yet."""
    return {"waiting": world.crowd.waiting}
