"""Composite keys: no contact, step, enrollment or touch points into another workspace."""

from django.db import migrations

PARENTS = (
    "sequences_contact",
    "sequences_campaign",
    "sequences_step",
    "sequences_variant",
    "sequences_enrollment",
    "sequences_touch",
    "sequences_import",
)
# child table, its column, parent table, what happens when the parent row goes
CHILDREN = (
    ("sequences_contact", "recipient_id", "mailboxes_recipient", "NO ACTION"),
    ("sequences_campaignmailbox", "campaign_id", "sequences_campaign", "CASCADE"),
    ("sequences_campaignmailbox", "mailbox_id", "mailboxes_mailbox", "CASCADE"),
    ("sequences_step", "campaign_id", "sequences_campaign", "CASCADE"),
    ("sequences_variant", "step_id", "sequences_step", "CASCADE"),
    ("sequences_enrollment", "campaign_id", "sequences_campaign", "CASCADE"),
    ("sequences_enrollment", "contact_id", "sequences_contact", "SET NULL"),
    ("sequences_enrollment", "recipient_id", "mailboxes_recipient", "NO ACTION"),
    ("sequences_enrollment", "mailbox_id", "mailboxes_mailbox", "NO ACTION"),
    ("sequences_touch", "enrollment_id", "sequences_enrollment", "CASCADE"),
    ("sequences_touch", "campaign_id", "sequences_campaign", "CASCADE"),
    ("sequences_touch", "step_id", "sequences_step", "NO ACTION"),
    ("sequences_touch", "variant_id", "sequences_variant", "SET NULL"),
    ("sequences_touch", "mailbox_id", "mailboxes_mailbox", "SET NULL"),
    ("sequences_task", "touch_id", "sequences_touch", "CASCADE"),
    ("sequences_task", "contact_id", "sequences_contact", "SET NULL"),
    ("sequences_import", "campaign_id", "sequences_campaign", "SET NULL"),
)

UNIQUE = 'ALTER TABLE "{0}" ADD CONSTRAINT "{0}_in_workspace" UNIQUE (workspace_id, id)'
COMPOSITE = (
    'ALTER TABLE "{0}" ADD CONSTRAINT "{0}_{1}_in_workspace" FOREIGN KEY (workspace_id, {1}) '
    'REFERENCES "{2}" (workspace_id, id) ON DELETE {3} DEFERRABLE INITIALLY IMMEDIATE'
)


def statements() -> list[str]:
    """Return every ALTER TABLE, parents first."""
    return [UNIQUE.format(parent) for parent in PARENTS] + [
        COMPOSITE.format(table, column, parent, action if action != "SET NULL" else f"SET NULL ({column})")
        for table, column, parent, action in CHILDREN
    ]


class Migration(migrations.Migration):
    """A row can only point at a row of its own workspace; the database itself says so."""

    dependencies = [("sequences", "0001_initial"), ("mailboxes", "0002_rows_stay_in_their_workspace")]
    operations = [migrations.RunSQL(statement, migrations.RunSQL.noop) for statement in statements()]
