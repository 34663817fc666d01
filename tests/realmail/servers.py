"""Postfix and Dovecot as one mail house: accounts, mail handed in from outside, and what lies in an inbox."""

import imaplib
import os
import shutil
import smtplib
import subprocess
import tempfile
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tests.faults.processes import until
from tests.mailboxes import certificates
from tests.realmail.dovecot import Dovecot
from tests.realmail.postfix import Postfix

HOST = "localhost"
PASSWORD = "a-password-of-a-test-run"
NUMBERS = count(1)
NEEDED = ("postfix", "dovecot")

# Removes the folder ($1) when this process is killed; the servers' own guards end them at the same moment.
GUARD = """
read _ && exit
sleep 1
rm -rf "$1"
"""


def missing() -> str:
    """Say why the servers cannot be started here; "" when they can."""
    absent = [name for name in NEEDED if shutil.which(name) is None]
    if absent:
        return f"not installed here: {', '.join(absent)}"
    return "" if os.geteuid() == 0 else "Postfix starts only as root"


@dataclass(frozen=True, slots=True)
class RealAccount:
    """Somebody with a mailbox: everything a mail program would be told."""

    address: str
    password: str
    host: str
    smtp_port: int  # TLS from the first byte
    starttls_port: int  # submission
    imap_port: int  # TLS from the first byte
    imap_starttls_port: int
    ca: Path


class RealMail:
    """The two servers. `account` makes people, `deliver` is the world that writes to them."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="realmail-"))
        self.folder.chmod(0o755)  # the servers' own users walk through it
        guard = ["/bin/sh", "-c", GUARD, "guard", str(self.folder)]
        self._guard = subprocess.Popen(guard, stdin=subprocess.PIPE, start_new_session=True)
        _, self.tls = certificates.make(self.folder, host=HOST)
        self.ca = self._public_part()
        self.postfix = Postfix(self.folder)
        self.dovecot = Dovecot(self.folder, relay=self.postfix.ports.relay)

    def start(self) -> None:
        self.dovecot.start()
        self.postfix.start()

    def _public_part(self) -> Path:
        whole = (self.folder / "server.pem").read_text()
        path = self.folder / "ca.pem"
        path.write_text(whole[whole.index("-----BEGIN CERTIFICATE") :])
        return path

    def close(self) -> None:
        self.postfix.kill()
        self.dovecot.stop()
        self._guard.communicate(b"closed\n")
        shutil.rmtree(self.folder, ignore_errors=True)

    def account(self, name: str = "ada", domain: str = "acme.example") -> RealAccount:
        """Make a mailbox that no other test knows: its address carries a number."""
        address = self.unknown(name, domain)
        self.dovecot.add(address, PASSWORD)
        smtp, imap = self.postfix.ports, self.dovecot.ports
        return RealAccount(address, PASSWORD, HOST, smtp.tls, smtp.starttls, imap.tls, imap.starttls, self.ca)

    def unknown(self, name: str = "gone", domain: str = "acme.example") -> str:
        """Return an address that nobody has."""
        return f"{name}{next(NUMBERS)}@{domain}"

    def endpoints(self) -> set[str]:
        """Return the host:port pairs that a rehearsal must allow."""
        smtp, imap = self.postfix.ports, self.dovecot.ports
        return {f"{HOST}:{port}" for port in (smtp.tls, smtp.starttls, imap.tls, imap.starttls)}

    def deliver(self, raw: bytes, *, sender: str, to: str) -> None:
        """Hand in a mail from outside, as the server of its author would; wait until it lies in the mailbox."""
        with smtplib.SMTP("127.0.0.1", self.postfix.ports.relay, local_hostname="outside.example") as client:
            client.sendmail(sender, [to], raw)
        self.settled()

    def settled(self) -> None:
        """Wait until Postfix has delivered or returned all it took."""
        until(self.postfix.queue_is_empty, why="mail stays in the queue")

    def vacation(self, account: RealAccount, words: str, *, subject: str = "Out of office") -> None:
        """Let the account answer by Sieve's own vacation, as a person sets it in their webmail."""
        script = f'require ["vacation"];\nvacation :days 1 :subject "{subject}" text:\n{words}\n.\n;\n'
        self.dovecot.write_sieve(account.address, script)

    def imap(self, account: RealAccount) -> imaplib.IMAP4_SSL:
        """Log in as the owner."""
        client = imaplib.IMAP4_SSL(HOST, account.imap_port, ssl_context=self.tls)
        client.login(account.address, account.password)
        return client

    def mails(self, account: RealAccount, folder: str = "INBOX") -> list[bytes]:
        """Return the mails of a folder, oldest first, byte for byte."""
        with self.imap(account) as client:
            client.select(folder, readonly=True)
            found = client.search(None, "ALL")[1][0].split()
            parts = [client.fetch(number, "(BODY.PEEK[])")[1][0] for number in found]
            return [bytes(part[1]) for part in parts if isinstance(part, tuple)]

    def put(self, account: RealAccount, raw: bytes, folder: str = "INBOX") -> None:
        """Put a mail into a folder, as a mail program does with what it sent."""
        with self.imap(account) as client:
            client.create(folder)
            client.append(folder, "", "", raw)
