"""app.worker, with one addition: it writes down which jobs it is done with. `dramatiq tests.brokers.worker`."""

import os
from pathlib import Path
from typing import Any

import dramatiq

from app.worker import broker

DONE = Path(os.environ["JOBS_DONE"])


class Diary(dramatiq.Middleware):
    """One line for each job, with the name of its actor."""

    def after_process_message(
        self,
        broker: dramatiq.Broker,
        message: dramatiq.MessageProxy,
        *,
        result: Any = None,
        exception: BaseException | None = None,
    ) -> None:
        """Append in one write, whole lines only."""
        ending = f" {type(exception).__name__}" if exception else ""
        with DONE.open("ab", buffering=0) as diary:
            diary.write(f"{message.actor_name}{ending}\n".encode())

    def after_skip_message(self, broker: dramatiq.Broker, message: dramatiq.MessageProxy) -> None:
        """A tick that came too late is done, too."""
        self.after_process_message(broker, message)


broker.add_middleware(Diary())
__all__ = ["broker"]
