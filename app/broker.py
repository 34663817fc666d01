"""The dramatiq broker, chosen by BROKER_URL's scheme, with one middleware for all.

The broker is only a hint and the tables are the truth: nothing here has results, and the send actor has neither
retries nor a time limit.
"""

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import dramatiq
from django.conf import settings
from dramatiq.brokers.stub import StubBroker
from dramatiq.middleware import AgeLimit, Callbacks, Retries, ShutdownNotifications, TimeLimit
from dramatiq_postgres.django.middleware import DbConnectionsMiddleware
from psycopg_pool import ConnectionPool

if TYPE_CHECKING:
    from dramatiq import Broker, Middleware

QUEUES = ("send", "inbound", "poll", "default")
# Two connections a queue for good, one to listen, one per acknowledging thread: with fewer a worker does nothing.
POOL = 2 * 2 * len(QUEUES) + settings.WORKER_THREADS + 2
# Polling costs less than LISTEN and holds no connection; a killed worker's jobs return within 20 s.
PG_BROKER: dict[str, Any] = {
    "results": False,
    "listen": False,
    "notify": False,
    "poll_interval": 0.1,
    "heartbeat_interval": 2,
    "heartbeat_ttl": 10,
    "maintenance_interval": 5,
}


class LazyPool(ConnectionPool):
    """Opens on first use: an open pool that nobody closes holds up the exit of every process that loads Django."""

    def getconn(self, timeout: float | None = None) -> Any:
        """Return a connection, opening the pool first."""
        if self.closed:
            self.open()
        return super().getconn(timeout)


def middleware() -> "list[Middleware]":
    """Return what every broker gets: no retries of dramatiq's unless an actor asks for them."""
    return [
        DbConnectionsMiddleware(),
        AgeLimit(),
        TimeLimit(),
        ShutdownNotifications(),
        Callbacks(),
        Retries(max_retries=0),
    ]


def dsn() -> str:
    """Return a libpq connection string to the application's own database."""
    database = settings.DATABASES["default"]
    parts = {
        "dbname": database["NAME"],
        "user": database["USER"],
        "password": database["PASSWORD"],
        "host": database["HOST"],
        "port": database["PORT"],
        # A job lost in a crash is handed over again by the planner.
        "options": "-c synchronous_commit=off",
    }
    return " ".join(f"{name}='{value}'" for name, value in parts.items() if value)


def make(url: str) -> "Broker":
    """Return the broker of a URL: postgres://, amqp://, redis:// or stub://."""
    scheme = urlsplit(url).scheme
    if scheme in {"postgres", "postgresql"}:
        from app.postgres_broker import HintsBroker  # noqa: PLC0415 - only where it is chosen

        pool = LazyPool(url if len(url) > len("postgresql://") else dsn(), min_size=0, max_size=POOL, open=False)
        return HintsBroker(pool=pool, middleware=middleware(), **PG_BROKER)  # type: ignore[no-untyped-call]
    if scheme in {"amqp", "amqps"}:
        from dramatiq.brokers.rabbitmq import RabbitmqBroker  # noqa: PLC0415

        return RabbitmqBroker(url=url, middleware=middleware())
    if scheme in {"redis", "rediss"}:
        from dramatiq.brokers.redis import RedisBroker  # noqa: PLC0415

        return RedisBroker(url=url, middleware=middleware())
    return StubBroker(middleware=middleware())


broker = make(settings.BROKER_URL)
dramatiq.set_broker(broker)
