"""Jobs are forgotten late and by the handful: never one that is under way in another queue."""

from collections.abc import Iterator

import pytest
from django.db import connection
from dramatiq import Message
from psycopg import DataError

from app.broker import make
from app.postgres_broker import Consumer, HintsBroker

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def broker() -> Iterator[HintsBroker]:
    made = make("postgres://")
    assert isinstance(made, HintsBroker)
    yield made
    made.close()  # type: ignore[no-untyped-call]
    made.pool.close()


def job(queue: str = "forgetting") -> Message[None]:
    return Message(queue_name=queue, actor_name="nothing", args=(), kwargs={}, options={})


def waiting(message: Message[None]) -> list[tuple[str, str]]:
    """Return queue and state of the job's row."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT queue_name, state FROM dramatiq.queue WHERE message_id = %s", [message.message_id])
        return list(cursor.fetchall())


def test_a_delayed_job_that_is_due_is_not_forgotten_while_it_is_done(broker: HintsBroker) -> None:
    message = job()
    broker.enqueue(message, delay=1)
    delayed, direct = broker.consume("forgetting.DQ", prefetch=8), broker.consume("forgetting", prefetch=8)
    taken = taken_by(delayed)
    broker.enqueue(message)  # as the library does when its time has come: the same job, in the queue itself
    delayed.ack(taken)
    done = taken_by(direct)
    delayed.close()
    assert waiting(message) == [("forgetting", "consumed")]
    direct.ack(done)
    direct.close()
    assert waiting(message) == []


def test_a_connection_is_given_back_even_where_nothing_can_be_forgotten(broker: HintsBroker) -> None:
    consumer = broker.consume("forgetting", prefetch=8)
    broker.enqueue(job())
    consumer.ack(taken_by(consumer))
    consumer._done.append("no id")
    with pytest.raises(DataError):
        consumer.close()
    assert broker.pool.get_stats()["pool_available"] == broker.pool.get_stats()["pool_size"]


def taken_by(consumer: Consumer) -> Message[None]:
    """Return the next job, waiting for one that is due in a moment."""
    while (found := next(consumer)) is None:
        pass
    return found  # type: ignore[no-any-return]
