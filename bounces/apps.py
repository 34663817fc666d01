"""Django's name for the package."""

from django.apps import AppConfig


class Bounces(AppConfig):
    """See README.md for what the package owns."""

    name = "bounces"
