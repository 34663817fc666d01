"""Composite keys: no outcome, suppression or request points into another workspace."""

from django.db import migrations

PARENTS = (
    "bounces_outcome",
    "bounces_conversation",
)
# child table, its column, parent table, what happens when the parent row goes
CHILDREN = (
    ("bounces_outcome", "recipient_id", "mailboxes_recipient", "NO ACTION"),
    ("bounces_suppression", "recipient_id", "mailboxes_recipient", "NO ACTION"),
    ("bounces_unsubscriberequest", "recipient_id", "mailboxes_recipient", "NO ACTION"),
    ("bounces_learnedaddress", "recipient_id", "mailboxes_recipient", "NO ACTION"),
    ("bounces_learnedaddress", "alias_id", "mailboxes_recipient", "NO ACTION"),
    ("bounces_conversation", "recipient_id", "mailboxes_recipient", "NO ACTION"),
    ("bounces_conversation", "mailbox_id", "mailboxes_mailbox", "CASCADE"),
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

    dependencies = [("bounces", "0001_initial"), ("mailboxes", "0002_rows_stay_in_their_workspace")]
    operations = [migrations.RunSQL(statement, migrations.RunSQL.noop) for statement in statements()]
