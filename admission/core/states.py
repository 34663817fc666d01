"""The machine of this package: the stages of the graded protection policy. docs/states.md is tested against it."""

from enum import StrEnum


class Stage(StrEnum):
    """How much of its room a mailbox is left, from all to nothing."""

    NORMAL = "normal"
    SLOWED = "slowed"
    COOLING_DOWN = "cooling_down"
    PAUSED = "paused"


NORMAL = Stage.NORMAL
SLOWED = Stage.SLOWED
COOLING_DOWN = Stage.COOLING_DOWN
PAUSED = Stage.PAUSED

PROTECTION: dict[tuple[Stage, str], Stage] = {
    (NORMAL, "slow"): SLOWED,  # its mails of the last days came back, were blocked or called spam too often
    (NORMAL, "cool"): COOLING_DOWN,  # the same, and worse
    (NORMAL, "pause"): PAUSED,  # the same, and so much that nothing more may leave
    (SLOWED, "cool"): COOLING_DOWN,  # it became worse
    (SLOWED, "pause"): PAUSED,  # much worse
    (COOLING_DOWN, "pause"): PAUSED,  # worse still
    (SLOWED, "improve"): NORMAL,  # clean days and enough mails in them
    (COOLING_DOWN, "improve"): SLOWED,  # the same: one stage at a time
    (PAUSED, "recover"): COOLING_DOWN,  # a person has looked; nothing leaves this stage by itself
}
GRAVITY = tuple(Stage)  # from the least to the most
LEADS_TO = {SLOWED: "slow", COOLING_DOWN: "cool", PAUSED: "pause"}
