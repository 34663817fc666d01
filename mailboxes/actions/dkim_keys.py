"""The keys that sign the mail of a sending domain: made or brought, shown as a DNS record, used, retired.

Rotation (RFC 6376 §3.1): publish the new record, wait until name servers forget that there was none, `use` it; leave
the old record for as long as mail signed with it may be on its way, a week at most, then publish it with an empty p=.
"""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.db import IntegrityError

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.crypto import open_sealed, seal
from app.models import Workspace
from mailboxes.core.address import AddressError, parse_domain
from mailboxes.core.dkim import SHORTEST_RSA, DkimError, SigningKey, load_key, public_record
from mailboxes.models import DkimKey

EXPONENT = 65_537


def sealed_for(key: DkimKey) -> str:
    """Return the words that bind a private key to its row."""
    return f"dkim:{key.workspace_id}:{key.domain}:{key.selector}"


def create(
    workspace: Workspace, domain: str, *, selector: str = "", pem: bytes = b"", ed25519: bool = False
) -> DkimKey:
    """Nothing -> waiting: store a new private key, sealed; `pem` brings one, else it is made here. Signs nothing yet.

    Locks nobody. Raises Refused: a weak or broken key, a bad name, a selector that is taken.
    """
    name = domain_named(domain)
    chosen = selector.strip().lower() or f"s{clock.now():%Y%m%d}{'e' if ed25519 else ''}"
    octets = pem or _made(ed25519=ed25519)
    try:
        loaded = load_key(name, chosen, octets)
    except DkimError as error:
        raise Refused(str(error)) from error
    key = DkimKey(
        workspace=workspace,
        domain=name,
        selector=chosen,
        algorithm=loaded.algorithm,
        record=public_record(loaded),
        created_at=clock.now(),
        changed_at=clock.now(),
    )
    key.sealed = seal(octets, context=sealed_for(key))
    try:
        in_transaction(lambda: _keep(key))
    except IntegrityError as error:
        raise Refused(f"There is a key with the selector {chosen} for this domain already.") from error
    return key


def _made(*, ed25519: bool) -> bytes:
    made = Ed25519PrivateKey.generate() if ed25519 else generate_private_key(EXPONENT, SHORTEST_RSA)
    return made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _keep(key: DkimKey) -> None:
    key.save(force_insert=True)
    _tell(key, "waiting")


def use(workspace: Workspace, domain: str, selector: str) -> DkimKey:
    """waiting or retired -> signing; the key of its kind that signed until now -> retired. Workers follow in a minute.

    Locks the keys of the domain. Raises Refused.
    """
    return in_transaction(lambda: _move(workspace, domain, selector, DkimKey.State.SIGNING))


def retire(workspace: Workspace, domain: str, selector: str) -> DkimKey:
    """waiting or signing -> retired: it signs nothing any more. Locks the keys of the domain. Raises Refused."""
    return in_transaction(lambda: _move(workspace, domain, selector, DkimKey.State.RETIRED))


def _move(workspace: Workspace, domain: str, selector: str, state: DkimKey.State) -> DkimKey:
    kept = DkimKey.objects.filter(workspace=workspace, domain=domain_named(domain)).select_for_update(no_key=True)
    key = next((one for one in kept.order_by("id") if one.selector == selector.strip().lower()), None)
    if key is None:
        raise Refused(f"There is no key with the selector {selector} for this domain.")
    if key.state == state:
        raise Refused(f"The key is {state} already.")
    if state is DkimKey.State.SIGNING:
        for old in kept.filter(algorithm=key.algorithm, state=state):
            _write(old, DkimKey.State.RETIRED)
    _write(key, state)
    return key


def _write(key: DkimKey, state: DkimKey.State) -> None:
    key.state, key.changed_at = state, clock.now()
    key.save(update_fields=["state", "changed_at"])
    _tell(key, state)


def signing_keys(workspace_id: int, domain: str) -> tuple[SigningKey, ...]:
    """Return the keys that mail of this domain is signed with now, opened. Raises CryptoError, DkimError."""
    found = DkimKey.objects.filter(workspace_id=workspace_id, domain=domain, state=DkimKey.State.SIGNING)
    return tuple(
        load_key(one.domain, one.selector, open_sealed(one.sealed, context=sealed_for(one)))
        for one in found.order_by("algorithm")
    )


def domain_named(text: str) -> str:
    """Return the domain in its wire form. Raises Refused."""
    try:
        entry = parse_domain(text)
    except AddressError as error:
        raise Refused(str(error)) from error
    if entry.subdomains:
        raise Refused("A key is for one domain; it signs for its subdomains as well.")
    return entry.domain


def _tell(key: DkimKey, state: str) -> None:
    data = {"state": state, "algorithm": key.algorithm}
    events.append(kind="dkim.key", workspace_id=key.workspace_id, subject_id=key.id, data=data)
