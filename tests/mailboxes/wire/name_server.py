"""A name server on loopback that knows what a test tells it."""

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import dns.flags
import dns.message
import dns.rcode
import dns.rrset

type Zone = Mapping[tuple[str, str], list[str] | None]  # (name, type) -> texts; None: no answer at all


@contextmanager
def name_server(zone: Zone) -> Iterator[str]:
    """Give its address:port; names the zone does not hold do not exist."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    listening.bind(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            asked, whom = listening.recvfrom(4096)
            if asked == b"stop":
                return
            if (reply := _reply(asked, zone)) is not None:
                listening.sendto(reply, whom)

    thread = threading.Thread(target=serve)
    thread.start()
    host, port = listening.getsockname()
    try:
        yield f"{host}:{port}"
    finally:
        listening.sendto(b"stop", (host, port))
        thread.join(5)
        listening.close()


def _reply(asked: bytes, zone: Zone) -> bytes | None:
    question = dns.message.from_wire(asked)
    wanted = question.question[0]
    name = str(wanted.name).removesuffix(".")
    kind = dns.rdatatype.to_text(wanted.rdtype)
    found = zone.get((name, kind), [])
    if found is None:
        return None
    reply = dns.message.make_response(question)
    reply.flags |= dns.flags.RA
    if found:
        reply.answer = [dns.rrset.from_text_list(wanted.name, 60, "IN", kind, found)]
    elif not any(known == name for known, _ in zone):
        reply.set_rcode(dns.rcode.NXDOMAIN)
    return reply.to_wire()
