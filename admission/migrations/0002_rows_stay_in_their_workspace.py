"""Composite keys: no permit or ledger line points into another workspace."""

from django.db import migrations

PARENTS = ("admission_permit",)
# child table, its column, parent table, what happens when the parent row goes
CHILDREN = (
    ("admission_permit", "delivery_id", "mailboxes_delivery", "NO ACTION"),
    ("admission_permit", "mailbox_id", "mailboxes_mailbox", "NO ACTION"),
    ("admission_permit", "recipient_id", "mailboxes_recipient", "NO ACTION"),
    ("admission_ledgerline", "recipient_id", "mailboxes_recipient", "NO ACTION"),
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

    dependencies = [("admission", "0001_initial"), ("mailboxes", "0002_rows_stay_in_their_workspace")]
    operations = [migrations.RunSQL(statement, migrations.RunSQL.noop) for statement in statements()]
