"""The initial responses of SASL that mail servers ask for, as SMTP and IMAP carry them."""

from base64 import b64encode


def plain(username: str, password: str) -> str:
    """Return the response of PLAIN (RFC 4616)."""
    return encoded(f"\0{username}\0{password}")


def xoauth2(username: str, token: str) -> str:
    """Return the response of XOAUTH2, which Google and Microsoft take an access token by."""
    return encoded(f"user={username}\x01auth=Bearer {token}\x01\x01")


def encoded(text: str) -> str:
    """Return the text as SASL lines carry it."""
    return b64encode(text.encode()).decode("ascii")
