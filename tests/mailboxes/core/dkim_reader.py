"""A verifier of DKIM signatures by RFC 6376 and 8463 that shares no code with dkimpy: the second opinion."""

import re
from base64 import b64decode
from collections.abc import Mapping
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key

FIELD = re.compile(rb"([!-9;-~]+):((?:[^\r]|\r\n(?=[ \t]))*)\r\n")


def verified(raw: bytes, records: Mapping[str, str]) -> list[bool]:
    """Tell of each DKIM-Signature, from the top, whether it holds; records: TXT by name."""
    head, _, body = raw.partition(b"\r\n\r\n")
    fields = [(one[1].lower(), one[2]) for one in FIELD.finditer(head + b"\r\n")]
    return [holds(value, fields, body, records) for name, value in fields if name == b"dkim-signature"]


def holds(value: bytes, fields: list[tuple[bytes, bytes]], body: bytes, records: Mapping[str, str]) -> bool:
    tags = tags_of(value)
    assert (tags["v"], tags["c"]) == ("1", "relaxed/relaxed")
    assert "l" not in tags
    if b64decode(tags["bh"]) != sha256(relaxed_body(body)).digest():
        return False
    signed = b"".join(chosen(fields, [name.strip().encode() for name in tags["h"].split(":")]))
    bare = re.sub(rb"(;\s*b=)[^;]*", rb"\1", value)
    octets = signed + b"dkim-signature:" + relaxed(bare)
    record = tags_of(records[f"{tags['s']}._domainkey.{tags['d']}"].encode())
    return proves(tags["a"], b64decode(record["p"]), b64decode(tags["b"]), octets)


def tags_of(value: bytes) -> dict[str, str]:
    return dict(re.findall(r"(\w+)=([^;]*)", re.sub(r"\s", "", value.decode())))


def chosen(fields: list[tuple[bytes, bytes]], names: list[bytes]) -> list[bytes]:
    """From the bottom up, each field once; a name that has none left stands for its absence."""
    left = list(fields)
    found = []
    for name in names:
        places = [place for place, (given, _) in enumerate(left) if given == name]
        if places:
            _, value = left.pop(places[-1])
            found.append(name + b":" + relaxed(value) + b"\r\n")
    return found


def relaxed(value: bytes) -> bytes:
    return re.sub(rb"[ \t]+", b" ", value.replace(b"\r\n", b"")).strip(b" ")


def relaxed_body(body: bytes) -> bytes:
    lines = [re.sub(rb"[ \t]+", b" ", line).rstrip(b" ") for line in body.split(b"\r\n")]
    while lines and not lines[-1]:
        lines.pop()
    return b"".join(line + b"\r\n" for line in lines)


def proves(algorithm: str, public: bytes, signature: bytes, octets: bytes) -> bool:
    try:
        if algorithm == "ed25519-sha256":
            Ed25519PublicKey.from_public_bytes(public).verify(signature, sha256(octets).digest())
        else:
            key = load_der_public_key(public)
            assert isinstance(key, RSAPublicKey)
            key.verify(signature, octets, PKCS1v15(), SHA256())
    except InvalidSignature:
        return False
    return True
