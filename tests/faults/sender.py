"""One-shot workers: this process loads the product once and forks one for each line of its stdin.

    {"touches": [ids], "failpoints": "name=action,…"}   send these touches; "deadline": a call may take so many seconds,
                                                         "host": the database is there
    {"plan": true, "failpoints": "…"}                    run the planner once
    {"stopped": pid, "signal": number}                   wake up, or kill, one that was stopped

Each is answered by `{"pid": …}` when it began, and `{"pid": …, "end": "exited"|"killed"|"stopped", "words": […]}` when
it came to an end or to a stop. The process itself never opens a database connection: a fork must not inherit one.
"""

import json
import os
import signal
import sys
import threading
from datetime import timedelta
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "app.settings")
django.setup()

from django.db import connection  # noqa: E402 - as below
from django.utils.module_loading import import_string  # noqa: E402

from admission.actions.permits import token_for  # noqa: E402
from app import failpoints  # noqa: E402 - needs the apps
from mailboxes.transports.registry import TRANSPORTS  # noqa: E402
from sequences.actions import dispatch, plan  # noqa: E402

type Wish = dict[str, Any]

WORDS: dict[int, int] = {}  # the read ends of the pipes of those that were stopped


def tell(**answer: object) -> None:
    print(json.dumps(answer), flush=True)  # noqa: T201 - the protocol is spoken on stdout


def work(wish: Wish) -> list[str]:
    """Do what a worker does with its job; an error ends this job and is told by its class."""
    os.environ["FORBEAR_FAILPOINTS"] = wish.get("failpoints", "")
    failpoints.ARMED.update(failpoints._parse(os.environ["FORBEAR_FAILPOINTS"]))
    if "deadline" in wish:
        (token_for.__kwdefaults__ or {})["deadline"] = timedelta(seconds=wish["deadline"])
    if "host" in wish:
        connection.settings_dict["HOST"] = wish["host"]
    try:
        if wish.get("plan"):
            return ["busy" if plan.plan() is None else "planned"]
        return [dispatch.send_touch(touch_id) for touch_id in wish["touches"]]
    except Exception as error:  # noqa: BLE001 - dramatiq drops a job that raises, whatever it raises
        return [type(error).__name__]


def begin(wish: Wish) -> int:
    """Fork one into a process group of its own; it writes its words into a pipe."""
    # app.worker, say, would have opened one; the transaction of a killed fork would then stay open for ever.
    assert threading.active_count() == 1, "something opened a pool before the fork"
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        os.close(reading)
        os.write(writing, json.dumps(work(wish)).encode())
        os._exit(0)
    os.close(writing)
    WORDS[pid] = reading
    return pid


def follow(pid: int) -> None:
    """Wait until it ended or was stopped, and tell."""
    _, status = os.waitpid(pid, os.WUNTRACED)
    if os.WIFSTOPPED(status):
        tell(pid=pid, end="stopped", words=[])
        return
    with os.fdopen(WORDS.pop(pid), "rb") as pipe:
        words = json.loads(pipe.read() or b"[]")
    tell(pid=pid, end="killed" if os.WIFSIGNALED(status) else "exited", words=words)


def main() -> None:
    for path in TRANSPORTS.values():
        import_string(path)  # takes a second, which each fork would spend anew
    tell(ready=True)
    for line in sys.stdin:
        wish = json.loads(line)
        pid = wish.get("stopped") or begin(wish)
        if "stopped" in wish:
            os.kill(pid, wish["signal"])
        tell(pid=pid)
        follow(pid)
    for pid in WORDS:  # stopped and forgotten
        os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
