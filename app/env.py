"""Typed readers of environment variables that fail by the variable's own name."""

import os
from urllib.parse import parse_qs, unquote, urlsplit

from app.core.errors import SettingError


def text(name: str, *, default: str | None = None) -> str:
    """Return the variable's text; missing without a default is an error."""
    value = os.environ.get(name, "").strip() or default
    if value is None:
        raise SettingError(name, "is required")
    return value


def boolean(name: str, *, default: bool) -> bool:
    """Return true for 1/true/yes/on, false for 0/false/no/off."""
    value = os.environ.get(name, "").strip().lower()
    if not value:
        return default
    if value not in {"1", "true", "yes", "on", "0", "false", "no", "off"}:
        raise SettingError(name, "must be true or false")
    return value in {"1", "true", "yes", "on"}


def integer(name: str, *, default: int, least: int = 0, most: int | None = None) -> int:
    """Return a whole number not below `least` and not above `most`."""
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    try:
        number = int(value)
    except ValueError:
        raise SettingError(name, "must be a whole number") from None
    if number < least:
        raise SettingError(name, f"must be at least {least}")
    if most is not None and number > most:
        raise SettingError(name, f"must be at most {most}")
    return number


def shared(name: str, *, default: int, among: int, told_by: str) -> int:
    """Return a whole number that processes divide among them; one that leaves a process nothing is an error."""
    number = integer(name, default=default, least=1)
    if number < among:
        raise SettingError(
            name, f"is {number}, which {told_by} = {among} processes cannot share: each needs at least 1"
        )
    return number


def words(name: str, *, default: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return a comma separated list without blanks."""
    value = os.environ.get(name, "")
    return tuple(word.strip() for word in value.split(",") if word.strip()) or default


def numbers(name: str, *, default: dict[str, int]) -> dict[str, int]:
    """Return `word:number` pairs over the default ones; a word that is not among those is an error."""
    found = dict(default)
    for entry in words(name):
        word, _, number = entry.partition(":")
        if word not in default or not number.isdecimal() or not int(number):
            raise SettingError(name, f"must be a list of word:number, the words being {', '.join(default)}")
        found[word] = int(number)
    return found


def present(*names: str) -> dict[str, str]:
    """Return those of the variables that are set, as they are: what a process of ours hands on to its child."""
    return {name: os.environ[name] for name in names if name in os.environ}


def keys(name: str, *, default: str) -> tuple[tuple[str, str], ...]:
    """Return `id:secret` pairs, the first being the one to write with."""
    pairs = []
    for word in words(name, default=(default,)):
        key_id, colon, secret = word.partition(":")
        if not (colon and key_id and secret):
            raise SettingError(name, "must be a list of id:secret")
        pairs.append((key_id, secret))
    return tuple(pairs)


def mail_server(name: str) -> dict[str, object] | None:
    """Return the options of Django's SMTP backend from smtp+starttls://user:password@host:587, or smtps://; or None.

    Bare smtp:// sends a password to nobody but this machine.
    """
    url = urlsplit(os.environ.get(name, "").strip())
    if not url.geturl():
        return None
    if url.scheme not in {"smtp", "smtps", "smtp+starttls"} or not url.hostname:
        raise SettingError(name, "must be smtp+starttls://user:password@host:587 or smtps://user:password@host")
    if url.scheme == "smtp" and url.password and url.hostname not in {"localhost", "127.0.0.1", "::1"}:
        raise SettingError(name, "would show the password to the network: use smtp+starttls:// or smtps://")
    return {
        "host": url.hostname,
        "port": url.port or {"smtp": 25, "smtps": 465, "smtp+starttls": 587}[url.scheme],
        "username": unquote(url.username or ""),
        "password": unquote(url.password or ""),
        "use_tls": url.scheme == "smtp+starttls",
        "use_ssl": url.scheme == "smtps",
        "timeout": 10,
    }


def database(name: str, *, default: str) -> dict[str, object]:
    """Return the connection part of Django's DATABASES entry from a postgresql:// URL."""
    url = urlsplit(text(name, default=default))
    if url.scheme not in {"postgres", "postgresql"}:
        raise SettingError(name, "must be a postgresql:// URL")
    query = {key: values[-1] for key, values in parse_qs(url.query).items()}
    host = query.pop("host", "") or unquote(url.hostname or "")
    return {
        "NAME": unquote(url.path.lstrip("/")) or "forbear",
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": host,
        "PORT": str(query.pop("port", "") or url.port or ""),
        "OPTIONS": dict(query),
    }
