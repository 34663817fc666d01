"""Mail of the program itself to its own users, through the one server that the settings name (MAIL_URL)."""

import smtplib
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage

from app.actions.transactions import require_no_transaction
from mailboxes.core.errors import EndpointRefused
from mailboxes.wire.endpoints import Allowed, require_allowed


class MailRefused(Exception):
    """The server refused the mail for good. The message holds nothing but its status."""


class MailNotTaken(Exception):
    """The server was not reached, or did not take the mail for now."""


def send(to: str, subject: str, text: str, allowed: Allowed) -> None:
    """Send one text. Raises EndpointRefused, MailRefused, MailNotTaken (it may have left all the same)."""
    server: Mapping[str, Any] = settings.MAIL_SERVER or {}
    if not server:
        raise EndpointRefused("this installation has no mail server of its own: MAIL_URL names one")
    require_allowed(server["host"], server["port"], allowed)
    require_no_transaction()
    try:
        EmailMessage(subject, text, settings.DEFAULT_FROM_EMAIL, [to]).send()
    except smtplib.SMTPRecipientsRefused as error:
        code = max((code for code, _ in error.recipients.values()), default=500)
        raise _meant(code) from error
    except smtplib.SMTPResponseException as error:
        raise _meant(error.smtp_code) from error
    except (OSError, smtplib.SMTPException) as error:
        raise MailNotTaken(type(error).__name__) from error


def _meant(code: int) -> MailRefused | MailNotTaken:
    words = f"the mail server answered {code}"
    return MailRefused(words) if code >= 500 else MailNotTaken(words)
