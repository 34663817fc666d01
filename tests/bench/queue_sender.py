"""One of the mail queues that Django projects use, alone in a process: `python -m tests.bench.queue_sender KIND …`.

KIND DATABASE_URL SINK_PORT COUNT PROCESSES: makes its tables, queues COUNT mails, prints a line, waits for a line, and
sends until nothing is left, in so many processes where it knows how to fork. Each has the settings it comes with, and
as many threads as our worker where it has any.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import django
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils.module_loading import import_string

from tests.bench.mail import ADDRESS, HTML, TEXT

THREADS = 8


def main(kind: str, database_url: str, port: str, count: str, processes: str) -> None:
    """Queue, wait for the word, send."""
    _set_up(kind, database_url, int(port))
    queue, send = SENDERS[kind]
    queue([_mail(number) for number in range(int(count))])
    sys.stdout.write("queued\n")
    sys.stdout.flush()
    sys.stdin.readline()
    send(int(processes))


def _set_up(kind: str, database_url: str, port: int) -> None:
    url = urlsplit(database_url)
    database = {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": url.path.removeprefix("/"),
        "USER": url.username or "",
        "HOST": parse_qs(url.query)["host"][0],
        "CONN_MAX_AGE": None,
    }
    settings.configure(
        DATABASES={"default": database},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        INSTALLED_APPS=["django.contrib.contenttypes", "post_office" if kind == "post_office" else "mailer"],
        TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates"}],
        EMAIL_HOST="127.0.0.1",
        EMAIL_PORT=port,
        EMAIL_HOST_USER="user",
        EMAIL_HOST_PASSWORD="password",
        USE_TZ=True,
        POST_OFFICE={"THREADS_PER_PROCESS": THREADS},
        MAILER_LOCK_PATH=str(Path(tempfile.mkdtemp()) / "lock"),
    )
    django.setup()
    from django.core.management import call_command  # noqa: PLC0415 - needs the settings

    call_command("migrate", verbosity=0)


def _mail(number: int) -> EmailMultiAlternatives:
    """Return what our worker sends, as a project hands it to Django."""
    link = f"http://127.0.0.1:8000/u/{number:0>56}"
    message = EmailMultiAlternatives(
        "A question",
        f"{TEXT}\nIf you would rather not hear from me again: {link}\n\n{ADDRESS}\n",
        "Nora Sender <sender@example.org>",
        [f"Ada Example <p{number}@d{number}.example>"],
        headers={
            "Message-ID": f"<t{number:0>31}@example.org>",
            "List-Unsubscribe": f"<{link}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )
    message.attach_alternative(f'{HTML}<p><a href="{link}">No more</a></p>\n<p>{ADDRESS}</p>\n', "text/html")
    return message


def _queue_post_office(mails: list[EmailMultiAlternatives]) -> None:
    import_string("post_office.mail.send_many")(
        [
            {
                "sender": mail.from_email,
                "recipients": mail.to,
                "subject": mail.subject,
                "message": mail.body,
                "html_message": mail.alternatives[0][0],
                "headers": mail.extra_headers,
            }
            for mail in mails
        ]
    )


def _send_post_office(processes: int) -> None:
    lock = str(Path(tempfile.mkdtemp()) / "lock")
    import_string("post_office.mail.send_queued_mail_until_done")(lock, processes)


def _queue_mailer(mails: list[EmailMultiAlternatives]) -> None:
    import_string("mailer.backend.DbBackend")().send_messages(mails)


def _send_mailer(_: int) -> None:
    import_string("mailer.engine.send_all")()


SENDERS: dict[str, tuple[Callable[[list[Any]], None], Callable[[int], None]]] = {
    "post_office": (_queue_post_office, _send_post_office),
    "mailer": (_queue_mailer, _send_mailer),
}

if __name__ == "__main__":
    main(*sys.argv[1:])
