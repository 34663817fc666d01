"""users.getProfile and users.messages: send, get, list."""

import base64
import binascii

from simulator.accounts import CannotThread
from simulator.gmail.call import Call
from simulator.gmail.errors import GmailError
from simulator.gmail.resources import message_resource
from simulator.gmail.search import visible
from simulator.journal import JSON
from simulator.mail import Mail, read_mail
from simulator.world import Submission


def profile(call: Call) -> dict[str, JSON]:
    """users.getProfile."""
    return {
        "emailAddress": call.account.address,
        "messagesTotal": len(call.account.messages),
        "threadsTotal": sum(1 for thread in call.account.threads.values() if thread),
        "historyId": str(call.account.history_id),
    }


def mail_of(call: Call) -> Mail:
    """Give the mail of a send call; raises GmailError 400 when there is none."""
    if call.media is not None:
        return read_mail(call.media)
    try:
        raw = base64.urlsafe_b64decode(call.body["raw"] + "==")
    except (KeyError, TypeError, binascii.Error, ValueError) as error:
        raise GmailError(400, message="The member raw is missing or no base64url.") from error
    return read_mail(raw)


def thread_asked_for(call: Call) -> str | None:
    """Give the thread that a send call names."""
    return call.body.get("threadId") if isinstance(call.body, dict) else None


def recipients_of(mail: Mail) -> tuple[str, ...]:
    """Give the addresses in To, Cc and Bcc; this lane has no other envelope."""
    return tuple(dict.fromkeys(address for _, address in mail.addresses("To", "Cc", "Bcc")))


def send(call: Call, mail: Mail, fault: str | None) -> dict[str, JSON]:
    """users.messages.send: accept the mail; `fault` is journalled with it."""
    recipients = recipients_of(mail)
    if not recipients:
        raise GmailError(400, message="The message has no recipient.")
    thread_id = thread_asked_for(call)
    try:
        joined = call.account.thread_asked_for(mail, thread_id) if thread_id else None
    except CannotThread as error:
        raise GmailError(404) from error
    address = call.account.address
    submission = Submission("gmail", address, address, recipients, mail, joined, fault)
    kept = call.world.accept(submission)
    if kept is None:
        raise GmailError(500)
    return {"id": kept.id, "threadId": kept.thread_id, "labelIds": list[JSON](sorted(kept.labels))}


def get(call: Call) -> dict[str, JSON]:
    """users.messages.get."""
    return message_resource(call.message(), call.one("format", "full"), call.query.get("metadataHeaders", []))


def list_messages(call: Call) -> dict[str, JSON]:
    """users.messages.list: newest first; a page token names the last arrival already shown."""
    test = visible(
        query=call.one("q"), labels=call.query.get("labelIds", []), include_hidden=call.flag("includeSpamTrash")
    )
    before = _place(call.one("pageToken"))
    found = [m for m in call.account.newest_first() if (before is None or m.seq < before) and test(m)]
    page = found[: call.page_size()]
    shown: dict[str, JSON] = {"resultSizeEstimate": len(found)}
    if page:
        shown["messages"] = [{"id": message.id, "threadId": message.thread_id} for message in page]
    if len(found) > len(page):
        shown["nextPageToken"] = f"before-{page[-1].seq}"
    return shown


def _place(token: str) -> int | None:
    if not token:
        return None
    number = token.removeprefix("before-")
    if not number.isdigit():
        raise GmailError(400, message="The page token is not valid.")
    return int(number)
