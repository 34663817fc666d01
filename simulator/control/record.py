"""Faults, the journal, and starting afresh."""

from collections import Counter

from simulator.journal import JSON, Record
from simulator.world import World


def add_fault(world: World, wish: Record) -> JSON:
    """Queue a fault for the next calls that match."""
    fault = world.faults.add(wish)
    return {"kind": fault.kind, "op": fault.op, "times": fault.times}


def clear_faults(world: World, _wish: Record) -> JSON:
    """Drop the faults still waiting."""
    world.faults.waiting.clear()
    return {}


def list_faults(world: World, _wish: Record) -> JSON:
    """List the faults still waiting."""
    return world.faults.describe()


def journal(world: World, wish: Record) -> JSON:
    """Give the records of a kind after a number."""
    kind = wish.get("kind")
    return list[JSON](world.journal.read(str(kind) if kind else None, int(str(wish.get("since") or 0))))


def counts(world: World, _wish: Record) -> JSON:
    """Count acceptances by token and by recipient, and messages read by token."""
    accepted, posts = world.journal.read("accept"), world.journal.read("post")
    return {
        "accepted": len(accepted),
        "accepted_by_token": dict[str, JSON](Counter(str(record["token"]) for record in accepted)),
        "accepted_by_rcpt": dict[str, JSON](Counter(str(record["rcpt"]).lower() for record in accepted)),
        "posts_by_token": dict[str, JSON](Counter(str(record["token"]) for record in posts)),
    }


def reset(world: World, _wish: Record) -> JSON:
    """Forget everything but the journal's file."""
    world.reset()
    return {}
