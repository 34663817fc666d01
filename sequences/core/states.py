"""The machines of this package: campaign, enrollment, touch, task. docs/states.md is tested against them."""

from enum import StrEnum


class CampaignState(StrEnum):
    """Whether a campaign may hand out permission."""

    DRAFT = "draft"
    RUNNING = "running"
    PAUSED = "paused"
    ARCHIVED = "archived"


class CanaryState(StrEnum):
    """Whether a campaign may write to people it has not written to yet. Follow-ups do not ask."""

    FIRST = "first"
    RESTING = "resting"
    HELD = "held"
    CLEAR = "clear"


class EnrollmentState(StrEnum):
    """One contact going through one campaign. Waiting is not a state: it is the open touch's hold_reason."""

    ACTIVE = "active"
    FINISHED = "finished"
    REPLIED = "replied"
    BOUNCED = "bounced"
    UNSUBSCRIBED = "unsubscribed"
    COMPLAINED = "complained"
    STOPPED = "stopped"
    FAILED = "failed"


class TouchState(StrEnum):
    """One step due for one enrollment; at most one is open per enrollment."""

    SCHEDULED = "scheduled"
    PLANNED = "planned"
    SENT = "sent"
    DONE = "done"
    SKIPPED = "skipped"
    HELD = "held"
    CANCELLED = "cancelled"


class TaskState(StrEnum):
    """What a person was asked to do."""

    OPEN = "open"
    DONE = "done"
    SKIPPED = "skipped"
    FAILED = "failed"
    CANCELLED = "cancelled"


CAMPAIGN: dict[tuple[CampaignState, str], CampaignState] = {
    (CampaignState.DRAFT, "start"): CampaignState.RUNNING,  # a person pressed start, after the launch checks
    (CampaignState.RUNNING, "pause"): CampaignState.PAUSED,  # under the campaign's gate: no permit after the commit
    (CampaignState.PAUSED, "resume"): CampaignState.RUNNING,  # positions kept; overdue touches are spread again
    (CampaignState.DRAFT, "archive"): CampaignState.ARCHIVED,  # never started and not wanted
    (CampaignState.RUNNING, "archive"): CampaignState.ARCHIVED,  # ended while running: open touches are cancelled
    (CampaignState.PAUSED, "archive"): CampaignState.ARCHIVED,  # ended while paused
}

CANARY: dict[tuple[CanaryState, str], CanaryState] = {
    (CanaryState.FIRST, "rest"): CanaryState.RESTING,  # each of the first people has a permit: it waits for reports
    (CanaryState.FIRST, "clear"): CanaryState.CLEAR,  # it is to have no first people
    (CanaryState.FIRST, "hold"): CanaryState.HELD,  # three hard bounces, a complaint, or a person
    (CanaryState.FIRST, "go_on"): CanaryState.CLEAR,  # a person who does not want to wait
    (CanaryState.RESTING, "clear"): CanaryState.CLEAR,  # two of its own hours are over, and too little came back
    (CanaryState.RESTING, "hold"): CanaryState.HELD,  # what came back meanwhile, or a person
    (CanaryState.RESTING, "go_on"): CanaryState.CLEAR,  # a person who does not want to wait
    (CanaryState.HELD, "go_on"): CanaryState.CLEAR,  # a person who has looked
    (CanaryState.CLEAR, "hold"): CanaryState.HELD,  # a person
}

ACTIVE = EnrollmentState.ACTIVE
FINISHED = EnrollmentState.FINISHED
REPLIED = EnrollmentState.REPLIED
BOUNCED = EnrollmentState.BOUNCED
UNSUBSCRIBED = EnrollmentState.UNSUBSCRIBED
COMPLAINED = EnrollmentState.COMPLAINED
STOPPED = EnrollmentState.STOPPED
FAILED = EnrollmentState.FAILED

