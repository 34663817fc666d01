"""Our own look at the signature of a mail that came in, with its key from a name server on loopback."""

from datetime import UTC, datetime
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key

from mailboxes.core.dkim import SigningKey, public_record, sign, txt_strings
from mailboxes.core.health.arrival import Signer
from mailboxes.wire.signatures import verified_signers
from tests.mailboxes.accounts import a_mail
from tests.mailboxes.wire.name_server import Zone, name_server

pytestmark = pytest.mark.django_db

KEY = SigningKey("acme.example", "spring", generate_private_key(public_exponent=65537, key_size=2048))
RECORD = " ".join(f'"{part}"' for part in txt_strings(public_record(KEY)))
PUBLISHED: Zone = {("spring._domainkey.acme.example", "TXT"): [RECORD]}
SIGNED = sign(a_mail(), [KEY], datetime(2026, 1, 5, tzinfo=UTC))  # a past day: dkimpy asks the true clock
ABOVE = b"Received: from a.example by mx.b.example; Tue, 9 Mar 2027 10:00:00 +0000\r\n"


def found(raw: bytes, zone: Zone, settings: Any) -> tuple[Signer, ...]:
    with name_server(zone) as server:
        settings.HEALTH_RESOLVERS = (server,)
        return verified_signers(raw, None)


def test_a_signature_that_holds_names_its_signer(settings: Any) -> None:
    assert found(ABOVE + SIGNED, PUBLISHED, settings) == (Signer("acme.example", "spring"),)


def test_a_changed_mail_a_missing_key_and_no_signature_prove_nothing(settings: Any) -> None:
    assert found(SIGNED.replace(b"all well", b"all gone"), PUBLISHED, settings) == ()
    assert found(SIGNED, {}, settings) == ()
    assert found(a_mail(), PUBLISHED, settings) == ()
    assert found(b"DKIM-Signature: odd; v=1\r\nFrom\r\n\r\n", PUBLISHED, settings) == ()
