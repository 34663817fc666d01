"""Press a link of our own, as a mail program on the Internet would."""

from typing import Any

from django.core.management.base import CommandError

from app.management.asking import RefusingCommand
from bounces.actions import link_hosts, selftest
from bounces.models import LinkHost


class Command(RefusingCommand):
    """`selftest_unsubscribe`: exit code 1 when a host fails."""

    help = "Test every host of opt-out links now: BASE_URL, and those of sending domains (see link_host)."

    def handle(self, *_: Any, **__: Any) -> None:
        """Test each host and print what was found."""
        link_hosts.know_own()
        hosts = list(LinkHost.objects.order_by("domain"))
        if not hosts:
            raise CommandError("There is no public host yet: set BASE_URL to the public address of this server, https.")
        faults = 0
        for host in hosts:
            fault = selftest.run(host.id)
            faults += fault is not None
            self.stdout.write(f"{host.base} {selftest.told(fault)}.")
        if faults:
            raise CommandError(f"{faults} of {len(hosts)} failed.")
