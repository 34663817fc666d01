"""users.threads.get and .list."""

from simulator.gmail.call import Call
from simulator.gmail.errors import GmailError
from simulator.gmail.resources import thread_resource
from simulator.gmail.search import visible
from simulator.journal import JSON


def get_thread(call: Call) -> dict[str, JSON]:
    """users.threads.get."""
    thread = call.account.threads.get(call.path["id"])
    if not thread:
        raise GmailError(404)
    return thread_resource(thread, call.one("format", "full"), call.query.get("metadataHeaders", []))


def list_threads(call: Call) -> dict[str, JSON]:
    """users.threads.list: a thread is shown when one of its messages passes, latest activity first."""
    test = visible(
        query=call.one("q"), labels=call.query.get("labelIds", []), include_hidden=call.flag("includeSpamTrash")
    )
    threads = [thread for thread in call.account.threads.values() if any(test(message) for message in thread)]
    threads.sort(key=lambda thread: thread[-1].seq, reverse=True)
    start = _offset(call.one("pageToken"))
    page = threads[start : start + call.page_size()]
    shown: dict[str, JSON] = {"resultSizeEstimate": len(threads)}
    if page:
        shown["threads"] = [{"id": t[0].thread_id, "historyId": str(max(m.history_id for m in t))} for t in page]
    if len(threads) > start + len(page):
        shown["nextPageToken"] = f"after-{start + len(page)}"
    return shown


def _offset(token: str) -> int:
    number = token.removeprefix("after-") or "0"
    if not number.isdigit():
        raise GmailError(400, message="The page token is not valid.")
    return int(number)
