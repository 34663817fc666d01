"""After each database test: no address, name or text of anybody lies where only ids, states and reasons may.

The factories put CANARIES into every contact, text and inbound body; an address has an `@`. One query looks for both
in what is kept for ever or shown to readers: events, debts, incidents, verdicts, facts and hold reasons.
"""

from django.db import DEFAULT_DB_ALIAS, connection

CANARIES = ("canaryfinch", "canarywren", "canarylark")  # in contacts, in campaign texts, in inbound bodies

# table, the column that says which row, the column that is searched
WATCHED = (
    ("app_event", "kind", "data"),
    ("app_reactiondue", "reaction", "error"),
    ("admission_incident", "kind", "data"),
    ("admission_permit", "state", "response"),
    ("admission_permitfacts", "policy_version", "facts"),
    ("admission_refusal", "reason", "facts"),
    ("mailboxes_delivery", "state", "reason"),
    ("sequences_touch", "hold_reason", "hold_detail"),
    ("sequences_enrollment", "state", "reason"),
)
FORBIDDEN = "|".join(("@", *CANARIES))
SEARCH = " UNION ALL ".join(
    f"SELECT '{table}.{column}', {named}::text, {column}::text FROM {table} WHERE {column}::text ~* '{FORBIDDEN}'"  # noqa: S608
    for table, named, column in WATCHED
)


class CanaryFound(AssertionError):
    """Something personal was written into the log or beside it."""


def look() -> None:
    """Raise CanaryFound with the rows that hold an address or a canary."""
    if connection.alias != DEFAULT_DB_ALIAS or (connection.in_atomic_block and connection.needs_rollback):
        return
    connection.ensure_connection()
    # Past Django's cursor, which would count the query in tests that count queries.
    found = connection.connection.execute(SEARCH, prepare=False).fetchall()
    if found:
        told = "; ".join(f"{where} of {named}: {text[:120]}" for where, named, text in found[:5])
        raise CanaryFound(f"only ids, states, numbers and reasons may stand here: {told}")
