"""The simulator's fixtures, also when the plugin is not named on the command line."""

from tests.plugins.simulator import simulator, simulator_process

__all__ = ["simulator", "simulator_process"]
