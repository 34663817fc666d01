"""Processor time of processes and all their children, from /proc: what a figure is judged by on a busy machine."""

import os
from collections import defaultdict
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")


def seconds_of(pid: int) -> float:
    """Return the seconds that a process used, with its children, those that ended included."""
    below: defaultdict[int, list[int]] = defaultdict(list)
    used: dict[int, float] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        one = int(stat.parent.name)
        below[int(fields[1])].append(one)
        used[one] = sum(int(ticks) for ticks in fields[11:15]) / TICK
    return _sum(pid, below, used)


def _sum(pid: int, below: dict[int, list[int]], used: dict[int, float]) -> float:
    return used.get(pid, 0.0) + sum(_sum(child, below, used) for child in below.get(pid, ()))


def parent_of(pid: int) -> int:
    """Return who started a process."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
