"""What a check of a mailbox found, step by step, and what a refusal means. Words for people are in screens/check_words.

Nothing here holds a secret. `said` is the server's own text: it is shown to whoever checks, stored and logged nowhere.
"""

import re
from dataclasses import dataclass, field
from enum import StrEnum

from mailboxes.core.account import Security, Server
from mailboxes.core.mail_hosts import MailHost, Password


class Step(StrEnum):
    """What is tried, in this order; each side stops at its first failure."""

    SEND_REACH = "send_reach"  # name, address, port
    SEND_SECURE = "send_secure"  # TLS and certificate
    SEND_SIGN_IN = "send_sign_in"
    SEND_LIMITS = "send_limits"  # what the server says it takes
    READ_REACH = "read_reach"
    READ_SECURE = "read_secure"
    READ_SIGN_IN = "read_sign_in"
    READ_FOLDERS = "read_folders"  # which folders will be read
    READ_SENT = "read_sent"  # where copies of what was sent are found
    READ_PUSH = "read_push"  # whether the server tells of new mail by itself
    GRANT = "grant"  # an access token for the stored grant
    ADDRESS = "address"  # the granted mailbox is the one that was named
    MAY_SEND = "may_send"
    MAY_READ = "may_read"


SENDING = (Step.SEND_REACH, Step.SEND_SECURE, Step.SEND_SIGN_IN, Step.SEND_LIMITS)
READING = (
    Step.READ_REACH, Step.READ_SECURE, Step.READ_SIGN_IN, Step.READ_FOLDERS, Step.READ_SENT, Step.READ_PUSH,
)  # fmt: skip
GOOGLE = (Step.GRANT, Step.ADDRESS, Step.MAY_SEND, Step.MAY_READ)


class Outcome(StrEnum):
    """How a step ended; a note is a pass that somebody should know more about."""

    PASS = "pass"  # noqa: S105 - no password
    NOTE = "note"
    FAIL = "fail"
    NOT_TRIED = "not_tried"


class Fault(StrEnum):
    """Why a step failed, was not tried, or deserves a note."""

    HOST_UNKNOWN = "host_unknown"
    HOST_PRIVATE = "host_private"
    REHEARSAL = "rehearsal"
    NOBODY_LISTENS = "nobody_listens"
    PORT_BLOCKED = "port_blocked"
    UNREACHABLE = "unreachable"
    CERTIFICATE_NAME = "certificate_name"
    CERTIFICATE_EXPIRED = "certificate_expired"
    CERTIFICATE_UNTRUSTED = "certificate_untrusted"
    WANTS_STARTTLS = "wants_starttls"  # TLS from the first byte was asked of a server that begins in the clear
    WANTS_TLS = "wants_tls"  # a server that waits for TLS was waited for in the clear
    NO_STARTTLS = "no_starttls"
    TLS_FAILED = "tls_failed"
    NOT_PROTECTED = "not_protected"  # no TLS: on this machine only
    SILENT = "silent"
    TALK_BROKEN = "talk_broken"
    WRONG_PASSWORD = "wrong_password"  # noqa: S105 - its name
    APP_PASSWORD_NEEDED = "app_password_needed"  # noqa: S105 - its name
    PASSWORDS_OFF = "passwords_off"  # the provider takes none any more
    IMAP_OFF = "imap_off"
    BROWSER_NEEDED = "browser_needed"
    ACCOUNT_LOCKED = "account_locked"
    TOO_MANY_LOGINS = "too_many_logins"
    REFUSED_FOR_NOW = "refused_for_now"
    NO_LOGIN_OFFERED = "no_login_offered"
    NO_INBOX = "no_inbox"
    NO_SENT = "no_sent"
    NO_PUSH = "no_push"
    NO_IMAP = "no_imap"  # no server for reading was named
    GRANT_DEAD = "grant_dead"
    GRANT_NARROW = "grant_narrow"
    CLIENT_WRONG = "client_wrong"
    DELEGATION_MISSING = "delegation_missing"
    ADDRESS_DIFFERS = "address_differs"
    QUOTA = "quota"
    API_OFF = "api_off"
    UNKNOWN = "unknown"
    STEP_BEFORE = "step_before"  # not tried, because an earlier step failed


@dataclass(frozen=True, slots=True)
class Finding:
    """How one step ended. facts: numbers and names for the sentence, none of them secret."""

    step: Step
    outcome: Outcome
    fault: Fault | None = None
    facts: dict[str, object] = field(default_factory=dict)
    said: str = field(default="", repr=False)

    @property
    def passed(self) -> bool:
        """Tell whether mail can go on from here."""
        return self.outcome in {Outcome.PASS, Outcome.NOTE}


