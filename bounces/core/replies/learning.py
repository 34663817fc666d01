"""Whose address is it that an answer came from? What is not surely a person's own is not taken for one.

An answer names our mail, so it stops the person who got it, whoever wrote it. What is remembered of the writer is
another question: an address that is taken for a person's own speaks for them ever after.
"""

import re
from enum import StrEnum

from bounces.core.free_mail import FREE_MAIL
from bounces.core.mail.headers import Headers, Unreadable, mailbox
from bounces.core.mail.parsing import READ_LIMIT, split_message
from bounces.core.replies import auto

MOST_ADDRESSES = 5  # of one person; who has more is not one person

# Before the @: desks, functions and machines, in the languages of business mail. The word may be followed by more.
SHARED = re.compile(
    r"^(?:info|office|contact|contacto|contatto|kontakt|hello|hallo|mail|email|post|postmaster|hostmaster|webmaster|"
    r"admin|administrator|administration|root|abuse|noc|security|it|edv|team|all|everyone|staff|crew|"
    r"buero|bureau|kanzlei|praxis|sekretariat|secretariat|secretary|empfang|reception|zentrale|accueil|"
    r"sales|vertrieb|verkauf|ventas|ventes|vendite|vendas|commercial|commerciale|marketing|press|presse|prensa|media|"
    r"support|help|helpdesk|desk|service|services|servicedesk|kundenservice|kundendienst|customer|customers|care|"
    r"client|clients|ticket|tickets|case|cases|issue|issues|"
    r"billing|accounts|accounting|accounts?payable|buchhaltung|rechnung|rechnungen|invoice|invoices|finance|facturation|"
    r"hr|jobs|job|career|careers|karriere|bewerbung|recruiting|personal|rh|"
    r"news|newsletter|list|lists|group|groups|owner|bounce|bounces|return|"
    r"legal|privacy|datenschutz|dpo|gdpr|compliance|order|orders|bestellung|shop|store|"
    r"booking|bookings|reservation|reservations|enquiry|enquiries|inquiry|inquiries|feedback|general|"
    r"notification|notifications|notify|alert|alerts|automailer|system|robot|bot|daemon|mailer)"
    r"(?:[.+_=-].*|\d*)$",
    re.IGNORECASE,
)
# A list's own addresses, a bounce address with the receiver in it, and the token of a case.
MACHINE = re.compile(
    r"(?:-(?:request|owner|bounces?|unsubscribe|subscribe)$)|=|[+]\w*\d|(?:reply|ticket|case)[._+-]?\w*\d",
    re.IGNORECASE,
)
LIST_MARKS = ("mailing-list", "list-help", "x-mailing-list", "x-google-group-id", "x-original-from")


class Writer(StrEnum):
    """Who wrote an answer from an address that is not the person's."""

    THEMSELVES = "themselves"  # another address of the same person
    COLLEAGUE = "colleague"  # somebody else at the same company
    NOBODY = "nobody"  # a desk, a list, a machine, or somebody of ours: nothing is learned


def writer_of(sender: str, person: str, *, shared: bool = False) -> Writer:
    """Tell who wrote from `sender` (normalised) about a mail that `person` got ("": not known any more).

    Two addresses of one company are two people; two of one person are seldom at the same company. `shared`: its headers
    say that more than one person writes from there.
    """
    local, _, domain = sender.rpartition("@")
    if shared or not local or SHARED.search(local) or MACHINE.search(local) or auto.NO_REPLY.match(sender):
        return Writer.NOBODY
    their_domain = person.rpartition("@")[2]
    if not their_domain or (domain == their_domain and domain not in FREE_MAIL):
        return Writer.COLLEAGUE
    return Writer.THEMSELVES


def is_shared(raw: bytes, sender: str) -> bool:
    """Tell from the header fields of a message whether a list, a desk's program or a machine sent it."""
    try:
        headers, _ = split_message(raw[:READ_LIMIT].replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
        marks = auto.read_marks(headers, sender)
    except Unreadable:
        return True
    listed = any(name in headers for name in LIST_MARKS)
    return bool(marks.strong or marks.weak or marks.bulk) or listed or _sent_for_another(headers, sender)


def _sent_for_another(headers: Headers, sender: str) -> bool:
    """Tell whether answers go elsewhere, or another domain's system put the mail into circulation."""
    domain = sender.rpartition("@")[2]
    for name in ("reply-to", "sender"):
        value = headers.get(name)
        try:
            named = mailbox(value)[1] if value else None
        except Unreadable:
            return True
        if named and named.rpartition("@")[2].lower() != domain:
            return True
    return False
