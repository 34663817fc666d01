"""Named points at which a test may stop, kill or fail this process; no cost when none is armed.

`FORBEAR_FAILPOINTS=name=action,…`, read once. Actions: `kill` (SIGKILL to itself), `stop` (SIGSTOP to itself),
`raise`. `name@N=action` acts at the N-th passing only.
"""

import os
import signal
from collections import Counter


class FailpointHit(RuntimeError):
    """An armed failpoint was told to raise."""


def _parse(text: str) -> dict[str, tuple[int, str]]:
    armed = {}
    for entry in filter(None, text.split(",")):
        name, _, action = entry.partition("=")
        name, _, nth = name.partition("@")
        armed[name] = (int(nth or 0), action)
    return armed


ARMED = _parse(os.environ.get("FORBEAR_FAILPOINTS", ""))
_passed: Counter[str] = Counter()


def failpoint(name: str) -> None:
    """Do what was armed for this name, if anything was."""
    if not ARMED:
        return
    nth, action = ARMED.get(name, (0, ""))
    _passed[name] += 1
    if action and nth in (0, _passed[name]):
        _act(name, action)


def _act(name: str, action: str) -> None:
    if action == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    elif action == "stop":
        os.kill(os.getpid(), signal.SIGSTOP)
    else:
        raise FailpointHit(name)
