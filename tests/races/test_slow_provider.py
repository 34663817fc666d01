"""Sixteen real threads, two hundred mailboxes on a provider that hangs, and others who must not notice."""

import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from django.db import connection

from app.actions import clock
from app.actions.transactions import require_no_transaction
from app.models import Workspace
from mailboxes.actions import isolation, pool
from mailboxes.actions.seats import Seats
from mailboxes.core.account import Account
from mailboxes.core.message import Envelope, PermitToken, Receipt, SentPosition, Thread
from mailboxes.models import Mailbox
from sequences.actions import dispatch
from sequences.models import Touch
from tests.factories import a_campaign, a_contact, a_mailbox, a_workspace, enrolled
from tests.plugins.world import World
from tests.races.threads import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

THREADS = 16
SLOW, OTHERS = 200, 20  # mailboxes
MOST = 12  # threads of a provider that has shown nothing yet
PORTS = {"slow": 9, "others": 10}


class Provider:
    """What both providers do with a mail; the slow one waits until the test lets it go on."""

    def __init__(self) -> None:
        self.goes_on = threading.Event()
        self.hanging = threading.Semaphore(0)

    def open(self, account: Account, **_: object) -> "Stub":
        return Stub(self, slow=f":{PORTS['slow']}" in (account.endpoints.api or ""))


class Stub:
    """One mailbox's transport; a login is quick everywhere."""

    def __init__(self, provider: Provider, *, slow: bool) -> None:
        self._provider = provider
        self._slow = slow

    def ready(self) -> None:
        require_no_transaction()

    def position(self) -> SentPosition:
        return {}

    def deliver(self, permit: PermitToken, envelope: Envelope, message: bytes, thread: Thread) -> Receipt:
        permit.begin_call()
        require_no_transaction()
        if self._slow:
            self._provider.hanging.release()
            assert self._provider.goes_on.wait(PATIENCE)
        name = f"provider-{permit.permit_id}"
        return Receipt(name, name, f"{name}@example.org", "250")

    def real_message_id(self, receipt: Receipt) -> str | None:
        return receipt.message_id

    def close(self) -> None: ...


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    made = Provider()
    monkeypatch.setattr(pool, "open_transport", made.open)
    monkeypatch.setattr(isolation, "seats", Seats(THREADS, 0.5))
    yield made
    made.goes_on.set()


def due(workspace: Workspace, name: str, number: int) -> list[int]:
    """Mailboxes on this provider, each with one mail that is planned for now; return the touches."""
    here = f"http://127.0.0.1:{PORTS[name]}"
    endpoints = {"api": here, "token": f"{here}/token"}
    campaign = a_campaign(workspace)
    for person in range(number):
        # each has sent before: who stands behind it is known
        mailbox = a_mailbox(workspace, endpoints=endpoints, provider=f"gmail:127.0.0.1:{PORTS[name]}/")
        enrolled(campaign, a_contact(workspace, f"ada@{name}{person}.example"), mailbox=mailbox)
    waiting = Touch.objects.filter(campaign_id=campaign.id)
    waiting.update(state="planned", slot_at=clock.world_now())
    return list(waiting.order_by("id").values_list("id", flat=True))


def sent(touch_id: int) -> str:
    try:
        return dispatch.send_touch(touch_id)
    finally:
        connection.close()


def words(futures: Sequence[Future[str]]) -> Counter[str]:
    return Counter(future.result(PATIENCE) for future in futures)


def test_others_are_sent_while_a_provider_hangs_that_came_first(world: World, provider: Provider) -> None:
    workspace = a_workspace()
    world.allow({f"127.0.0.1:{port}" for port in PORTS.values()})
    slow, others = due(workspace, "slow", SLOW), due(workspace, "others", OTHERS)
    with ThreadPoolExecutor(THREADS) as threads:
        hanging = [threads.submit(sent, touch_id) for touch_id in slow]
        quick = [threads.submit(sent, touch_id) for touch_id in others]
        assert words(quick) == {"accepted": OTHERS}
        assert sum(provider.hanging.acquire(blocking=False) for _ in range(THREADS)) == MOST
        provider.goes_on.set()
        assert words(hanging) == {"accepted": MOST, "provider_busy": SLOW - MOST}
    waiting = Touch.objects.filter(id__in=slow, state="scheduled")
    assert set(waiting.values_list("hold_reason", "slot_at")) == {("provider_busy", None)}
    assert waiting.count() == SLOW - MOST
    assert Mailbox.objects.values("provider").distinct().count() == 2
