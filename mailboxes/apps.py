"""Django's name for the package."""

from django.apps import AppConfig


class Mailboxes(AppConfig):
    """See README.md for what the package owns."""

    name = "mailboxes"
