"""Django's name for the package."""

from django.apps import AppConfig


class App(AppConfig):
    """The ground the other packages stand on."""

    name = "app"
