"""All that one answer is written from."""

import random
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr

from simulator.people.behaviour import Person
from simulator.people.letters import Letter
from simulator.people.texts.phrases import Phrases

UNFOLDED = SMTP.clone(max_line_length=998)  # a shorter limit would turn long ids into encoded-words
_SATURDAY = 5


@dataclass(frozen=True, slots=True)
class Scene:
    """A letter, the person who got it, the world's time, their luck and their language."""

    letter: Letter
    person: Person
    now: datetime
    chance: random.Random
    texts: Phrases

    def return_date(self) -> date:
        """Pick a working day in 2 to 12 days."""
        day = self.now.date() + timedelta(days=self.chance.randint(2, 12))
        while day.weekday() >= _SATURDAY:
            day += timedelta(days=1)
        return day

    def new_id(self) -> str:
        """Make a Message-ID in the person's domain."""
        return f"<{self.chance.getrandbits(80):020x}@{self.person.address.partition('@')[2]}>"

    def envelope(self, to: str, subject: str) -> EmailMessage:
        """Begin a message from the person."""
        message = EmailMessage(policy=UNFOLDED)
        message["From"] = formataddr((self.letter.person_name, self.person.address))
        message["To"] = to
        message["Subject"] = " ".join(subject.split())
        message["Date"] = format_datetime(self.now)
        message["Message-ID"] = self.new_id()
        return message

    def in_answer(self, message: EmailMessage) -> EmailMessage:
        """Cite the letter the way mail programs do."""
        mail = self.letter.mail
        if mail.message_id:
            earlier = " ".join((mail.first("References") or "").split())
            message["In-Reply-To"] = f"<{mail.message_id}>"
            message["References"] = f"{earlier} <{mail.message_id}>".strip()
        return message
