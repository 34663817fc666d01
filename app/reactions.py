"""Event kind -> what must happen in the same transaction, by dotted name, because the doers stand higher.

Each reaction takes one EventRow, is idempotent, begins by locking the recipient, and runs in a savepoint: one
that fails leaves a row in ReactionDue and never undoes the outcome or suppression it reacts to.
"""

REACTIONS: dict[str, tuple[str, ...]] = {
    "delivery.accepted": ("sequences.actions.progress.step_accepted",),
    "delivery.rejected": ("sequences.actions.progress.step_rejected",),
    "delivery.uncertain": ("sequences.actions.progress.step_uncertain",),
    "delivery.deferred": ("sequences.actions.progress.step_waits",),
    "delivery.void": ("sequences.actions.progress.step_waits",),
    "delivery.released": ("sequences.actions.progress.step_waits",),
    "recipient.stopped": (
        "sequences.actions.stops.end_enrollments",
        "bounces.actions.domain_wishes.heard",
        "sequences.actions.companies.answered",
        "sequences.actions.attention.look_at",
        "sequences.actions.opt_outs.heard",
        "sequences.actions.canary.looked_at",  # locks the campaign, and so comes before those that lock budgets
        "admission.actions.blame.reported",
        "admission.actions.breakers.counted",
    ),
    "recipient.suppressed": ("sequences.actions.stops.end_enrollments",),
    "recipient.absent": (
        "sequences.actions.stops.hold_for_absence",
        "sequences.actions.attention.ask_after_them",
    ),
    "recipient.unreadable": ("sequences.actions.stops.hold_for_review", "sequences.actions.attention.look_at"),
    "mailbox.marker_added": ("admission.actions.credit.look_again",),
    "mailbox.marker_removed": ("admission.actions.credit.look_again",),
    "recipient.written_to": ("sequences.actions.other_voices.hold",),
    "outcome.exact": (
        "sequences.actions.canary.looked_at",
        "admission.actions.blame.reported",
        "admission.actions.breakers.counted",
    ),
    "mailbox.resumed": ("admission.actions.breakers.begin_anew",),
    "outcome.corrected": ("sequences.actions.corrections.take_back",),
    "mailbox.measured": ("admission.actions.health.measured", "admission.actions.breakers.figured"),
    "mailbox.connected": ("admission.actions.health.connected",),
    "delivery.proved": ("admission.actions.settle.proved",),
    "inbound.unmatched": ("sequences.actions.companies.hold_company",),
    "inbound.relabelled": ("sequences.actions.corrections.release_company",),
}
