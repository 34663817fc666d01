"""Answers questions about names over UDP and TCP, on one port of loopback."""

import asyncio
import contextlib
import socket
import struct
from dataclasses import dataclass

import dns.exception
import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset

from simulator.world import World

_TTL = 60
_LONGEST = 255  # octets of one string of a TXT record
_PATIENCE = 10.0  # machine seconds for a question over TCP


@dataclass(frozen=True, slots=True)
class NameServer:
    """The two listeners and their port."""

    port: int
    datagrams: asyncio.DatagramTransport
    streams: asyncio.Server

    def close(self) -> None:
        """Listen no more."""
        self.datagrams.close()
        self.streams.close()


class _Datagrams(asyncio.DatagramProtocol):
    def __init__(self, world: World) -> None:
        self._world = world
        self._transport: asyncio.DatagramTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if isinstance(transport, asyncio.DatagramTransport):
            self._transport = transport

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        reply = _reply(self._world, data, may_be_cut=True)
        if reply is not None and self._transport is not None:
            self._transport.sendto(reply, addr)


async def open_names(world: World) -> NameServer:
    """Listen for both on the same port."""
    loop = asyncio.get_running_loop()
    streams = await asyncio.start_server(lambda r, w: _talk(world, r, w), "127.0.0.1", world.options.dns_port)
    port: int = streams.sockets[0].getsockname()[1]
    listening = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    listening.setblocking(False)  # noqa: FBT003 - its one argument
    listening.bind(("127.0.0.1", port))
    datagrams, _ = await loop.create_datagram_endpoint(lambda: _Datagrams(world), sock=listening)
    return NameServer(port, datagrams, streams)


async def _talk(world: World, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(asyncio.IncompleteReadError, TimeoutError, OSError):
        async with asyncio.timeout(_PATIENCE):
            (size,) = struct.unpack("!H", await reader.readexactly(2))
            reply = _reply(world, await reader.readexactly(size), may_be_cut=False)
            if reply is not None:
                writer.write(struct.pack("!H", len(reply)) + reply)
                await writer.drain()
    writer.close()


def _reply(world: World, asked: bytes, *, may_be_cut: bool) -> bytes | None:
    """Give the answer's octets; None: this question is met with silence."""
    try:
        question = dns.message.from_wire(asked)
        wanted = question.question[0]
    except (dns.exception.DNSException, IndexError):
        return None
    name, kind = str(wanted.name).removesuffix(".").lower(), dns.rdatatype.to_text(wanted.rdtype)
    found = world.names.look_up(name, kind)
    reply = dns.message.make_response(question)
    reply.flags |= dns.flags.RA
    if isinstance(found, str):
        return _misbehaved(reply, found, may_be_cut=may_be_cut)
    if found:
        reply.answer = [dns.rrset.from_text_list(wanted.name, _TTL, "IN", kind, [_text(one, kind) for one in found])]
    elif not world.names.exists(name):
        reply.set_rcode(dns.rcode.NXDOMAIN)
    return reply.to_wire()


def _misbehaved(reply: dns.message.Message, fault: str, *, may_be_cut: bool) -> bytes | None:
    if fault == "silent":
        return None
    if fault == "truncated" and may_be_cut:
        reply.flags |= dns.flags.TC
    elif fault == "servfail":
        reply.set_rcode(dns.rcode.SERVFAIL)
    return reply.to_wire()


def _text(record: str, kind: str) -> str:
    """Write a record as zone files do; a TXT is cut into strings."""
    if kind != "TXT":
        return record
    octets = record.replace("\\", "\\\\").replace('"', '\\"')
    return " ".join(f'"{octets[at : at + _LONGEST]}"' for at in range(0, len(octets), _LONGEST)) or '""'
