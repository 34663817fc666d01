"""Sign-up is by invitation: the first account is made by the installer, the others by their owners."""

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth import get_user_model
from django.http import HttpRequest


class ClosedSignup(DefaultAccountAdapter):
    """Let a stranger sign up only while nobody has an account."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002 - allauth's signature
        """Return whether this would be the first account."""
        return not get_user_model().objects.exists()
