"""The simulator's fixtures, also when the plugin is not named on the command line."""

from collections.abc import Iterator

import pytest

from tests.plugins.simulator import simulator, simulator_process
from tests.simulator.clients import OPEN

__all__ = ["closed_clients", "simulator", "simulator_process"]


@pytest.fixture(autouse=True)
def closed_clients() -> Iterator[None]:
    """Leave no connection open: an unclosed socket is a warning, and warnings are errors."""
    yield
    while OPEN:
        OPEN.pop().close()
