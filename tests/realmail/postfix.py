"""Postfix in a folder of its own: submission with TLS and login, everything delivered to Dovecot, nothing sent away."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.brokers.servers import answers, free_port
from tests.faults.processes import Guarded, until

HOST = "mail.posthaus.example"  # how it calls itself; answers for every domain there is
A_WHILE_AGO = 1_000_000_000.0  # Postfix waits two seconds before it trusts a file that was written just now

MAIN = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = {folder}/postfix.log
maillog_file_prefixes = {folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = {host}
mydestination =
mynetworks = 127.0.0.0/8
local_recipient_maps =
local_transport = error:nobody is local
relay_transport = error:nothing leaves this machine
default_transport = error:nothing leaves this machine
alias_maps =
virtual_mailbox_domains = static:all
virtual_mailbox_maps = static:all
virtual_transport = lmtp:unix:{folder}/dovecot/lmtp
lmtp_destination_recipient_limit = 1
smtpd_reject_unlisted_recipient = no
smtpd_peername_lookup = no
smtpd_tls_chain_files = {folder}/server.pem
smtpd_tls_auth_only = yes
smtpd_tls_received_header = yes
smtpd_error_sleep_time = 0
smtpd_sasl_type = dovecot
smtpd_sasl_path = {folder}/dovecot/postfix-auth
smtpd_client_connection_count_limit = 0
smtpd_end_of_data_restrictions = {at_end_of_data}
notify_classes =
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
"""

# An answer such as Thunderbird gets it: submission asks for a login, port 25 of a server does not.
SUBMIT = "-o smtpd_sasl_auth_enable=yes -o smtpd_client_restrictions=permit_sasl_authenticated,reject"

MASTER = """
127.0.0.1:{starttls} inet n - n - - smtpd -o smtpd_tls_security_level=encrypt {submit}
127.0.0.1:{tls} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes {submit}
127.0.0.1:{relay} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
"""


@dataclass(frozen=True, slots=True)
class Ports:
    """Submission with STARTTLS and with TLS from the first byte; relay takes mail without a login, as a port 25."""

    starttls: int
    tls: int
    relay: int


class Postfix:
    """One instance. Only root can start it; its daemons run as the user postfix."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ports = Ports(free_port(), free_port(), free_port())
        self._config = folder / "postfix"
        self._process: Guarded | None = None
        asked = subprocess.run(["postconf", "-dh", "daemon_directory"], check=True, capture_output=True, text=True)
        self._programs = asked.stdout.strip()
        for name in ("postfix", "queue", "data"):
            (folder / name).mkdir()
        shutil.chown(folder / "data", "postfix")
        master = MASTER.format(submit=SUBMIT, starttls=self.ports.starttls, tls=self.ports.tls, relay=self.ports.relay)
        (self._config / "master.cf").write_text(master)
        self._write_main("")
        subprocess.run(["postfix", "-c", self._config, "check"], check=True, capture_output=True, timeout=30)

    def _write_main(self, at_end_of_data: str) -> None:
        main = MAIN.format(folder=self.folder, host=HOST, at_end_of_data=at_end_of_data)
        path = self._config / "main.cf"
        path.write_text(main)
        os.utime(path, (A_WHILE_AGO, A_WHILE_AGO))

    def start(self, *, at_end_of_data: str = "") -> None:
        """Start it unless it runs; its queue is what it was. at_end_of_data: whom it asks before it takes a mail."""
        if self._process is not None:
            return
        self._write_main(at_end_of_data)
        master = [f"{self._programs}/master", "-c", str(self._config), "-d"]
        process = self._process = Guarded(master, self.folder / "master.log", dict(os.environ), cwd=self.folder)
        until(lambda: process.alive() and answers(self.ports.relay), why="Postfix does not start")

    def stop(self) -> None:
        """Stop it as an administrator does, or do nothing when it does not run."""
        process, self._process = self._process, None
        if process is not None:
            process.ask_to_end()

    def kill(self) -> None:
        """SIGKILL to all its processes at once; what is in the queue stays there."""
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def drop_queue(self) -> None:
        """Forget the mail that was taken and is not delivered. Postfix must not run."""
        for name in ("incoming", "active", "deferred", "defer", "bounce", "hold", "corrupt"):
            for path in (self.folder / "queue" / name).rglob("*"):
                if path.is_file():
                    path.unlink()

    def queue_is_empty(self) -> bool:
        """Tell whether everything that was taken is delivered or returned."""
        places = ("incoming", "active", "deferred")
        return not any(path.is_file() for name in places for path in (self.folder / "queue" / name).rglob("*"))
