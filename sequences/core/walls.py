"""Ids without a foreign key, and where they lead: no row may point into another workspace, and the audit looks.

Foreign keys are found in the schema itself. A test holds that every other `…_id` column is named here.
"""

# column -> the table it points into; the same in every table that has a workspace
BY_COLUMN = {
    "campaign_id": "sequences_campaign",
    "delivery_id": "mailboxes_delivery",
    "import_id": "sequences_import",
    "inbound_id": "mailboxes_inboundmessage",
    "last_inbound_id": "mailboxes_inboundmessage",
    "outcome_id": "bounces_outcome",
    "permit_id": "admission_permit",
    "recipient_id": "mailboxes_recipient",
    "step_id": "sequences_step",
    "touch_id": "sequences_touch",
}

# (table, column) that points at different tables, or out of this database
ELSEWHERE = {
    ("app_event", "subject_id"): "the row that its kind names: SUBJECTS",
    ("app_reactiondue", "event_id"): "an event of the same transaction",
    ("mailboxes_delivery", "message_id"): "the Message-ID of the mail",
    ("mailboxes_delivery", "real_message_id"): "what the provider made of it",
    ("mailboxes_delivery", "provider_id"): "the provider's own",
    ("mailboxes_delivery", "provider_thread_id"): "the provider's own",
    ("mailboxes_inboundmessage", "message_id"): "the Message-ID of the mail",
    ("mailboxes_handmail", "provider_id"): "the provider's own",
    ("mailboxes_inboundmessage", "provider_id"): "the provider's own",
    ("mailboxes_inboundmessage", "provider_thread_id"): "the provider's own",
    ("mailboxes_serviceaccount", "client_id"): "Google's own",
    ("sequences_enrollment", "provider_thread_id"): "the provider's own",
}

# what an event's subject is, by its kind or by the kind's first word
SUBJECTS = {
    "campaign": "sequences_campaign",
    "conversation": "bounces_conversation",
    "delivery": "mailboxes_delivery",
    "domain.suppressed": "bounces_suppression",
    "enrollment": "sequences_enrollment",
    "import": "sequences_import",
    "inbound": "mailboxes_inboundmessage",
    "incident": "mailboxes_delivery",
    "mailbox": "mailboxes_mailbox",
    "outcome": "bounces_outcome",
    "permit": "mailboxes_delivery",
    "protection.cooling_down": "mailboxes_mailbox",
    "protection.normal": "mailboxes_mailbox",
    "protection.paused": "mailboxes_mailbox",
    "protection.recovered": "mailboxes_mailbox",
    "protection.slowed": "mailboxes_mailbox",
    "recipient.absent": "bounces_outcome",
    "recipient.stopped": "bounces_outcome",
    "recipient.suppressed": "bounces_suppression",
    "recipient.unreadable": "bounces_outcome",
    "suppression": "bounces_suppression",
    "task": "sequences_task",
}