ENROLLMENT: dict[tuple[EnrollmentState, str], EnrollmentState] = {
    (ACTIVE, "finish"): FINISHED,  # the last step was sent, done or skipped
    (ACTIVE, "reply"): REPLIED,  # a human answered, or a calendar invitation was answered
    (ACTIVE, "bounce"): BOUNCED,  # a permanent failure that is the recipient's own fault
    (ACTIVE, "unsubscribe"): UNSUBSCRIBED,  # one-click, page, mail or words
    (ACTIVE, "complain"): COMPLAINED,  # a complaint report
    (ACTIVE, "stop"): STOPPED,  # a person, a company rule or an archived campaign ended it
    (ACTIVE, "fail"): FAILED,  # our side: authentication, policy, quota, alias
    (STOPPED, "reopen"): ACTIVE,  # a person
    (FAILED, "reopen"): ACTIVE,  # a person, in bulk, after the repair
    (REPLIED, "reopen"): ACTIVE,  # a person who read the reply
    (FINISHED, "extend"): ACTIVE,  # steps were added behind the last one, and a person wants them for these people too
    (REPLIED, "correct"): ACTIVE,  # a person says that what had ended it was read wrongly
    (BOUNCED, "correct"): ACTIVE,  # the same
    (UNSUBSCRIBED, "correct"): ACTIVE,  # the same, by somebody who may lift suppressions
    (COMPLAINED, "correct"): ACTIVE,  # the same
    (STOPPED, "correct"): ACTIVE,  # the same
    (FAILED, "correct"): ACTIVE,  # the same
}

ENDED_ENROLLMENT = frozenset(EnrollmentState) - {ACTIVE}
REOPENABLE_ENROLLMENT = frozenset({STOPPED, FAILED, REPLIED})

SCHEDULED = TouchState.SCHEDULED
PLANNED = TouchState.PLANNED
SENT = TouchState.SENT
DONE = TouchState.DONE
SKIPPED = TouchState.SKIPPED
HELD = TouchState.HELD
CANCELLED = TouchState.CANCELLED

TOUCH: dict[tuple[TouchState, str], TouchState] = {
    (SCHEDULED, "plan"): PLANNED,  # the planner wrote a slot and a mailbox
    (PLANNED, "unplan"): SCHEDULED,  # the permit said wait, or the slot's conditions changed
    (SCHEDULED, "hold"): HELD,  # it waits for something with a name: the hold_reason
    (PLANNED, "hold"): HELD,  # the same, found out at composing or at the permit
    (HELD, "free"): SCHEDULED,  # what it waited for is there
    (PLANNED, "send"): SENT,  # its delivery was accepted
    (SCHEDULED, "send"): SENT,  # accepted after the slot had been taken back: the ledger tells the truth
    (HELD, "send"): SENT,  # accepted, or an uncertain delivery proved sent, while it was held
    (CANCELLED, "send"): SENT,  # the stop came while the call was under way and the provider had accepted
    (SCHEDULED, "complete"): DONE,  # a manual step was done before its task was due
    (HELD, "complete"): DONE,  # a person did the task it was held for
    (SCHEDULED, "skip"): SKIPPED,  # the step does not apply: no such channel, or a person skipped it
    (PLANNED, "skip"): SKIPPED,  # a person skipped it after it had a slot
    (HELD, "skip"): SKIPPED,  # a person skipped it, or its task ran out of time
    (SCHEDULED, "cancel"): CANCELLED,  # its enrollment ended
    (PLANNED, "cancel"): CANCELLED,  # its enrollment ended, or the provider refused it for good
    (HELD, "cancel"): CANCELLED,  # its enrollment ended
    (CANCELLED, "reopen"): SCHEDULED,  # a person reopened the enrollment: the step it stopped at is due again
    (SENT, "reopen"): SCHEDULED,  # the same, and its mail had come back because of a fault of ours: another try
}

# What a scheduled touch shows that no mailbox could send as things stand; the planner writes them and takes them back.
STRANDED = frozenset(
    {
        "campaign_ended",
        "health_fail",
        "health_unknown",
        "mailbox_gone",
        "mailbox_not_connected",
        "no_mailbox",
        "provider_down",
        "provider_limit",
    }
)

OPEN_TOUCH = frozenset({SCHEDULED, PLANNED, HELD})  # at most one of these per enrollment
CLOSED_TOUCH = frozenset({SENT, DONE, SKIPPED, CANCELLED})
COMPLETED_TOUCH = frozenset({SENT, DONE, SKIPPED})  # the next step counts from here

TASK: dict[tuple[TaskState, str], TaskState] = {
    (TaskState.OPEN, "complete"): TaskState.DONE,  # a person did it: the next step's clock starts
    (TaskState.OPEN, "skip"): TaskState.SKIPPED,  # a person or the auto-skip left it out: the sequence goes on
    (TaskState.OPEN, "fail"): TaskState.FAILED,  # it was tried and cannot be done: declined, no such number
    (TaskState.OPEN, "cancel"): TaskState.CANCELLED,  # the person was stopped; tasks of every kind close
}

OPEN_TASK = frozenset({TaskState.OPEN})
FINAL_TASK = frozenset(TaskState) - OPEN_TASK
