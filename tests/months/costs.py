"""What each kind of work in a month costs: processor time of its thread, statements, and how long those took."""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection


@dataclass(slots=True)
class Cost:
    """Of one kind: how often, its seconds of processor time, its statements, and the seconds waited for them."""

    times: int = 0
    seconds: float = 0.0
    statements: int = 0
    waited: float = 0.0


class Costs:
    """Adds up costs by kind, of any thread. Kinds do not lie within each other."""

    def __init__(self) -> None:
        """Begin with nothing spent."""
        self._lock = threading.Lock()
        self._spent: defaultdict[str, Cost] = defaultdict(Cost)

    @contextmanager
    def of(self, kind: str) -> Iterator[None]:
        """Count what this thread does within as one piece of this kind."""
        piece = Cost(times=1)
        began = time.thread_time()
        try:
            with connection.execute_wrapper(_counting(piece)):
                yield
        finally:
            piece.seconds = time.thread_time() - began
            self._add(kind, piece)

    def table(self) -> dict[str, tuple[int, float, int, float]]:
        """Return times, seconds, statements and seconds waited of each kind, the dearest first."""
        found = sorted(self._spent.items(), key=lambda item: -item[1].seconds - item[1].waited)
        return {kind: (one.times, round(one.seconds, 2), one.statements, round(one.waited, 2)) for kind, one in found}

    def spent(self) -> dict[str, Cost]:
        """Return what each kind cost so far."""
        return dict(self._spent)

    def add(self, spent: Mapping[str, Cost]) -> None:
        """Add what others spent."""
        for kind, piece in spent.items():
            self._add(kind, piece)

    def _add(self, kind: str, piece: Cost) -> None:
        with self._lock:
            spent = self._spent[kind]
            spent.times += piece.times
            spent.seconds += piece.seconds
            spent.statements += piece.statements
            spent.waited += piece.waited


def _counting(piece: Cost) -> Callable[..., Any]:
    def counted(execute: Callable[..., Any], *given: Any) -> Any:
        began = time.perf_counter()
        try:
            return execute(*given)
        finally:
            piece.statements += 1
            piece.waited += time.perf_counter() - began

    return counted
