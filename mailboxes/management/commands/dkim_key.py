"""The keys that sign the mail of SMTP mailboxes."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from app.core.errors import Refused
from app.management.asking import WorkspaceCommand
from app.models import Workspace
from mailboxes.actions import dkim_keys
from mailboxes.core.dkim import txt_strings
from mailboxes.models import DkimKey

ACTS = ("create", "show", "use", "retire")


class Command(WorkspaceCommand):
    help = "Keys that sign the mail of SMTP mailboxes, where the server they submit to does not; their DNS records."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("act", choices=ACTS)
        parser.add_argument("domain", help="the domain of the From addresses")
        parser.add_argument("selector", nargs="?", default="", help="the key's name in DNS; create makes one up")
        parser.add_argument("--ed25519", action="store_true", help="create: a key for a second signature")
        parser.add_argument("--key-file", type=Path, help="create: a private key in PEM instead of a new one")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        domain, selector = options["domain"], options["selector"]
        if options["act"] == "create":
            pem = pem_in(options["key_file"])
            key = dkim_keys.create(workspace, domain, selector=selector, pem=pem, ed25519=options["ed25519"])
            self._show(key)
            self.stdout.write(f"Publish it, wait until it is seen, then: dkim_key use {key.domain} {key.selector}")
        elif options["act"] == "show":
            found = DkimKey.objects.filter(workspace=workspace, domain=dkim_keys.domain_named(domain)).order_by("id")
            for key in found.filter(selector=selector) if selector else found:
                self._show(key)
            if not found:
                raise Refused("There is no key for this domain.")
        elif not selector:
            raise CommandError(f"Name the selector too; `dkim_key show {domain}` lists them.")
        else:
            key = (dkim_keys.use if options["act"] == "use" else dkim_keys.retire)(workspace, domain, selector)
            self.stdout.write(f"The key {key.selector} of {key.domain} is {key.state}.")

    def _show(self, key: DkimKey) -> None:
        """Print the record as a zone file takes it, in strings of at most 255 octets."""
        strings = " ".join(f'"{one}"' for one in txt_strings(key.record))
        self.stdout.write(f"{key.algorithm}, {key.state}:\n{key}. IN TXT ({strings})")


def pem_in(file: Path | None) -> bytes:
    """Read a key file, when one is named."""
    if file is None:
        return b""
    try:
        return file.read_bytes()
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}.") from error
