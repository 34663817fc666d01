"""The tables behind smtp_replies: code, words or verb -> a machine word and whom it speaks about."""

from mailboxes.core.errors import Scope

type Meaning = tuple[str, Scope]

_POLICY: Meaning = ("refused_by_policy", Scope.MAILBOX)
_LOGIN: Meaning = ("login_refused", Scope.MAILBOX)
_UNAUTHENTICATED: Meaning = ("domain_not_authenticated", Scope.DOMAIN)
_REPUTATION: Meaning = ("domain_reputation", Scope.DOMAIN)
_PROTOCOL: Meaning = ("protocol", Scope.PROVIDER)
_TROUBLE: Meaning = ("server_trouble", Scope.PROVIDER)
_ROUTE: Meaning = ("no_route", Scope.RECIPIENT)
_CONTENT: Meaning = ("bad_content", Scope.MESSAGE)
_TOO_BIG: Meaning = ("too_big", Scope.MESSAGE)
_FULL: Meaning = ("mailbox_full", Scope.RECIPIENT)
_GONE: Meaning = ("no_such_user", Scope.RECIPIENT)
_REFUSED: Meaning = ("refused", Scope.RECIPIENT)
_SENDER: Meaning = ("sender_refused", Scope.MAILBOX)
_CLOSING: Meaning = ("closing", Scope.PROVIDER)
_GREYLISTED: Meaning = ("greylisted", Scope.RECIPIENT)
_SLOW_DOWN: Meaning = ("slow_down", Scope.MAILBOX)

LOGIN_CODES = frozenset({432, 530, 534, 535, 538})  # RFC 4954 §6; 454 is one at AUTH only, else it is about TLS

ABOUT_RECIPIENT = frozenset({"rcpt", "data", "body"})
ENHANCED: dict[str, Meaning] = {  # subject.detail of RFC 3463 and the IANA registry
    "1.1": _GONE,
    "1.2": ("no_such_domain", Scope.RECIPIENT),
    "1.3": ("bad_address", Scope.RECIPIENT),
    "1.6": _GONE,  # moved, no forwarding address
    "1.7": _SENDER,
    "1.8": _UNAUTHENTICATED,  # the sender's domain does not resolve
    "1.10": ("no_such_domain", Scope.RECIPIENT),  # null MX, RFC 7505
    "2.1": ("mailbox_disabled", Scope.RECIPIENT),
    "2.2": _FULL,
    "2.3": _TOO_BIG,
    "3.3": _CONTENT,
    "3.4": _TOO_BIG,
    "4.1": _REFUSED,  # Microsoft: "Recipient address rejected: Access denied"
    "4.2": ("connection_lost", Scope.PROVIDER),
    "4.5": ("congestion", Scope.PROVIDER),
    "6.7": _REFUSED,  # SMTPUTF8 needed, not offered
    "7.3": _LOGIN,
    "7.8": _LOGIN,
    "7.9": _LOGIN,
    "7.11": _LOGIN,
    "7.12": _LOGIN,  # password change needed
    "7.14": _LOGIN,
    "7.20": _UNAUTHENTICATED,  # 20-27: DKIM, SPF, reverse DNS, DMARC (RFC 7372, 7505)
    "7.21": _UNAUTHENTICATED,
    "7.22": _UNAUTHENTICATED,
    "7.23": _UNAUTHENTICATED,
    "7.24": _UNAUTHENTICATED,
    "7.25": _UNAUTHENTICATED,
    "7.26": _UNAUTHENTICATED,
    "7.27": _UNAUTHENTICATED,
    "7.28": _SLOW_DOWN,  # mail flood
    "7.57": _LOGIN,  # Microsoft: client not authenticated
    "7.509": _UNAUTHENTICATED,  # Microsoft: DMARC
    "7.515": _UNAUTHENTICATED,  # Microsoft: bulk sender requirements
    "7.705": _REPUTATION,  # Microsoft: tenant over its threshold
    "7.708": _REPUTATION,
    "7.750": _REPUTATION,  # Microsoft: unregistered domain
}

EXACT: dict[str, Meaning] = {  # where a provider means something of its own by a code for good
    "5.1.8": _POLICY,  # Microsoft: "bad outbound sender", the account sent spam
    "5.1.90": _SLOW_DOWN,  # Microsoft: the account's recipients of a day
    "5.4.5": _SLOW_DOWN,  # Google: the account's mails of a day
}

