"""Chance that can be drawn again: even over its range, the same for the same thing, so that a replay agrees."""

import hashlib

SPAN = 1 << 53  # as many steps as a float has between 0 and 1


def chance(*parts: object) -> float:
    """Return a number from 0 to 1 that depends on `parts` alone."""
    digest = hashlib.blake2b(":".join(map(str, parts)).encode(), digest_size=8).digest()
    return (int.from_bytes(digest) >> 11) / SPAN
