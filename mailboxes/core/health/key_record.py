"""Is a DKIM key published as receivers need it? RFC 6376, 3.6.1, RFC 8301 and RFC 8463."""

import binascii
from base64 import b64decode

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_der_public_key

from mailboxes.core.health.findings import Ask, Check, Code, Finding, Result, failed, passed, unanswered, unknown
from mailboxes.core.health.tags import read_tags
from mailboxes.core.mail_hosts import GOOGLE, MICROSOFT, by_mx

WEAK = 1_024  # bits: what is shorter, receivers must not believe
SHORT = 2_048
ED25519 = 32  # octets
USUAL = {GOOGLE.key: ("google",), MICROSOFT.key: ("selector1", "selector2")}


def usual_selectors(mx: tuple[str, ...]) -> tuple[str, ...]:
    """Return the selectors under which a domain's provider usually puts its key: a guess, where no probe told one."""
    host = by_mx(mx)
    return USUAL.get(host.key, ()) if host else ()


def check_dkim(domain: str, selector: str, ask: Ask) -> Finding:
    """Check the key that stands under a selector of a domain; "": nobody has seen a signature of its mail yet."""
    if not selector:
        return unknown(Check.DKIM, Code.DKIM_NO_SELECTOR)
    texts = ask(f"{selector}._domainkey.{domain}", "TXT")
    if texts is None:
        return unanswered(Check.DKIM)
    where = {"domain": domain, "selector": selector}
    if len(texts) != 1:
        return failed(Check.DKIM, Code.DKIM_TWO if texts else Code.DKIM_MISSING, **where)
    code, bits = judge_key(texts[0])
    if code in {Code.GOOD, Code.DKIM_SHORT}:
        return passed(Check.DKIM, code, bits=bits, **where)
    return failed(Check.DKIM, code, bits=bits, **where)


def guess_dkim(domain: str, selectors: tuple[str, ...], ask: Ask) -> Finding:
    """Look where the provider usually puts the key; one that is found proves less than one that signed a mail."""
    for selector in selectors:
        found = check_dkim(domain, selector, ask)
        if found.result is Result.PASS:
            return passed(Check.DKIM, Code.DKIM_USUAL, **found.data)
    return unknown(Check.DKIM, Code.DKIM_NO_SELECTOR)


def judge_key(record: str) -> tuple[Code, int]:
    """Return what is the matter with a key record, and its size in bits."""
    tags = read_tags(record)
    if tags is None or "p" not in tags or not _says_dkim(tags):
        return Code.DKIM_SYNTAX, 0
    text = "".join(tags["p"].split())
    if not text:
        return Code.DKIM_REVOKED, 0
    try:
        octets = b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return Code.DKIM_SYNTAX, 0
    if tags.get("k", "rsa").lower() == "ed25519":
        return (Code.GOOD if len(octets) == ED25519 else Code.DKIM_SYNTAX), len(octets) * 8
    return _judge_rsa(octets)


def _says_dkim(tags: dict[str, str]) -> bool:
    """Tell whether the version, which may be left out, is the one and stands first."""
    return "v" not in tags or next(iter(tags.items())) == ("v", "DKIM1")


def _judge_rsa(octets: bytes) -> tuple[Code, int]:
    try:
        key = load_der_public_key(octets)
    except (ValueError, UnsupportedAlgorithm):
        return Code.DKIM_SYNTAX, 0
    if not isinstance(key, RSAPublicKey):
        return Code.DKIM_SYNTAX, 0
    if key.key_size < WEAK:
        return Code.DKIM_WEAK, key.key_size
    return (Code.DKIM_SHORT if key.key_size < SHORT else Code.GOOD), key.key_size
