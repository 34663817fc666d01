"""Where one installation keeps its data, logs and keys, and who may use it: one launcher at a time."""

import base64
import contextlib
import fcntl
import hashlib
import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from app.launch import binaries

REPOSITORY = Path(__file__).resolve().parents[2]

# Made at the first start and kept. The formats are those that app/settings.py reads.
KEYS: dict[str, Callable[[], str]] = {
    "SECRET_KEY": lambda: secrets.token_urlsafe(48),
    "CREDENTIAL_KEYS": lambda: "1:" + base64.b64encode(secrets.token_bytes(32)).decode(),
    "ADDRESS_PEPPER": lambda: secrets.token_urlsafe(32),
    "TOKEN_KEYS": lambda: "1:" + secrets.token_urlsafe(32),
    "OWNER_PASSWORD": lambda: secrets.token_urlsafe(9),
}


class HomeError(RuntimeError):
    """The folder cannot be used; the text says why and what to do."""


class AlreadyRunning(HomeError):
    """Another launcher holds the folder. `address` is where it answers; "" of a command, and of one still starting."""

    def __init__(self, address: str) -> None:
        super().__init__(f"Already running: {address or 'a command, or a start that is not ready yet'}")
        self.address = address


def default_home(kind: str) -> Path:
    """`.forbear/KIND` in the repository, or under /var/tmp where the database's account cannot walk there."""
    if binaries.server_account().can_walk(REPOSITORY):
        return REPOSITORY / ".forbear" / kind
    digest = hashlib.sha256(str(REPOSITORY).encode()).hexdigest()[:8]
    return Path("/var/tmp") / f"forbear-{os.geteuid()}-{digest}" / kind  # noqa: S108  its owner is checked


def prepare(home: Path) -> Path:
    """Create the folder. Others may walk through it (the database's account must), not look into it."""
    for folder in (home.parent, home):
        folder.mkdir(mode=0o711, exist_ok=True)
        if folder.stat(follow_symlinks=False).st_uid != os.geteuid():
            raise HomeError(f"{folder} belongs to another account; start as that one, or choose --data.")
    for name in ("logs", "static"):
        (home / name).mkdir(mode=0o700, exist_ok=True)
    return home


@contextlib.contextmanager
def only_launcher(home: Path) -> Iterator[Path]:
    """Hold the folder's lock, whose file says where the installation answers. AlreadyRunning: another holds it."""
    with (home / "lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise AlreadyRunning(lock.read().strip()) from None
        lock.truncate(0)
        yield home / "lock"
        lock.truncate(0)


def keys(home: Path) -> dict[str, str]:
    """The kept keys; missing ones are made. HomeError: the data are there and their keys are gone."""
    path = home / "keys.env"
    if not path.exists() and (home / "postgres" / "data").exists():
        raise HomeError(
            f"{path} is gone, but its database is there: without the old keys it cannot be read. Restore it."
        )
    kept = read_values(path)
    missing = {name: make() for name, make in KEYS.items() if name not in kept}
    if missing:
        write_private(path, kept | missing)
    return kept | missing


def read_values(path: Path) -> dict[str, str]:
    return dict(line.split("=", 1) for line in path.read_text().splitlines()) if path.exists() else {}


def write_private(path: Path, values: Mapping[str, str]) -> None:
    """NAME=value lines, for the owner's eyes from the first byte on, and whole or not at all."""
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
        file.writelines(f"{name}={value}\n" for name, value in values.items())
        file.flush()
        os.fsync(file.fileno())
    draft.rename(path)
