"""Connect a Gmail mailbox through Google's API: by a refresh token, or by a service account that acts for it."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from app.core.errors import Refused
from app.management.asking import secret
from app.models import Workspace
from mailboxes.actions.doors import sign_in_ready
from mailboxes.actions.mailboxes import Connection
from mailboxes.actions.service_accounts import secret_for
from mailboxes.management.connecting import ConnectCommand
from mailboxes.models import Mailbox, ServiceAccount


class Command(ConnectCommand):
    help = (
        "Connect a Gmail mailbox. Its refresh token comes from FORBEAR_REFRESH_TOKEN or standard input, unless a "
        "service account acts for it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--service-account", metavar="NAME", help="as stored by keep_service_account")
        parser.add_argument("--api", default="", help="another base URL than Google's, for a rehearsal")
        parser.add_argument("--token-url", default="", help="another token endpoint than Google's")

    def reached(self, workspace: Workspace, options: dict[str, Any]) -> Connection:
        endpoints = {"api": options["api"], "token": options["token_url"]}
        return Connection(
            kind=Mailbox.Kind.GMAIL,
            address=options["address"],
            secret=_secret(workspace, options["service_account"], options["token_url"]),
            endpoints={name: url for name, url in endpoints.items() if url},
        )


def _secret(workspace: Workspace, service_account: str | None, token_url: str) -> dict[str, str]:
    if service_account is None:
        if not token_url and not sign_in_ready():
            raise Refused("A refresh token belongs to an OAuth client: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.")
        return {
            "auth": "oauth",
            "refresh_token": secret("FORBEAR_REFRESH_TOKEN", "Refresh token"),
            "client_id": settings.GOOGLE_CLIENT_ID,
            "client_secret": settings.GOOGLE_CLIENT_SECRET,
        }
    account = ServiceAccount.objects.filter(workspace=workspace, name=service_account).first()
    if account is None:
        raise Refused(f"There is no service account called {service_account}; keep_service_account stores one.")
    return secret_for(account)
