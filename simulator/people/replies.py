"""Mail that people write themselves."""

from html import escape

from simulator.mail import base_subject
from simulator.people.scene import Scene

_WITH_HTML = 0.4  # share of people whose program sends both forms


def write_reply(scene: Scene, wordings: tuple[str, ...]) -> bytes:
    """Write a reply above the quoted original, with attribution, sometimes also as HTML."""
    sender_name, sender = scene.letter.sender
    subject = scene.letter.mail.subject
    answered = subject if subject.lower().startswith("re:") else f"{scene.texts.reply_prefix} {subject}"
    message = scene.in_answer(scene.envelope(sender, answered))
    first = scene.letter.person_name.split()[0]
    words = scene.chance.choice(wordings).format(name=(sender_name or sender).split()[0], me=first)
    own = f"{words}\n\n{scene.chance.choice(scene.texts.closings)}\n{first}\n"
    when = scene.texts.moment(scene.now)
    attribution = scene.texts.attribution.format(when=when, name=sender_name or sender, address=sender)
    lines = scene.letter.text_lines()
    message.set_content(f"{own}\n{attribution}\n" + "".join(f"> {line}\n" for line in lines))
    if scene.chance.random() < _WITH_HTML:
        message.add_alternative(_as_html(own, attribution, lines), subtype="html")
    return message.as_bytes()


def write_mailto(scene: Scene, address: str, subject: str) -> bytes:
    """Write the mail a program sends when its unsubscribe button leads to an address."""
    message = scene.envelope(address, subject or "unsubscribe")
    message.set_content(base_subject(subject or "unsubscribe") + "\n")
    return message.as_bytes()


def _as_html(own: str, attribution: str, lines: list[str]) -> str:
    paragraphs = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in own.splitlines())
    quoted = "<br>".join(escape(line) for line in lines)
    return (
        f'<html><body>{paragraphs}<br><div class="quote">{escape(attribution)}'
        f'<blockquote type="cite">{quoted}</blockquote></div></body></html>'
    )
