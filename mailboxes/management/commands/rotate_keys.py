"""Move all stored secrets to the newest credential key."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from app.crypto import keyring
from app.management.asking import RefusingCommand
from mailboxes.actions.rotation import Count, keys_in_use, rotate

TELL_EVERY = 1000  # rows


class Command(RefusingCommand):
    help = "Reseal every stored secret with the first of CREDENTIAL_KEYS, while mail goes on; may be run again."

    def handle(self, *_: Any, **__: Any) -> None:
        newest = keyring().primary
        count = rotate(self._told)
        self.stdout.write(f"{count.moved} resealed with {newest}, {count.current} were already, {count.gone} gone.")
        for line in count.broken:
            self.stderr.write(line)
        self._told_keys(newest)
        if count.broken:
            raise CommandError(f"{len(count.broken)} secrets cannot be opened: drop no key; connect those anew.")

    def _told(self, count: Count) -> None:
        if count.seen % TELL_EVERY == 0:
            self.stdout.write(f"{count.seen} looked at, {count.moved} resealed.")

    def _told_keys(self, newest: str) -> None:
        """Say of each older key whether it may go. A process started before the change still seals with its own."""
        used = keys_in_use()
        for key_id, _ in settings.CREDENTIAL_KEYS:
            if key_id == newest:
                continue
            if used[key_id]:
                self.stdout.write(f"{key_id} is still needed by {used[key_id]}: some process seals with it; run again.")
            else:
                self.stdout.write(
                    f"{key_id} opens nothing any more: drop it once every process runs with {newest} first "
                    "and no backup from before is needed."
                )
