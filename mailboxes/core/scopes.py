"""What we ask Google to let us do: as little as the way of sending and reading needs, and how to tell it was given."""

from mailboxes.core.account import Kind

SEND = "https://www.googleapis.com/auth/gmail.send"
READ = "https://www.googleapis.com/auth/gmail.readonly"
MODIFY = "https://www.googleapis.com/auth/gmail.modify"
EVERYTHING = "https://mail.google.com/"

ASKED: dict[Kind, tuple[str, ...]] = {
    "gmail": (SEND, READ),
    "smtp": (EVERYTHING,),  # the only one that SMTP and IMAP take (XOAUTH2)
}
COVERS = {EVERYTHING: frozenset({SEND, READ, MODIFY}), MODIFY: frozenset({SEND, READ})}


def missing(granted: str, kind: Kind) -> frozenset[str]:
    """Return which of the scopes a kind needs are not in a space-separated list; a wider scope covers a narrower."""
    given = set(granted.split())
    covered = given.union(*(COVERS.get(scope, frozenset()) for scope in given))
    return frozenset(ASKED[kind]) - covered
