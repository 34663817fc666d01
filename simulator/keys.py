"""The key under which the HTTP application holds the world."""

from aiohttp import web

from simulator.world import World

WORLD = web.AppKey("world", World)
