"""Which Authentication-Results of a message are the receiver's own: anybody on the way may have written others.

A server that receives mail takes away what claims its name (RFC 8601, 5), writes its own above everything that was
there, and says its name in the uppermost Received. What is signed with another name is somebody else's, or forged;
what lies below a Received of another house came with the mail, whatever name it bears.
"""

from collections.abc import Iterable, Sequence

from mailboxes.core.health.stamps import Stamp, Statement, read_stamp
from mailboxes.core.mail_hosts import MICROSOFT, by_mx

LOOKED_AT = 20  # fields of one message
NAMELESS = ""  # what one big provider writes instead of its name
SHARED = 2  # labels that two names of one house have in common at least
INSIDE = frozenset({"local", "localdomain", "internal", "intern", "lan", "corp", "home", "arpa"})  # no names outside
COUNTRY, SHORT = 2, 3  # letters: below a country's name, a short one (co.uk) is nobody's own, and a third label counts


def own_names(mailbox_domain: str, mx: Sequence[str], servers: Iterable[str]) -> frozenset[str]:
    """Return the names under which a mailbox's receiver may speak: its domain, its MX hosts, and its own servers.

    servers: the mailbox's IMAP host, and who wrote the uppermost Received; names in lower case.
    """
    found = {one.lower().rstrip(".") for one in (mailbox_domain, *mx, *servers) if one}
    nameless = {NAMELESS} if by_mx(tuple(mx)) is MICROSOFT else set()
    return frozenset(found | nameless)


def written_at_home(fields: Iterable[tuple[bytes, bytes]], names: frozenset[str]) -> list[bytes]:
    """Return the Authentication-Results above the first Received that another house wrote; `fields` from the top.

    Some receivers write theirs below their own Received. Hosts without a name of the Internet are the receiver's own.
    """
    found: list[bytes] = []
    for name, value in fields:
        if name == b"authentication-results":
            found.append(value)
        elif name == b"received" and is_foreign(written_by([value]), names):
            break
    return found


def is_foreign(host: str, names: frozenset[str]) -> bool:
    """Tell whether a host's name is one of the Internet and of another house than these."""
    last = host.rpartition(".")[2]
    return "." in host and last.isalpha() and last not in INSIDE and not is_own(host, names)


def own_stamps(values: Sequence[bytes], names: frozenset[str]) -> tuple[Stamp, ...]:
    """Return what the receiver itself says, the uppermost first; fields under other names are dropped."""
    read = (read_stamp(value.decode("utf-8", "replace")) for value in values[:LOOKED_AT])
    return tuple(stamp for stamp in read if stamp is not None and is_own(stamp.server, names))


def is_own(server: str, names: frozenset[str]) -> bool:
    """Tell whether a server's name is one of these or of the same house as one of them."""
    if server in names:
        return True
    return bool(server) and any(house(server) == house(name) for name in names if name)


def house(name: str) -> str:
    """Return the part of a host's name that its owner registered, as far as that can be told without a list.

    mx.firm.example and imap.firm.example are of one house, a.co.uk and b.co.uk are not.
    """
    labels = name.split(".")
    public = len(labels) > SHARED and len(labels[-1]) == COUNTRY and len(labels[-2]) <= SHORT
    return ".".join(labels[-(SHARED + public) :])


def statements_of(stamps: Sequence[Stamp], method: str) -> tuple[Statement, ...]:
    """Return what the uppermost stamp that speaks of a method says of it: below it others may have written."""
    said = (tuple(one for one in stamp.statements if one.method == method) for stamp in stamps)
    return next((found for found in said if found), ())


def written_by(received: Sequence[bytes]) -> str:
    """Return the host that wrote the uppermost Received: `from … by HOST`; "" where it names none."""
    words = received[0].decode("utf-8", "replace").split()[:60] if received else []
    at = next((place for place, word in enumerate(words) if word.lower() == "by"), len(words))
    return words[at + 1].strip(";()").lower().rstrip(".") if at + 1 < len(words) else ""
