"""Opens the submission port."""

import asyncio
import ssl

from simulator.submission.protocol import LARGEST_MESSAGE, SubmissionProtocol, quieten
from simulator.world import World


async def open_submission(world: World) -> list[asyncio.Server]:
    """Listen on loopback; with a certificate STARTTLS is offered, and a second port speaks TLS from the first byte."""
    quieten()
    options, tls = world.options, None
    if options.smtp_cert:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(options.smtp_cert, options.smtp_key)
    loop = asyncio.get_running_loop()

    def serve(offered: ssl.SSLContext | None) -> SubmissionProtocol:
        return SubmissionProtocol(world, data_size_limit=LARGEST_MESSAGE, tls_context=offered, loop=loop)

    servers = [await loop.create_server(lambda: serve(tls), host="127.0.0.1", port=options.smtp_port)]
    if tls is not None:
        servers.append(
            await loop.create_server(lambda: serve(None), host="127.0.0.1", port=options.smtps_port, ssl=tls)
        )
    return servers
