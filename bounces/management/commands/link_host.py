"""Give mail of a sending domain a host of its own for its opt-out links."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from app.actions import clock
from app.management.asking import RefusingCommand
from bounces.actions import link_hosts, selftest
from bounces.core.link_gate import SENTENCES
from bounces.models import LinkHost


class Command(RefusingCommand):
    """`link_host example.com links.example.com`, `link_host`, `link_host example.com --remove`."""

    help = (
        "Name and test the host of opt-out links in mail of a sending domain; without arguments list all hosts. The "
        "host's DNS name must lead to this server, which must have a certificate for it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """What to name."""
        parser.add_argument("domain", nargs="?", metavar="SENDING-DOMAIN")
        parser.add_argument("host", nargs="?", metavar="HOST")
        parser.add_argument("--remove", action="store_true", help="its mail names BASE_URL again")

    def handle(self, *_: Any, **options: Any) -> None:
        """Do the one thing asked for."""
        domain, host = options["domain"], options["host"]
        if domain is None:
            self._list()
        elif options["remove"]:
            if not link_hosts.remove_host(domain):
                raise CommandError(f"{domain} has no host of its own.")
            self.stdout.write(f"Mail of {domain} names BASE_URL from now on. Links that left keep the host they named.")
        elif host is None:
            raise CommandError("Name the host too: link_host example.com links.example.com.")
        else:
            self._set(domain, host)

    def _set(self, domain: str, host: str) -> None:
        made = link_hosts.set_host(domain, host)
        fault = selftest.run(made.id)
        self.stdout.write(f"{made.base} {selftest.told(fault)}.")
        if fault is not None:
            raise CommandError("It is tested again every ten minutes, and named by no mail before it works.")

    def _list(self) -> None:
        now = clock.now()
        rows = LinkHost.objects.order_by("domain")
        if not rows:
            self.stdout.write("Opt-out links have no host yet: BASE_URL becomes one once it is a public https address.")
        for row in rows:
            good = link_hosts.standing_of(row).good(now)
            why = SENTENCES.get(row.reason, "never tested" if row.tested_at is None else "not tested for two days")
            since = row.passed_at.isoformat(timespec="minutes") if row.passed_at else "never"
            state = f"good since its test of {since}" if good else f"not good: {why}; last success {since}"
            self.stdout.write(f"{row.domain or 'all others'}  {row.base}  {state}")
