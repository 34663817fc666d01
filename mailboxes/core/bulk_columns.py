"""Columns of a list of mailboxes: ours, and those that Instantly and Smartlead write, and what each stands for.

Names are compared without letter case, spaces and signs, as in a list of people.
"""

import re
from enum import StrEnum


class Column(StrEnum):
    """What a column is read as."""

    ADDRESS = "address"
    NAME = "name"
    FIRST_NAME = "first_name"
    LAST_NAME = "last_name"
    USERNAME = "username"
    SMTP_USERNAME = "smtp_username"
    IMAP_USERNAME = "imap_username"
    PASSWORD = "password"  # noqa: S105 - a column's name
    SMTP_PASSWORD = "smtp_password"  # noqa: S105 - a column's name
    IMAP_PASSWORD = "imap_password"  # noqa: S105 - a column's name
    SMTP_HOST = "smtp_host"
    SMTP_PORT = "smtp_port"
    SMTP_SECURITY = "smtp_security"
    IMAP_HOST = "imap_host"
    IMAP_PORT = "imap_port"
    IMAP_SECURITY = "imap_security"
    DAILY_CAP = "daily_cap"
    PURPOSE = "purpose"
    BCC = "bcc"  # not taken over, and warned about
    WARM_UP = "warm_up"  # ignored: nothing here warms up
    LEFT_OUT = "left_out"  # known, and not taken over
    UNKNOWN = "unknown"


NAMES: dict[Column, tuple[str, ...]] = {
    Column.ADDRESS: ("email", "fromemail", "address", "emailaddress", "mailbox", "emailaccount", "mail"),
    Column.NAME: ("fromname", "name", "displayname", "sendername", "fullname"),
    Column.FIRST_NAME: ("firstname",),
    Column.LAST_NAME: ("lastname",),
    Column.USERNAME: ("username", "user", "login"),
    Column.SMTP_USERNAME: ("smtpusername", "smtpuser", "smtplogin"),
    Column.IMAP_USERNAME: ("imapusername", "imapuser", "imaplogin"),
    Column.PASSWORD: ("password", "apppassword", "passwort", "motdepasse"),
    Column.SMTP_PASSWORD: ("smtppassword", "smtppass"),
    Column.IMAP_PASSWORD: ("imappassword", "imappass"),
    Column.SMTP_HOST: ("smtphost", "smtpserver", "smtp"),
    Column.SMTP_PORT: ("smtpport",),
    Column.SMTP_SECURITY: ("smtpsecurity", "smtpporttype", "smtpencryption"),
    Column.IMAP_HOST: ("imaphost", "imapserver", "imap"),
    Column.IMAP_PORT: ("imapport",),
    Column.IMAP_SECURITY: ("imapsecurity", "imapporttype", "imapencryption"),
    Column.DAILY_CAP: ("dailycap", "dailylimit", "maxemailperday", "maxemailsperday", "messageperday"),
    Column.PURPOSE: ("purpose",),
    Column.BCC: ("bcc", "bccemail"),
    Column.LEFT_OUT: ("customtrackingurl", "customtrackingdomain", "signature", "tags", "replyto", "type", "provider"),
}
TOTAL_WARM_UP = "totalwarmup"
SIGNS = re.compile(r"[\W_]+")


def folded(name: str) -> str:
    """Return a column's name as names are compared."""
    return SIGNS.sub("", name).lower()


def column_of(name: str) -> Column:
    """Return what a column of this name holds."""
    wanted = folded(name)
    if wanted.startswith(("warmup", TOTAL_WARM_UP)):
        return Column.WARM_UP
    return next((column for column, names in NAMES.items() if wanted in names), Column.UNKNOWN)
