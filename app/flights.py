"""A connection that sends several statements at once: what nobody waits for flies along with the next one.

A round trip wakes two processes, which costs more than most statements do. So a BEGIN leaves with the first statement
of its transaction, a COMMIT with the last, and what is read under a lock with the statement that takes it: the server
works through them in order, each with a snapshot of its own, and after an error it skips the rest.
"""

import re
import select
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import Any

import psycopg
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import error_from_result
from psycopg.pq import ConnStatus, DiagnosticField, ExecStatus, TransactionStatus
from psycopg.pq.abc import PGresult

MOST_PREPARED = 500  # of one connection; what comes later is planned each time
DONE = (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK)
type Values = Mapping[str, Any] | Sequence[Any]
type Key = tuple[bytes, tuple[int, ...]]  # a statement's text and the types of its values: it is planned for both

_MARK = re.compile(r"%(?:\((\w+)\)s|s|%)")


class Answer:
    """What the server says to one statement; reading it sends the statement, where it still waits."""

    __slots__ = ("_connection", "result")

    def __init__(self, connection: "Connection") -> None:
        """Begin without a result."""
        self._connection = connection
        self.result: PGresult | None = None

    @property
    def rowcount(self) -> int:
        """Return how many rows the statement touched."""
        return self._arrived().command_tuples or 0

    @property
    def description(self) -> list[tuple[str]]:
        """Return the names of the columns, each in a tuple as a cursor has them."""
        result = self._arrived()
        return [((result.fname(place) or b"").decode(),) for place in range(result.nfields)]

    def fetchall(self) -> list[tuple[Any, ...]]:
        """Return the rows."""
        return self._connection.rows_of(self._arrived())

    def _arrived(self) -> PGresult:
        if self.result is None:
            self._connection.fly()
        if self.result is None:
            raise psycopg.InterfaceError("the transaction of this statement ended before it was sent")
        return self.result


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A statement with its values as they go on the wire."""

    answer: Answer
    key: Key
    values: Sequence[bytes | None]
    formats: Sequence[Any] | None


class Connection(psycopg.Connection[Any]):
    """psycopg's connection; ask() is straight on libpq, everything else sends first what waits."""

    def __init__(self, pgconn: Any, row_factory: Any = psycopg.rows.tuple_row) -> None:
        """Begin with nothing prepared and nothing waiting."""
        super().__init__(pgconn, row_factory)
        self._transformer: Any = None  # made late: adapters are set after the connection
        self._plans: dict[Key, bytes] = {}
        self._waiting: list[_Waiting] = []
        self._readable = select.poll()
        self._readable.register(pgconn.socket, select.POLLIN)
        self._either = select.poll()
        self._either.register(pgconn.socket, select.POLLIN | select.POLLOUT)

    def ask(self, statement: str, values: Values = ()) -> Answer:
        """Let a statement wait for the next one whose answer is read; outside of a transaction it is sent at once."""
        answer = Answer(self)
        self._waiting.append(self._bound(answer, statement, values))
        if self.autocommit:
            self.fly()
        return answer

    def fly(self) -> None:
        """Send what waits, in order. Raises the first error; what came after it was not done."""
        waiting, self._waiting = self._waiting, []
        if not waiting:
            return
        if not self.autocommit and self.pgconn.transaction_status == TransactionStatus.IDLE:
            waiting.insert(0, self._bound(Answer(self), "BEGIN"))
        for one in waiting:
            self._prepare(one.key)
        self.pgconn.enter_pipeline_mode()
        try:
            results = self._exchanged(waiting)
            self.pgconn.exit_pipeline_mode()
        except BaseException:  # in the middle of something nobody knows
            self.close()
            raise
        for one, result in zip(waiting, results, strict=False):
            one.answer.result = _done(result)
        if len(results) < len(waiting):
            raise psycopg.OperationalError("the connection to the database was lost in the middle of an answer")

    def rows_of(self, result: PGresult) -> list[tuple[Any, ...]]:
        """Return the rows of a result as Python values."""
        transformer = self._adapting()
        transformer.set_pgresult(result)
        rows: list[tuple[Any, ...]] = transformer.load_rows(0, result.ntuples, tuple)
        return rows

    def commit(self) -> None:
        """Commit, together with what waits."""
        if self._waiting:
            self._waiting.append(self._bound(Answer(self), "COMMIT"))
            self.fly()
        else:
            super().commit()

    def rollback(self) -> None:
        """Undo, and send nothing of what waits."""
        self._waiting.clear()
        super().rollback()

    def set_autocommit(self, value: bool) -> None:  # noqa: FBT001 - psycopg's signature
        """Begin or end what Django calls a transaction; nothing is left of the one before."""
        self._waiting.clear()
        super().set_autocommit(value)

    def _start_query(self) -> Any:
        """Send what waits before any statement of psycopg's own cursors."""
        self.fly()
        return super()._start_query()

    def _deallocate(self, name: bytes | None) -> Any:
        """Forget what psycopg lets the server forget: everything, after a change of tables."""
        if name is None:
            self._plans.clear()
        return super()._deallocate(name)

    def _adapting(self) -> Any:
        if self._transformer is None:
            self._transformer = Transformer(self)
        return self._transformer

    def _bound(self, answer: Answer, statement: str, values: Values = ()) -> _Waiting:
        text, names = _numbered(statement)
        if not names and not values:
            return _Waiting(answer, (text, ()), (), None)
        plain: Sequence[Any] = [values[name] for name in names] if isinstance(values, Mapping) else values
        transformer = self._adapting()
        octets = transformer.dump_sequence(plain, [PyFormat.AUTO] * len(plain))
        return _Waiting(answer, (text, transformer.types or ()), octets, transformer.formats)

    def _exchanged(self, waiting: Sequence[_Waiting]) -> list[PGresult]:
        """Send statements and return their results, which are fewer when the connection ended."""
        for one in waiting:
            self._send(one)
        self.pgconn.pipeline_sync()
        while self.pgconn.flush():
            if self._either.poll()[0][1] & ~select.POLLOUT:
                self.pgconn.consume_input()
        return self._received()

    def _send(self, one: _Waiting) -> None:
        text, types = one.key
        if one.key in self._plans:
            self.pgconn.send_query_prepared(self._plans[one.key], one.values, one.formats)
        else:
            self.pgconn.send_query_params(text, one.values, types, one.formats)

    def _received(self) -> list[PGresult]:
        results: list[PGresult] = []
        while True:
            while self.pgconn.is_busy():
                self._readable.poll()
                self.pgconn.consume_input()
            result = self.pgconn.get_result()
            if result is None:
                if self.pgconn.status == ConnStatus.BAD:
                    return results
            elif result.status == ExecStatus.PIPELINE_SYNC:
                return results
            else:
                results.append(result)

    def _prepare(self, key: Key) -> None:
        """Have a statement read and planned once, when it is first met; in a broken transaction nothing can be."""
        broken = self.pgconn.transaction_status == TransactionStatus.INERROR
        if key not in self._plans and len(self._plans) < MOST_PREPARED and not broken:
            name = b"flight_%d" % len(self._plans)
            _done(self.pgconn.prepare(name, *key))
            self._plans[key] = name


def _done(result: PGresult) -> PGresult:
    """Return a result that is no error; what libpq says, not the server, is that the connection is lost."""
    if result.status in DONE:
        return result
    if result.error_field(DiagnosticField.SQLSTATE):
        raise error_from_result(result)
    raise psycopg.OperationalError(result.get_error_message())


@cache
def _numbered(statement: str) -> tuple[bytes, tuple[str, ...]]:
    """Return a statement with PostgreSQL's own marks, and which value each one takes; places have no names."""
    names: list[str] = []
    places = count(1)

    def mark(found: re.Match[str]) -> str:
        if found[0] == "%%":
            return "%"
        if found[1] is None:
            return f"${next(places)}"
        if found[1] not in names:
            names.append(found[1])
        return f"${names.index(found[1]) + 1}"

    return _MARK.sub(mark, statement).encode(), tuple(names)
