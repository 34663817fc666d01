"""Keys are rotated while mail goes on: nothing renewed is lost, nothing swapped opens, what may go is said (A14)."""

import io
import threading
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from app.actions import clock
from app.crypto import NotGenuine, keyring
from mailboxes.actions import rotation
from mailboxes.actions.accounts import account_of
from mailboxes.actions.consent import verifier_context
from mailboxes.actions.rotation import holders, keys_in_use, rotate
from mailboxes.actions.vaults import StoredVault, opened_secret
from mailboxes.models import ConsentRequest, Credential, Mailbox
from tests.factories import a_mailbox, a_user, a_workspace

pytestmark = pytest.mark.django_db(transaction=True)


def a_key(name: str) -> tuple[str, str]:
    return name, b64encode(name.encode().ljust(32, b".")).decode()


OLD, NEW = a_key("old"), a_key("new")


@pytest.fixture
def mailboxes(settings: Any) -> list[Mailbox]:
    """Three mailboxes whose secrets the old key sealed; since then there is a new one."""
    settings.CREDENTIAL_KEYS = (OLD,)
    workspace = a_workspace()
    made = [a_mailbox(workspace, kind=kind) for kind in ("gmail", "smtp", "gmail")]
    settings.CREDENTIAL_KEYS = (NEW, OLD)
    return made


def told() -> str:
    out = io.StringIO()
    call_command("rotate_keys", stdout=out, stderr=out)
    return out.getvalue()


def test_every_secret_moves_to_the_newest_key_and_opens_without_the_old_one(
    mailboxes: list[Mailbox], settings: Any
) -> None:
    before = [dict(account_of(mailbox).secret) for mailbox in mailboxes]
    versions = [account_of(mailbox).version for mailbox in mailboxes]
    said = told()
    assert "3 resealed with new, 0 were already" in said
    assert "old opens nothing any more" in said
    settings.CREDENTIAL_KEYS = (NEW,)
    assert [dict(account_of(mailbox).secret) for mailbox in mailboxes] == before
    assert [account_of(mailbox).version for mailbox in mailboxes] == versions  # no connection is dropped for it


def test_a_second_run_has_nothing_to_do(mailboxes: list[Mailbox]) -> None:
    told()
    sealed = list(Credential.objects.order_by("mailbox_id").values_list("sealed", flat=True))
    assert "0 resealed with new, 3 were already" in told()
    assert list(Credential.objects.order_by("mailbox_id").values_list("sealed", flat=True)) == sealed


def test_a_killed_run_is_gone_on_with(mailboxes: list[Mailbox], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rotation, "BATCH", 1)

    def killed(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rotate(killed)
    assert keys_in_use() == {"new": 1, "old": 2}
    assert rotate().moved == 2


def test_a_token_renewed_during_the_rotation_is_kept(mailboxes: list[Mailbox], monkeypatch: pytest.MonkeyPatch) -> None:
    """The renewal lands between the reading of the old ciphertext and the writing of the new one."""
    mailbox_id = mailboxes[0].id
    swapped = rotation._swapped
    renewals = iter([True])

    def late(holder: Any, row: Any, token: str, fresh: str) -> bool:
        if row.pk == mailbox_id and next(renewals, False):
            with StoredVault(mailbox_id).turn() as turn:
                turn.keep({**turn.secret, "refresh_token": "renewed"})
        return swapped(holder, row, token, fresh)

    monkeypatch.setattr(rotation, "_swapped", late)
    rotate()
    row = Credential.objects.get(mailbox_id=mailbox_id)
    assert opened_secret(mailbox_id, row.sealed)["refresh_token"] == "renewed"
    assert keys_in_use() == {"new": 3}


def test_a_rotation_during_a_renewal_does_not_lose_what_was_renewed(mailboxes: list[Mailbox]) -> None:
    mailbox_id = mailboxes[0].id
    with StoredVault(mailbox_id).turn() as turn:
        rotate()
        turn.keep({**turn.secret, "refresh_token": "renewed"})
    row = Credential.objects.get(mailbox_id=mailbox_id)
    assert opened_secret(mailbox_id, row.sealed)["refresh_token"] == "renewed"


def test_two_rotations_and_renewals_at_once_lose_nothing(mailboxes: list[Mailbox]) -> None:
    gate = threading.Barrier(4)

    def run(work: Any) -> None:
        gate.wait(5)
        try:
            for _ in range(5):
                work()
        finally:
            connection.close()

    def renew(mailbox_id: int) -> None:
        with StoredVault(mailbox_id).turn() as turn:
            number = int(turn.secret.get("count", "0")) + 1
            turn.keep({**turn.secret, "count": str(number)})

    works = [rotate, rotate, lambda: renew(mailboxes[0].id), lambda: renew(mailboxes[0].id)]
    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert account_of(mailboxes[0]).secret["count"] == "10"


def test_a_secret_of_another_row_is_found_and_nothing_may_be_dropped(mailboxes: list[Mailbox]) -> None:
    """Swapping two rows' ciphertext fails, also under the right key."""
    first, second = (Credential.objects.get(mailbox_id=mailbox.id) for mailbox in mailboxes[::2])
    Credential.objects.filter(mailbox_id=first.mailbox_id).update(sealed=second.sealed)
    with pytest.raises(NotGenuine):
        account_of(mailboxes[0])
    with pytest.raises(CommandError, match="1 secrets cannot be opened: drop no key"):
        told()
    assert keys_in_use() == {"new": 2, "old": 1}


def test_what_an_older_process_seals_meanwhile_is_told(mailboxes: list[Mailbox], settings: Any) -> None:
    rotate()
    with process_with(settings, OLD, NEW):
        a_mailbox(mailboxes[0].workspace)
    used = keys_in_use()
    assert used["old"] == 1
    assert "1 resealed" in told()


@contextmanager
def process_with(settings: Any, *keys: tuple[str, str]) -> Iterator[None]:
    """What a process does that was started with other keys."""
    before = settings.CREDENTIAL_KEYS
    settings.CREDENTIAL_KEYS = keys
    yield
    settings.CREDENTIAL_KEYS = before


def test_a_way_to_google_that_is_under_way_survives_the_rotation(mailboxes: list[Mailbox], settings: Any) -> None:
    workspace = mailboxes[0].workspace
    settings.CREDENTIAL_KEYS = (OLD,)
    sealed = keyring().seal(b"verifier", context=verifier_context("hash"))
    user = a_user(workspace)
    values = {"session": "s", "address": "a@example.com", "redirect_uri": "http://localhost/"}
    ConsentRequest.objects.create(
        workspace=workspace, user=user, state="hash", verifier=sealed, expires_at=clock.now(), **values
    )
    settings.CREDENTIAL_KEYS = (NEW, OLD)
    rotate()
    settings.CREDENTIAL_KEYS = (NEW,)
    kept = ConsentRequest.objects.get().verifier
    assert keyring().open_sealed(kept, context=verifier_context("hash")) == b"verifier"


def test_no_table_with_sealed_secrets_is_forgotten() -> None:
    known = {(holder.model, holder.column) for holder in holders()}
    sealed = {
        (model, field.name)
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if field.name in {"sealed", "verifier", "slack", "teams"}
    }
    assert sealed == known
