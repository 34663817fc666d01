"""What speaks for a notice being a bounce: who sends it, what it announces, says and brings along."""

import re
from dataclasses import dataclass
from functools import cached_property

from bounces.core.mail.headers import ADDRESS
from bounces.core.mail.parsing import Part
from bounces.core.reports import notice_words, notices
from bounces.core.reports.dsn import STATUS, Report
from bounces.core.reports.returned import Returned

INNER_DOT = re.compile(r"(?<=[^\s\d.])[.!?](?=[^\s.])")  # of names and links: it ends no sentence
TRANSCRIPT = "rcpt to:"
# A mail system's own statistics: a line that counts something, by a number before or after it.
COUNT = re.compile(
    r"^[ \t|*-]{0,20}(?:(?![45]\d\d[ -])(\d{1,9})(?:[.,]\d{3})*[kmg]?[ \t]+(?:[^\W\d]{3}|[45]\d\d[ -])|"
    r"[^\W\d][\w ./()-]{2,60}[:|=.]\s{0,20}(\d{1,9})[kmg%]?(?:[ \t]+\([^()\n]{1,30}\))?[ \t|]{0,9}$)",
    re.MULTILINE,
)
COUNTS_AT_LEAST = 3
MANY = 10  # what some count comes to; a notice about one mail counts one or two recipients
NO_COUNT = re.compile(
    r"(?:size|id|bytes|attempts?|port|code|length|line|hours?|days?|error|status|version)\b|"
    r"\d[ \t]+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)",
    re.IGNORECASE,
)
TICKET = re.compile(
    r"\[[^\]\n]{0,20}#\s?[\w-]{0,10}\d|\b(?:ticket|case|incident)\W{0,3}#?\s?[a-z-]{0,6}\d{3}", re.IGNORECASE
)
PASSED_ON = re.compile(r"\s*(?:fwd?|re|aw|wg|tr|rv|rif|sv|vs|vl|vb|doorst|enc|res|odp|antw)\s?:", re.IGNORECASE)
SENDER_SIDE = re.compile(
    r"\balias\b.{0,200}(?:misconfigur|incorrect|not (?:properly )?configured|settings)|"
    r"send(?:ing)? (?:mail )?as\b.{0,120}\b(?:alias|address)",
    re.DOTALL,
)


