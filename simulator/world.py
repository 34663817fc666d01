"""Everything that exists in the world, and the one place where mail enters or moves in it."""

import hashlib
from dataclasses import dataclass, replace
from itertools import count

from simulator.accounts import Account, StoredMessage
from simulator.chance import chance_for
from simulator.clock import WorldClock, machine_now
from simulator.faults import Faults
from simulator.gmail.errors import GmailError
from simulator.gmail.grants import Access, Grants
from simulator.gmail.quotas import Quotas
from simulator.journal import JSON, Journal, Record
from simulator.mail import Mail, read_mail
from simulator.names.zone import Zone
from simulator.options import Options
from simulator.people.answers import Answer
from simulator.people.crowd import Crowd
from simulator.people.letters import Letter
from simulator.rewriting import with_message_id
from simulator.stamping import Judged, stamped
from simulator.submission.rules import Rules
from simulator.wire_rules import check_mail


@dataclass(frozen=True, slots=True)
class Submission:
    """One mail handed to a provider, by either lane; `thread_id` is already decided."""

    lane: str  # gmail | smtp
    mailbox: str
    mail_from: str
    recipients: tuple[str, ...]
    mail: Mail
    thread_id: str | None = None
    fault: str | None = None
    keep: bool = True


class World:
    """Accounts, people, clock, faults and journal; used from one event loop only."""

    def __init__(self, options: Options) -> None:
        """Create an empty world."""
        self.options = options
        self.journal = Journal(options.journal, fsync=options.fsync)
        self.clock = WorldClock.starting_now(options.speed)
        self.crowd = Crowd(self)
        self.tokens: dict[str, Access] = {}  # by access token
        self.rules = Rules()
        self._begin()

    def _begin(self) -> None:
        self.accounts: dict[str, Account] = {}
        self.grants = Grants()
        self.quotas = Quotas()
        self.faults = Faults()
        self.names = Zone()
        self.judged: dict[str, Judged] = {}  # by sending domain
        self._numbers = count(1)
        self._chance = chance_for(self.options.seed, "world")

    def reset(self) -> None:
        """Forget everything but the journal's file and the access tokens, which clients cache."""
        self.clock = WorldClock.starting_now(self.options.speed)
        self.crowd.reset()
        self.rules = Rules(open=self.rules.open, most_open=len(self.rules.open))
        self._begin()
        self.journal.forget()

    def account(self, address: str) -> Account:
        """Give the mailbox of an address; it exists from the first time it is asked for."""
        name = address.strip().lower()
        if name not in self.accounts:
            self.accounts[name] = Account(
                name,
                self.options.seed,
                message_ids=self.options.message_ids,
                keeps_submitted=self.options.keep_smtp_sent,
            )
        return self.accounts[name]

    def spend(self, mailbox: str, operation: str) -> None:
        """Count a call of the API against its quotas. Raises GmailError, and journals, when it is one too many."""
        try:
            self.quotas.spend(mailbox, operation, machine_now().timestamp())
        except GmailError as error:
            self.journal.write("over_quota", mailbox=mailbox, operation=operation, reason=error.reason)
            raise

    def note_post(self, lane: str, mailbox: str, mail: Mail, thread_id: str | None = None) -> None:
        """Journal that a whole message was read from a client, whatever happens next."""
        self.journal.write(
            "post", lane=lane, mailbox=mailbox, token=mail.token, thread=thread_id, raw_sha=_digest(mail)
        )

    def accept(self, submission: Submission) -> StoredMessage | None:
        """Take responsibility for a mail: journal it, keep it, hand it to its people."""
        account = self.account(submission.mailbox)
        mail = submission.mail
        if submission.lane == "gmail" and account.message_ids != "keep":
            mail = with_message_id(mail, self._chance, keep_original=account.message_ids == "rewrite")
            submission = replace(submission, mail=mail)
        numbers = [next(self._numbers) for _ in submission.recipients]
        self.journal.write_all(self._acceptance(submission, numbers))
        kept = None
        if submission.keep:
            kept = account.add(mail, {"SENT"}, self.clock.now(), submission.thread_id)
        for recipient in submission.recipients:
            self._hand_over(submission, recipient)
        return kept

    def stamp_of(self, mailbox: str) -> str:
        """Make the Message-ID that a mailbox's server stamps the next mail with; "" where it keeps the client's."""
        domain = self.account(mailbox).stamps
        return f"{self._chance.getrandbits(64):016x}-{next(self._numbers):06d}@{domain}" if domain else ""

    def place(self, answer: Answer) -> StoredMessage:
        """Put a mail into an inbox and journal it."""
        account = self.account(answer.mailbox)
        mail = read_mail(answer.raw)
        thread_id = account.thread_cited(mail)
        message = account.add(mail, set(answer.labels), self.clock.now(), thread_id)
        self.journal.write(
            "inbound",
            sim_id=next(self._numbers),
            mailbox=account.address,
            kind=answer.kind,
            behaviour=answer.behaviour,
            person=answer.person,
            about_token=answer.token,
            return_date=answer.return_date.isoformat() if answer.return_date else None,
            provider_id=message.id,
            message_id=mail.message_id,
            delivered_at=machine_now().isoformat(),
            world_at=message.internal_date.isoformat(),
        )
        return message

    def inbox_of(self, address: str, otherwise: str) -> str:
        """Give the account that reads an address, plus-tags ignored; else `otherwise`."""
        local, _, domain = address.lower().rpartition("@")
        plain = f"{local.partition('+')[0]}@{domain}"
        return plain if plain in self.accounts else otherwise

    def _acceptance(self, submission: Submission, numbers: list[int]) -> list[tuple[str, Record]]:
        digest = _digest(submission.mail)
        world_at = self.clock.now().isoformat()
        checks = check_mail(submission.mail) if self.options.validate else {}
        entries: list[tuple[str, Record]] = []
        for number, recipient in zip(numbers, submission.recipients, strict=True):
            fields: dict[str, JSON] = {
                "sim_id": number,
                "world_at": world_at,
                "lane": submission.lane,
                "mailbox": submission.mailbox,
                "mail_from": submission.mail_from,
                "rcpt": recipient,
                "token": submission.mail.token,
                "message_id": submission.mail.message_id,
                "raw_sha": digest,
                "fault": submission.fault,
            }
            entries.append(("accept", fields))
            entries += [("mailcheck", {"sim_id": number, "rule": rule, "ok": ok}) for rule, ok in checks.items()]
        return entries

    def _hand_over(self, submission: Submission, recipient: str) -> None:
        letter = Letter(submission.lane, submission.mailbox, submission.mail_from, recipient, submission.mail)
        if recipient.lower() in self.accounts:
            self.place(self._arrived(submission, recipient, letter))
        else:
            self.crowd.receive(letter)

    def _arrived(self, submission: Submission, recipient: str, letter: Letter) -> Answer:
        """Stamp a mail as its receiver does; one that a mailbox sends to itself leaves its server nowhere."""
        mail = submission.mail
        if recipient.lower() == submission.mailbox.lower():
            return Answer.plain(recipient, mail.raw, token=letter.token)
        found = self.judged.get(submission.mail_from.rpartition("@")[2].lower(), Judged())
        raw = stamped(mail, submission.mail_from, found, self.clock.now())
        return Answer.plain(recipient, raw, token=letter.token, labels=found.labels)


def _digest(mail: Mail) -> str:
    return hashlib.sha256(mail.raw).hexdigest()
