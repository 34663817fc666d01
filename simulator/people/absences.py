"""Mail that programs write for people: absence notes and help-desk receipts."""

from datetime import date
from email.message import EmailMessage

from simulator.people.scene import Scene


def write_absence(scene: Scene, back: date | None) -> bytes:
    """Write an out-of-office note, with the return date if `back` is given."""
    texts = scene.texts
    subject = f"{texts.absence_prefix} {scene.letter.mail.subject}"
    message = scene.in_answer(scene.envelope(scene.letter.mail_from, subject))
    _mark_automatic(scene, message)
    wordings = texts.absent_until if back else texts.absent
    words = scene.chance.choice(wordings).format(back=texts.day(back, scene.chance) if back else "")
    message.set_content(f"{words}\n\n{scene.chance.choice(texts.closings)}\n{scene.letter.person_name}\n")
    return message.as_bytes()


def write_receipt(scene: Scene) -> bytes:
    """Write a help desk's receipt with a ticket number."""
    number = str(scene.chance.randint(10_000, 999_999))
    subject, words = scene.chance.choice(scene.texts.receipts)
    subject = subject.format(number=number, subject=scene.letter.mail.subject)
    message = scene.in_answer(scene.envelope(scene.letter.mail_from, subject))
    message["Auto-Submitted"] = "auto-replied"
    message["Precedence"] = "bulk"
    message.set_content(words.format(number=number) + "\n")
    return message.as_bytes()


def _mark_automatic(scene: Scene, message: EmailMessage) -> None:
    """Set the fields of one family of mail programs; they differ in what they admit."""
    family = scene.chance.choice(("standard", "corporate", "web"))
    message["Auto-Submitted"] = "auto-generated" if family == "corporate" else "auto-replied"
    if family == "corporate":
        message["X-Auto-Response-Suppress"] = "All"
    if family == "web":
        message["Precedence"] = "auto_reply"
        message["X-Autoreply"] = "yes"
