"""From an exception of a connection to the fault behind it: by the types along its chain of causes, not its words."""

import socket
import ssl
from collections.abc import Iterator
from enum import StrEnum

from mailboxes.core.check_faults import Fault
from mailboxes.core.errors import EndpointRefused


class Stage(StrEnum):
    """How far a connection had come; exceptions of connections carry it as `stage`."""

    REACH = "reach"
    SECURE = "secure"
    TALK = "talk"


NOT_TLS = frozenset({"WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "UNKNOWN_PROTOCOL", "HTTP_REQUEST"})
NAME_DIFFERS = frozenset({62, 64})  # X509_V_ERR_HOSTNAME_MISMATCH, …_IP_ADDRESS_MISMATCH
EXPIRED = frozenset({9, 10})  # not yet valid, or no longer


def stage_of(error: BaseException) -> Stage:
    """Return how far the connection had come when this was raised."""
    if isinstance(error, EndpointRefused):
        return Stage.REACH
    found = (getattr(each, "stage", None) for each in chain(error))
    return next((stage for stage in found if isinstance(stage, Stage)), Stage.TALK)


def fault_of(error: BaseException, *, rehearsal: bool, waited_in_clear: bool) -> Fault:
    """Return the fault; waited_in_clear: the server was expected to greet before TLS."""
    stage = stage_of(error)
    if isinstance(error, EndpointRefused):
        return Fault.REHEARSAL if rehearsal else Fault.HOST_PRIVATE
    if stage is Stage.REACH:
        return _unreached(error)
    if stage is Stage.SECURE:
        return _unprotected(error)
    if any(isinstance(each, TimeoutError) for each in chain(error)):
        return Fault.WANTS_TLS if waited_in_clear else Fault.SILENT
    return Fault.TALK_BROKEN


def _unreached(error: BaseException) -> Fault:
    for each in chain(error):
        if isinstance(each, socket.gaierror):
            return Fault.HOST_UNKNOWN
        if isinstance(each, ConnectionRefusedError):
            return Fault.NOBODY_LISTENS
        if isinstance(each, TimeoutError):
            return Fault.PORT_BLOCKED
    return Fault.UNREACHABLE


def _unprotected(error: BaseException) -> Fault:
    for each in chain(error):
        if isinstance(each, ssl.SSLCertVerificationError):
            if each.verify_code in NAME_DIFFERS:
                return Fault.CERTIFICATE_NAME
            return Fault.CERTIFICATE_EXPIRED if each.verify_code in EXPIRED else Fault.CERTIFICATE_UNTRUSTED
        if isinstance(each, ssl.SSLError) and each.reason in NOT_TLS:
            return Fault.WANTS_STARTTLS
    return Fault.TLS_FAILED


def chain(error: BaseException) -> Iterator[BaseException]:
    """Yield an exception and what it was raised from, at most ten of them."""
    seen: BaseException | None = error
    for _ in range(10):
        if seen is None:
            return
        yield seen
        seen = seen.__cause__