@dataclass(frozen=True)
class Notice:
    """What every voice gets to see. `own` is the `text` with the returned mail cut off."""

    message: Part
    text: str
    own: str
    returned: Returned
    report: Report
    message_id: str | None
    outsiders: frozenset[str]

    @cached_property
    def folded(self) -> str:
        """The notice's own words in lower case, as the patterns read them."""
        text = INNER_DOT.sub("_", self.own[: notices.PROSE_LIMIT].lower().replace("\u2019", "'"))
        return " ".join(text.split())

    @cached_property
    def delayed(self) -> bool:
        """Whether the prose says that it will be tried again, and nothing final."""
        return notice_words.DELAY.search(self.folded) is not None and notice_words.GIVEN_UP.search(self.folded) is None

    @property
    def postponed(self) -> bool:
        """Whether it announces a delay or returns the mail that waits: enough where no word of failure is known."""
        return (self.announced or self.returned.found) and self.delayed

    @cached_property
    def sender_side(self) -> bool:
        """Whether our own sending set-up is at fault, whoever the recipient was."""
        return "alias" in self.folded and SENDER_SIDE.search(self.folded) is not None

    @cached_property
    def status(self) -> re.Match[str] | None:
        """The first status code of the prose."""
        return STATUS.search(self.own[: notices.PROSE_LIMIT])

    @cached_property
    def said(self) -> str:
        """The first words of a server in the prose."""
        return notices.server_words(self.own)

    @cached_property
    def failures(self) -> tuple[notices.Failure, ...]:
        """Who failed according to the prose."""
        return notices.prose_failures(self.own, self.outsiders, self.written_to)

    @cached_property
    def written_to(self) -> frozenset[str]:
        """Whom the returned mail went to, folded."""
        return frozenset(one.lower() for one in self.returned.recipients)

    @cached_property
    def title(self) -> str:
        """The subject in lower case, without ours that many systems put behind their own: "Undeliverable: ..."."""
        subject = self.message.headers.words("subject").lower()
        own = subject.partition(": ")[0]
        return own if notice_words.SUBJECT.search(own) else subject

    @cached_property
    def counts(self) -> bool:
        """Whether it sums up what a mail system did, and returns nothing: statistics, digests of a log."""
        if self.returned.found or self.report.present:
            return False
        if notice_words.SUMMARY.search(self.title):
            return True
        if notice_words.LISTING.search(self.folded):
            return True
        found = COUNT.finditer(self.own[: notices.PROSE_LIMIT])
        counts = [int(one[1] or one[2]) for one in found if not NO_COUNT.search(one[0])]
        return len(counts) >= COUNTS_AT_LEAST and max(counts) >= MANY

    @property
    def about_others(self) -> bool:
        """Whether it is about a mail to us, or belongs to a conversation with a help desk."""
        return TICKET.search(self.title) is not None or notice_words.TO_US.search(self.folded) is not None

    @property
    def returns_our_mail(self) -> bool:
        """Whether the mail comes back of which an address is named: a failure in every language."""
        return any((failure.recipient or "").lower() in self.written_to for failure in self.failures)

    def names_only_sender(self, words: str) -> bool:
        """Whether a verdict is about the sender's address: it names that one and no other."""
        sender = (self.returned.sender or "").lower()
        named = {notices.bare(one) for one in ADDRESS.findall(words.lower())}
        return sender != "" and named == {sender}

    @property
    def alone(self) -> bool:
        """Whether the notice is about one address."""
        return len(self.report.lines or self.failures) == 1

    def first_address(self, failed: str | None) -> str | None:
        """Whom we wrote to, when the mail went to one person and failed at an address that stands for them."""
        written = self.returned.recipients
        return written[0] if failed and len(written) == 1 and written[0].lower() != failed.lower() else None

    @cached_property
    def _by_address(self) -> dict[str, str]:
        return {(one.recipient or "").lower(): one.words for one in reversed(self.failures)}

    def words_for(self, *addresses: str | None) -> str:
        """What the prose says about an address, empty when it says nothing of its own."""
        return next((said for one in addresses if one and (said := self._by_address.get(one.lower()))), "")

    @cached_property
    def machine(self) -> bool:
        """Whether no person sent it."""
        return notices.from_machine(self.message)

    @cached_property
    def daemon(self) -> bool:
        """Whether its sender is called what mail systems are called."""
        return notices.is_daemon(self.message)

    @cached_property
    def announced(self) -> bool:
        """Whether its subject is one that bounces have, and no person answered or passed on one."""
        passed_on = not self.machine and PASSED_ON.match(self.message.headers.words("subject"))
        return not passed_on and notices.bounce_subject(self.message)

    @property
    def auto_reply(self) -> bool:
        """Whether it says to be an automatic answer, as also Postfix does, and no daemon's address sent it."""
        replied = "auto-replied" in self.message.headers.get("auto-submitted").lower()
        return replied and "daemon" not in self.message.headers.get("from").lower()

    @cached_property
    def answers(self) -> bool:
        """Whether it answers a mail, as vacation notices and tickets do and few bounces."""
        return "in-reply-to" in self.message.headers

    @cached_property
    def coded(self) -> bool:
        """Whether a server is quoted."""
        return notices.SERVER_WORDS.search(self.folded[:2000]) is not None

    @cached_property
    def says_failure(self) -> bool:
        """Whether the prose says that a mail did not arrive, be it in a language that is not listed."""
        if notice_words.DELIVERED.search(self.folded) and not self.coded:
            return False
        if self.coded or notice_words.FAILURE.search(self.folded) or (self.postponed and self.daemon):
            return True
        unread = self.announced or self.returns_our_mail
        return unread and self.daemon and notice_words.SUCCESS.search(self.folded) is None

    @cached_property
    def plausible(self) -> bool:
        """Whether it may be a bounce in prose at all: by its sender, its subject and what it brings along."""
        backed = self.announced or self.returned.found or self.coded
        if self.answers and not ((self.daemon and backed) or (self.machine and self.returned.found)):
            return False
        if "list-unsubscribe" in self.message.headers and not (self.daemon or self.returned.found):
            return False
        if not self.coded and notice_words.HELD.search(self.folded):
            return False
        if self.counts or (not self.returned.found and self.about_others):
            return False
        if not backed and self.auto_reply:
            return False
        return (
            self.daemon
            or (self.announced and self.machine)
            or (self.returned.found and (self.machine or self.announced))
            or (self.announced and TRANSCRIPT in self.folded)
        )