SUBJECTS: dict[str, Meaning] = {  # when the detail is not in the table
    "1": _REFUSED,
    "2": _REFUSED,
    "3": _TROUBLE,
    "4": _ROUTE,  # of the recipient's domain: a server that cannot be reached itself sends no reply
    "6": _CONTENT,
    "7": _POLICY,
}

VERB_AND_CODE: dict[tuple[str, int], Meaning] = {  # without an enhanced code
    ("mail", 451): _TROUBLE,
    ("mail", 452): _TROUBLE,
    ("mail", 552): _TOO_BIG,  # RFC 1870: the announced size
    ("rcpt", 452): _TROUBLE,
    ("rcpt", 552): _FULL,
    ("body", 452): _TROUBLE,
    ("body", 552): _TOO_BIG,
}
VERBS: dict[str, Meaning] = {"mail": _SENDER, "rcpt": _REFUSED, "data": _REFUSED, "body": _REFUSED}

# Plain words, tried in this order: whose fault a block is comes before who is missing ("user unknown" may follow).
WORDS: tuple[tuple[tuple[str, ...], Meaning], ...] = (
    (("spamhaus", "dnsbl", "block list", "blocklist", "blacklist", "barracuda", "spamcop", "reputation"), _POLICY),
    (("dmarc", "dkim", "spf ", "unauthenticated mail"), _UNAUTHENTICATED),
    (("greylist", "graylist"), _GREYLISTED),
    (
        (
            "rate limit",
            "too many messages",
            "too many connections",
            "quota of messages",
            "sending quota",
            "sending limit",
            "daily limit",
        ),
        _SLOW_DOWN,
    ),
    (("mailbox full", "mailbox is full", "over quota", "quota exceeded", "exceeded storage"), _FULL),
    (("message too big", "message too large", "size exceeds", "message size", "too large"), _TOO_BIG),
    (("spam", "considered unsolicited", "content rejected"), _POLICY),
    (
        (
            "user unknown",
            "unknown user",
            "no such user",
            "user does not exist",
            "no such recipient",
            "no such mailbox",
            "mailbox not found",
            "user not found",
            "recipient not found",
            "unknown recipient",
        ),
        _GONE,
    ),
)


def meaning_of(code: int, enhanced: str | None, text: str, verb: str) -> Meaning:
    """The best reading: login and enhanced codes, then plain words, then the verb alone.

    Before RCPT nobody has named a recipient, so a code about one is about the sender's account there.
    """
    if code in LOGIN_CODES or (verb == "auth" and code != 421):
        return _LOGIN
    if verb == "starttls":
        return by_verb(code, verb)  # about TLS, not about us
    greyed = verb == "rcpt" and code in {450, 451} and enhanced in {"4.7.0", "4.7.1"}
    if greyed and by_text(text) in {None, _GREYLISTED}:
        return _GREYLISTED
    found = by_enhanced(enhanced) or by_text(text)
    if found == _POLICY and by_text(text) == _UNAUTHENTICATED:
        found = _UNAUTHENTICATED  # 5.7.1 says that a rule forbids it, the words say which
    if found is None or (found[1] is Scope.RECIPIENT and verb not in ABOUT_RECIPIENT):
        return by_verb(code, verb)
    return found


def by_enhanced(enhanced: str | None) -> Meaning | None:
    """The exact code, else its subject; None when there is none or it is about the dialogue (x.5.x)."""
    if enhanced is None:
        return None
    if enhanced in EXACT:
        return EXACT[enhanced]
    subject, detail = enhanced.split(".")[1:]
    return ENHANCED.get(f"{int(subject)}.{int(detail)}") or SUBJECTS.get(subject)


def by_text(text: str) -> Meaning | None:
    """A few words that can mean one thing only."""
    lowered = text.lower()
    return next((meaning for words, meaning in WORDS if any(word in lowered for word in words)), None)


def by_verb(code: int, verb: str) -> Meaning:
    """The last resort: where in the dialogue the server said no."""
    if code == 421:
        return _CLOSING
    if not 400 <= code <= 599:
        return _PROTOCOL  # a positive reply out of place, or no SMTP at all
    return VERB_AND_CODE.get((verb, code)) or VERBS.get(verb, _PROTOCOL)
