"""Starts the simulator: `python -m simulator`."""

import asyncio
import sys

from simulator.options import read_options
from simulator.server import serve

if __name__ == "__main__":
    asyncio.run(serve(read_options(sys.argv[1:])))
