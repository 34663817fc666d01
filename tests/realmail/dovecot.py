"""Dovecot in a folder of its own: IMAP with TLS, and LMTP with Sieve for Postfix. Written for 2.3 and for 2.4."""

import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.brokers.servers import answers, free_port
from tests.faults.processes import Guarded, until

SHARED = """
base_dir = {folder}/dovecot
state_dir = {folder}/dovecot-state
log_path = {folder}/dovecot.log
instance_name = realmail
protocols = imap lmtp
listen = 127.0.0.1
first_valid_uid = 1
ssl = yes
auth_mechanisms = plain login
auth_failure_delay = 0
submission_host = 127.0.0.1:{relay}
postmaster_address = postmaster@posthaus.example
hostname = mail.posthaus.example
service imap-login {{
  inet_listener imap {{
    port = {starttls}
  }}
  inet_listener imaps {{
    port = {tls}
  }}
}}
service lmtp {{
  unix_listener lmtp {{
    mode = 0666
  }}
}}
service anvil {{
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service auth {{
  unix_listener postfix-auth {{
    mode = 0666
  }}
}}
namespace inbox {{
  inbox = yes
  separator = /
  mailbox Sent {{
    auto = create
    special_use = \\Sent
  }}
  mailbox Junk {{
    auto = create
    special_use = \\Junk
  }}
  mailbox Archive {{
    auto = create
    special_use = \\Archive
  }}
  mailbox Trash {{
    auto = create
    special_use = \\Trash
  }}
}}
"""

# An account is a file of its own, so that one made in mid-run is known at once and a missing one is an unknown user.
OLD = """
ssl_cert = <{folder}/server.pem
ssl_key = <{folder}/server.pem
disable_plaintext_auth = yes
mail_location = maildir:{folder}/mail/%u
passdb {{
  driver = passwd-file
  args = username_format=%u {folder}/users/%u
}}
userdb {{
  driver = passwd-file
  args = username_format=%u {folder}/users/%u
}}
protocol lmtp {{
  mail_plugins = sieve
}}
plugin {{
  sieve = file:{folder}/sieve/%u.sieve
}}
"""

NEW = """
ssl_server_cert_file = {folder}/server.pem
ssl_server_key_file = {folder}/server.pem
auth_allow_cleartext = no
mail_driver = maildir
mail_path = {folder}/mail/%{{user}}
passdb passwd-file {{
  passwd_file_path = {folder}/users/%{{user}}
}}
userdb passwd-file {{
  passwd_file_path = {folder}/users/%{{user}}
}}
protocol lmtp {{
  mail_plugins {{
    sieve = yes
  }}
}}
sieve_script personal {{
  driver = file
  path = {folder}/sieve/%{{user}}.sieve
}}
"""


def version() -> str:
    """Return the installed version; 2.3 and 2.4 differ in the language of their settings."""
    told = subprocess.run(["dovecot", "--version"], check=True, capture_output=True, text=True, timeout=10)
    return told.stdout.split()[0].partition("-")[0]


def settings(folder: Path, number: str, *, relay: int, starttls: int, tls: int) -> str:
    """Return the whole file in the language of this version."""
    major, minor = (int(part) for part in number.split(".")[:2])
    if (major, minor) < (2, 4):
        written = SHARED + OLD
    else:
        written = f"dovecot_config_version = {number}\ndovecot_storage_version = {number}\n" + SHARED + NEW
    return written.format(folder=folder, relay=relay, starttls=starttls, tls=tls)


@dataclass(frozen=True, slots=True)
class Ports:
    """IMAP with STARTTLS, and with TLS from the first byte."""

    starttls: int
    tls: int


class Dovecot:
    """One instance, whose mail belongs to the user nobody."""

    def __init__(self, folder: Path, *, relay: int) -> None:
        """relay: the port where automatic answers are handed in."""
        self.folder = folder
        self.ports = Ports(free_port(), free_port())
        self._owner = pwd.getpwnam("nobody")
        self._process: Guarded | None = None
        for name in ("mail", "users", "sieve"):
            (folder / name).mkdir()
            os.chown(folder / name, self._owner.pw_uid, self._owner.pw_gid)
        written = settings(folder, version(), relay=relay, starttls=self.ports.starttls, tls=self.ports.tls)
        (folder / "dovecot.conf").write_text(written)

    def start(self) -> None:
        if self._process is not None:
            return
        command = ["dovecot", "-F", "-c", str(self.folder / "dovecot.conf")]
        process = self._process = Guarded(command, self.folder / "dovecot.out", dict(os.environ), cwd=self.folder)
        until(lambda: process.alive() and answers(self.ports.tls), why="Dovecot does not start")

    def stop(self) -> None:
        """Stop it at once, or do nothing when it does not run."""
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def add(self, address: str, password: str) -> None:
        """Make an account; it is known from this moment on."""
        owner = f"{self._owner.pw_uid}:{self._owner.pw_gid}"
        line = f"{address}:{{PLAIN}}{password}:{owner}::{self.folder}/mail/{address}::\n"
        (self.folder / "users" / address).write_text(line)

    def write_sieve(self, address: str, script: str) -> None:
        """Give an account its filter; Dovecot compiles it at the next mail."""
        (self.folder / "sieve" / f"{address}.sieve").write_text(script)
