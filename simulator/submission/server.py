"""Opens the submission port."""

import asyncio
import ssl

from simulator.submission.protocol import LARGEST_MESSAGE, SubmissionProtocol, quieten
from simulator.world import World


async def open_submission(world: World) -> asyncio.Server:
    """Listen on loopback; STARTTLS is offered when the options name a certificate."""
    quieten()
    options, tls = world.options, None
    if options.smtp_cert:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(options.smtp_cert, options.smtp_key)
    loop = asyncio.get_running_loop()
    return await loop.create_server(
        lambda: SubmissionProtocol(world, data_size_limit=LARGEST_MESSAGE, tls_context=tls, loop=loop),
        host="127.0.0.1",
        port=options.smtp_port,
    )
