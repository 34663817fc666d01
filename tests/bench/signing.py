"""dkim_sign: mails signed per second against the bare RSA-2048 operation that each needs."""

from datetime import UTC, datetime
from time import perf_counter

import dkim
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from mailboxes.core.dkim import SHORTEST_RSA, SigningKey, load_key, public_record, sign
from mailboxes.core.message import OutgoingMessage
from mailboxes.core.mime import build_message, opt_out_mailto
from tests.bench.report import Figure, figure

MAILS = 200  # of each side in one round
ROUNDS = 5
USUAL = 2_300  # octets of the mail, within a twentieth
PARAGRAPH = (
    "I read of your work on harbour lights, and I have a question about the lamps that you have chosen for them."
)
TEXT = "Hello,\n\n" + f"{PARAGRAPH}\n\n" * 5 + "Nora\n"
HTML = "<p>Hello,</p>\n" + f"<p>{PARAGRAPH}</p>\n" * 5 + "<p>Nora</p>\n"
ADDRESS = "1 Harbour Street, 20457 Hamburg"
NOW = datetime(2026, 1, 5, 9, tzinfo=UTC)


def dkim_sign() -> list[Figure]:
    """Sign mails of the usual size; dkimpy verifies every one of them, outside the clock."""
    key = _key()
    mails = [_mail(number) for number in range(MAILS)]
    assert all(abs(len(mail) - USUAL) < USUAL / 20 for mail in mails), len(mails[0])
    ours = bare = 0.0
    for _ in range(ROUNDS):
        began = perf_counter()
        _bare(key, mails)
        bare += perf_counter() - began
        began = perf_counter()
        signed = [sign(mail, (key,), NOW) for mail in mails]
        ours += perf_counter() - began
        _verify(key, signed)
    return [figure("dkim_sign", MAILS * ROUNDS / ours, "mails/s", MAILS * ROUNDS / bare, 0.5)]


def _bare(key: SigningKey, mails: list[bytes]) -> None:
    """Sign as many octets as a signature's headers have, and nothing else."""
    assert isinstance(key.private, RSAPrivateKey)
    for mail in mails:
        key.private.sign(mail[:800], PKCS1v15(), SHA256())


def _verify(key: SigningKey, signed: list[bytes]) -> None:
    record = public_record(key).encode()
    for mail in signed:
        assert dkim.verify(mail, dnsfunc=lambda name, timeout=5: record)  # noqa: ARG005 - as dkimpy calls it
        covered = mail[: mail.index(b"bh=")].replace(b"\r\n ", b" ").split(b" h=")[1].replace(b" ", b"").split(b":")
        assert covered.count(b"list-unsubscribe") == covered.count(b"list-unsubscribe-post") == 2


def _key() -> SigningKey:
    made = generate_private_key(65_537, SHORTEST_RSA)
    return load_key("example.org", "s1", made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))


def _mail(number: int) -> bytes:
    """Build a mail as the product does: two parts, a foot, an opt-out."""
    link = f"https://forbear.example.org/u/{number:0>56}"
    return build_message(
        OutgoingMessage(
            from_name="Nora Sender",
            from_address="sender@example.org",
            to_name="Ada Example",
            to_address=f"p{number}@d{number}.example",
            subject="A question",
            text=f"{TEXT}\nNo more: {link}\n\n{ADDRESS}\n",
            html=f'{HTML}<p><a href="{link}">No more</a></p>\n<p>{ADDRESS}</p>\n',
            message_id=f"{number:0>32}@example.org",
            date=NOW,
            in_reply_to=None,
            references=(),
            unsubscribe_url=link,
            unsubscribe_mailto=opt_out_mailto("sender@example.org"),
            delivery_token=f"{number:0>32}",
        )
    )