def passed(step: Step, **facts: object) -> Finding:
    """Return a step that works."""
    return Finding(step, Outcome.PASS, facts=facts)


def noted(step: Step, fault: Fault, **facts: object) -> Finding:
    """Return a step that works, with something to know."""
    return Finding(step, Outcome.NOTE, fault, facts)


def failed(step: Step, fault: Fault, said: str = "", **facts: object) -> Finding:
    """Return a step that does not work."""
    return Finding(step, Outcome.FAIL, fault, facts, said)


def leading_to(steps: tuple[Step, ...], step: Step, server: Server) -> list[Finding]:
    """Return the steps of one side before this one, which all passed, for each needs the one before it."""
    plain = server.security == Security.PLAIN
    reached = passed(steps[0], server=server.endpoint)
    secured = noted(steps[1], Fault.NOT_PROTECTED) if plain else passed(steps[1], security=server.security.value)
    signed_in = [passed(one) for one in steps[2:]]
    return [reached, secured, *signed_in][: steps.index(step)]


def completed(steps: tuple[Step, ...], found: list[Finding], *, because: Fault = Fault.STEP_BEFORE) -> list[Finding]:
    """Return the findings with every step that is missing told as not tried."""
    done = {finding.step for finding in found}
    return [*found, *(Finding(step, Outcome.NOT_TRIED, because) for step in steps if step not in done)]


def works(findings: list[Finding], steps: tuple[Step, ...]) -> bool:
    """Tell whether at least one of these steps was tried and every one that was passed."""
    tried = [one for one in findings if one.step in steps and one.outcome is not Outcome.NOT_TRIED]
    return bool(tried) and all(one.passed for one in tried)


# In this order: what names the cause before what could be anything. Each is a few words that can mean one thing only.
_LOGIN_WORDS: tuple[tuple[str, Fault], ...] = (
    (r"app(lication)?(-specific)?[ -]?password|5\.7\.9\b|invalidsecondfactor", Fault.APP_PASSWORD_NEEDED),
    (r"imap[^.]{0,40}(disabled|not enabled|turned off)|(disabled|not enabled|enable)[^.]{0,40}\bimap", Fault.IMAP_OFF),
    (r"5\.7\.139|smtpclientauthentication is disabled|basic auth\w* is disabled", Fault.PASSWORDS_OFF),
    (r"web ?login|log in via your (web )?browser|5\.7\.14\b", Fault.BROWSER_NEEDED),
    (r"too many (login|attempt|failed|simultaneous|connection)|login rate|rate limit", Fault.TOO_MANY_LOGINS),
    (r"account[^.]{0,30}(locked|suspended|disabled|blocked|closed)|(locked|suspended) account", Fault.ACCOUNT_LOCKED),
)  # fmt: skip


def login_fault(said: str, host: MailHost | None, *, reading: bool, final: bool) -> Fault:
    """Return what a refused login means: the server's words first, then what is known of the provider.

    final: the server meant no, not later.
    """
    for words, fault in _LOGIN_WORDS:
        if re.search(words, said[:1000], re.IGNORECASE):
            return fault
    if not final:
        return Fault.REFUSED_FOR_NOW
    if host is not None and host.password is Password.NONE:
        return Fault.PASSWORDS_OFF
    if host is not None and host.password is Password.APP:
        return Fault.APP_PASSWORD_NEEDED
    if reading and host is not None and host.imap_off:
        return Fault.IMAP_OFF
    return Fault.WRONG_PASSWORD


def grant_fault(said: str, *, dead: bool) -> Fault:
    """Return what a refused grant means, from the machine words of the token endpoint (RFC 6749 §5.2)."""
    if "gave no answer" in said:
        return Fault.UNREACHABLE
    if "unauthorized_client" in said:
        return Fault.DELEGATION_MISSING
    if "invalid_client" in said:
        return Fault.CLIENT_WRONG
    if "does not allow all" in said:
        return Fault.GRANT_NARROW
    return Fault.GRANT_DEAD if dead else Fault.REFUSED_FOR_NOW


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found, in the order in which it was tried."""

    address: str
    findings: tuple[Finding, ...]

    @property
    def sends(self) -> bool:
        """Tell whether mail could leave."""
        return works(list(self.findings), SENDING + GOOGLE)

    @property
    def reads(self) -> bool:
        """Tell whether answers could be read."""
        return works(list(self.findings), READING + GOOGLE)

    @property
    def failure(self) -> Finding | None:
        """Return the first step that failed; None when all that was tried passed."""
        return next((one for one in self.findings if one.outcome is Outcome.FAIL), None)
