"""The machines of this package: delivery, mailbox, inbound message, breaker. docs/states.md is tested against them."""

from enum import StrEnum


class DeliveryState(StrEnum):
    """Where one message stands; `accepted` means the provider took responsibility, not that it was delivered."""

    PREPARED = "prepared"
    SENDING = "sending"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    UNCERTAIN = "uncertain"
    WITHDRAWN = "withdrawn"
    DEAD = "dead"
    BOUNCED = "bounced"
    COMPLAINED = "complained"


class MailboxState(StrEnum):
    """Whether an account may send; its inbox is read in every state but disconnected and reconnect_needed."""

    CONNECTED = "connected"
    PAUSED = "paused"
    RECONNECT_NEEDED = "reconnect_needed"
    DISCONNECTED = "disconnected"


class InboundState(StrEnum):
    """How far one received message was read."""

    STORED = "stored"
    CLASSIFIED = "classified"
    QUARANTINED = "quarantined"
    NOT_OURS = "not_ours"


class BreakerState(StrEnum):
    """Whether a provider is asked at all, whoever's mailbox it is."""

    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"


PREPARED = DeliveryState.PREPARED
SENDING = DeliveryState.SENDING
ACCEPTED = DeliveryState.ACCEPTED
REJECTED = DeliveryState.REJECTED
UNCERTAIN = DeliveryState.UNCERTAIN
WITHDRAWN = DeliveryState.WITHDRAWN
DEAD = DeliveryState.DEAD
BOUNCED = DeliveryState.BOUNCED
COMPLAINED = DeliveryState.COMPLAINED

DELIVERY: dict[tuple[DeliveryState, str], DeliveryState] = {
    (PREPARED, "claim"): SENDING,  # a permit was granted, in the same transaction
    (PREPARED, "withdraw"): WITHDRAWN,  # the person replied or left, or the sequence stopped, before a permit
    (PREPARED, "bury"): DEAD,  # it cannot be composed, or is poisoned: a person has to look
    (SENDING, "accept"): ACCEPTED,  # the next server took responsibility: 250, or an API 2xx
    (SENDING, "reject"): REJECTED,  # refused for good at the boundary: 5xx
    (SENDING, "defer"): PREPARED,  # 4xx or throttled: eligible again later, with a new permit
    (SENDING, "void"): PREPARED,  # the lease ran out without a mark: no call began
    (SENDING, "vanish"): UNCERTAIN,  # the call began and the lease ran out: nothing resends on its own
    (SENDING, "bounce"): BOUNCED,  # a report beat the settle
    (SENDING, "complain"): COMPLAINED,  # a complaint beat the settle
    (ACCEPTED, "bounce"): BOUNCED,  # a report came back later
    (ACCEPTED, "complain"): COMPLAINED,  # the person called it spam
    (UNCERTAIN, "accept"): ACCEPTED,  # found in Sent, or a reply or report proves that it left
    (UNCERTAIN, "reject"): REJECTED,  # the first worker's true verdict came late
    (UNCERTAIN, "defer"): PREPARED,  # the first worker's true verdict came late: refused for now
    (UNCERTAIN, "release"): PREPARED,  # two complete reads, a person, or its own worker late: it never left
    (UNCERTAIN, "bounce"): BOUNCED,  # a report proves that it had left
    (UNCERTAIN, "complain"): COMPLAINED,  # a complaint proves that it had left
    (BOUNCED, "correct"): ACCEPTED,  # a person says that the report was read wrongly
    (COMPLAINED, "correct"): ACCEPTED,  # the same of a complaint
    (DEAD, "requeue"): PREPARED,  # a person repaired what made it unsendable
}

LIVE_DELIVERY = frozenset({PREPARED, SENDING, UNCERTAIN, ACCEPTED})  # at most one of these per touch
FINAL_DELIVERY = frozenset({REJECTED, WITHDRAWN, BOUNCED, COMPLAINED})  # nothing more happens to it by itself
LEFT_US = frozenset({ACCEPTED, BOUNCED, COMPLAINED})  # proved to have reached the provider

CONNECTED = MailboxState.CONNECTED
PAUSED = MailboxState.PAUSED
RECONNECT_NEEDED = MailboxState.RECONNECT_NEEDED
DISCONNECTED = MailboxState.DISCONNECTED

MAILBOX: dict[tuple[MailboxState, str], MailboxState] = {
    (CONNECTED, "pause"): PAUSED,  # a person or the protection policy stopped it sending
    (PAUSED, "resume"): CONNECTED,  # a person, or a policy that lifts itself
    (CONNECTED, "revoke"): RECONNECT_NEEDED,  # the grant is dead or the password refused: alert
    (PAUSED, "revoke"): RECONNECT_NEEDED,  # the same while paused: its inbox can no longer be read
    (RECONNECT_NEEDED, "reconnect"): CONNECTED,  # new credentials passed a login
    (RECONNECT_NEEDED, "reconnect_paused"): PAUSED,  # the same, but it was paused when the grant died and stays so
    (CONNECTED, "disconnect"): DISCONNECTED,  # a person removed it; its credentials are deleted
    (PAUSED, "disconnect"): DISCONNECTED,  # the same while paused
    (RECONNECT_NEEDED, "disconnect"): DISCONNECTED,  # the same with dead credentials
    (DISCONNECTED, "connect"): CONNECTED,  # a person connected the same account again
    (DISCONNECTED, "connect_paused"): PAUSED,  # the same, but it was paused then and stays so: a person resumes it
}

STORED = InboundState.STORED
CLASSIFIED = InboundState.CLASSIFIED
QUARANTINED = InboundState.QUARANTINED
NOT_OURS = InboundState.NOT_OURS

INBOUND: dict[tuple[InboundState, str], InboundState] = {
    (STORED, "classify"): CLASSIFIED,  # read, with exactly one disposition, its effects in the same transaction
    (STORED, "quarantine"): QUARANTINED,  # it could not be parsed: the reason is kept, the next one goes on
    (STORED, "disown"): NOT_OURS,  # other people's mail in a personal mailbox: the body is not kept
    (QUARANTINED, "classify"): CLASSIFIED,  # a repaired parser or a person read it
    (QUARANTINED, "disown"): NOT_OURS,  # a person looked: it is nothing of ours
    (NOT_OURS, "claim"): STORED,  # the mailbox's owner claimed it: it is fetched and read again
    (NOT_OURS, "find"): STORED,  # an id or address learned later shows that it answers us: likewise
    (CLASSIFIED, "find"): STORED,  # the same of one that found nobody: it is read again
}

BREAKER: dict[tuple[BreakerState, str], BreakerState] = {
    (BreakerState.CLOSED, "trip"): BreakerState.OPEN,  # failures in a row, or its share of the day is spent
    (BreakerState.OPEN, "probe"): BreakerState.HALF_OPEN,  # its wait is over: one mail may try
    (BreakerState.OPEN, "close"): BreakerState.CLOSED,  # a person says that it works
    (BreakerState.HALF_OPEN, "close"): BreakerState.CLOSED,  # the one mail was answered, or a person says so
    (BreakerState.HALF_OPEN, "trip"): BreakerState.OPEN,  # it was not, or it never came back: a longer wait
    (BreakerState.HALF_OPEN, "give_back"): BreakerState.OPEN,  # it did not come to asking: another one may try at once
}
