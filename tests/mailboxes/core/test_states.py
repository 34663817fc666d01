"""The delivery, mailbox and inbound machines hold what DESIGN.md promises of them."""

import pytest

from app.core.machine import IllegalMove, events_of, move, sources_of
from mailboxes.core.states import (
    DELIVERY,
    FINAL_DELIVERY,
    INBOUND,
    LEFT_US,
    LIVE_DELIVERY,
    MAILBOX,
    DeliveryState,
    InboundState,
    MailboxState,
)


def walk(*events: str) -> DeliveryState:
    state = DeliveryState.PREPARED
    for event in events:
        state = move(DELIVERY, state, event)
    return state


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        (("claim", "accept"), DeliveryState.ACCEPTED),
        (("claim", "accept", "bounce"), DeliveryState.BOUNCED),
        (("claim", "bounce"), DeliveryState.BOUNCED),  # the report beat the settle
        (("claim", "defer", "claim", "accept"), DeliveryState.ACCEPTED),
        (("claim", "void", "withdraw"), DeliveryState.WITHDRAWN),
        (("claim", "vanish", "accept", "complain"), DeliveryState.COMPLAINED),
        (("claim", "vanish", "release", "claim"), DeliveryState.SENDING),
        (("claim", "vanish", "reject"), DeliveryState.REJECTED),
        (("bury", "requeue"), DeliveryState.PREPARED),
    ],
)
def test_a_delivery_goes_its_way(events: tuple[str, ...], expected: DeliveryState) -> None:
    assert walk(*events) is expected


def test_only_a_prepared_delivery_can_be_claimed_or_withdrawn() -> None:
    assert sources_of(DELIVERY, "claim") == sources_of(DELIVERY, "withdraw") == {DeliveryState.PREPARED}


def test_an_uncertain_delivery_is_never_claimed_again_without_proof() -> None:
    leads_back = {
        event for event in events_of(DELIVERY, DeliveryState.UNCERTAIN) if event in {"claim", "void", "vanish"}
    }
    assert not leads_back
    assert sources_of(DELIVERY, "release") == {DeliveryState.UNCERTAIN}


def test_nothing_that_left_us_can_be_prepared_again() -> None:
    for state in LEFT_US:
        assert not {event for event in events_of(DELIVERY, state) if move(DELIVERY, state, event) not in LEFT_US}


@pytest.mark.parametrize("state", sorted(FINAL_DELIVERY))
def test_a_final_delivery_is_left_by_nothing_but_the_correction_of_a_reading(state: DeliveryState) -> None:
    assert events_of(DELIVERY, state) <= {"correct"}
    with pytest.raises(IllegalMove):
        move(DELIVERY, state, "claim")


def test_live_and_final_exclude_each_other() -> None:
    assert not LIVE_DELIVERY & FINAL_DELIVERY
    assert set(DeliveryState) - LIVE_DELIVERY - FINAL_DELIVERY == {DeliveryState.DEAD}


def test_a_mailbox_paused_when_its_grant_died_is_still_paused_after_the_reconnect() -> None:
    dead = move(MAILBOX, MailboxState.PAUSED, "revoke")
    assert move(MAILBOX, dead, "reconnect_paused") is MailboxState.PAUSED


def test_every_mailbox_can_be_disconnected_but_not_twice() -> None:
    assert sources_of(MAILBOX, "disconnect") == set(MailboxState) - {MailboxState.DISCONNECTED}


def test_an_inbound_message_is_classified_once_unless_it_is_found_again() -> None:
    assert move(INBOUND, InboundState.QUARANTINED, "classify") is InboundState.CLASSIFIED
    assert events_of(INBOUND, InboundState.CLASSIFIED) == {"find"}
    assert move(INBOUND, InboundState.CLASSIFIED, "find") is InboundState.STORED
