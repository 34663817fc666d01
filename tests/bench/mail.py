"""The mail that both sides of a bench send: two parts of usual length with the headers of a campaign."""

from email import policy
from email.message import EmailMessage
from email.utils import formatdate

PARAGRAPH = "I read about your work on harbour lights and have a question about the lamps you chose for them."
TEXT = "Hello,\n\n" + f"{PARAGRAPH}\n\n" * 6 + "Nora\n"
HTML = "<p>Hello,</p>\n" + f"<p>{PARAGRAPH}</p>\n" * 6 + "<p>Nora</p>\n"
ADDRESS = "Nordlicht GmbH\n1 Harbour Street, 20457 Hamburg"
POLICY = policy.SMTP.clone(max_line_length=998)  # the default one breaks List-Unsubscribe


def same_mail(number: int) -> EmailMessage:
    """Build what our worker sends: two parts, the same headers and foot, but for nobody in particular."""
    link = f"http://127.0.0.1:8000/u/{number:0>56}"
    message = EmailMessage(policy=POLICY)
    message["From"] = "Nora Sender <sender@example.org>"
    message["To"] = f"Ada Example <p{number}@d{number}.example>"
    message["Subject"] = "A question"
    message["Date"] = formatdate(localtime=False)
    message["Message-ID"] = f"<t{number:0>31}@example.org>"
    message["List-Unsubscribe"] = f"<{link}>, <mailto:sender@example.org?subject=unsubscribe>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message["X-Entity-Ref"] = f"t{number:0>31}"
    message.set_content(f"{TEXT}\nIf you would rather not hear from me again: {link}\n\n{ADDRESS}\n")
    message.add_alternative(f'{HTML}<p><a href="{link}">No more</a></p>\n<p>{ADDRESS}</p>\n', subtype="html")
    return message
