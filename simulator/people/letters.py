"""A mail as the person sees it who got it."""

import re
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

from simulator.mail import Mail

_QUOTED_LINES = 25  # people's programs quote all; enough to be real, little enough to be quick


@dataclass(frozen=True, slots=True)
class Letter:
    """One mail to one person; `mailbox` is the account that sent it."""

    lane: str
    mailbox: str
    mail_from: str
    recipient: str
    mail: Mail

    @property
    def token(self) -> str | None:
        """The sender's own id of this delivery."""
        return self.mail.token

    @property
    def sender(self) -> tuple[str, str]:
        """Display name and address an answer goes to."""
        found = self.mail.addresses("Reply-To") or self.mail.addresses("From")
        return found[0] if found else ("", self.mail_from)

    @property
    def person_name(self) -> str:
        """How the mail addresses the person, else a name made of the address."""
        for shown, address in self.mail.addresses("To"):
            if shown and address.lower() == self.recipient.lower():
                return shown
        words = re.split(r"[^a-z]+", self.recipient.partition("@")[0].lower())
        return " ".join(word.capitalize() for word in words if word) or "Somebody"

    def text_lines(self) -> list[str]:
        """Give the mail's plain text, as far as an answer quotes it; raises LookupError for an unknown charset."""
        message = message_from_bytes(self.mail.raw, _class=EmailMessage, policy=default)
        part = message.get_body(("plain",))
        text = part.get_content() if part else ""
        return str(text).splitlines()[:_QUOTED_LINES]
