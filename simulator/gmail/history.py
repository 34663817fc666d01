"""users.history.list."""

from bisect import bisect_right
from collections.abc import Iterable

from simulator.accounts import Change
from simulator.gmail.call import Call
from simulator.gmail.errors import GmailError
from simulator.journal import JSON

_MEMBER = {
    "messageAdded": "messagesAdded",
    "messageDeleted": "messagesDeleted",
    "labelAdded": "labelsAdded",
    "labelRemoved": "labelsRemoved",
}


def list_history(call: Call) -> dict[str, JSON]:
    """users.history.list: changes after startHistoryId; 404 when that id has expired or never was."""
    account = call.account
    start = call.one("startHistoryId")
    if not start:
        raise GmailError(400, message="startHistoryId is required.")
    if not account.history_floor <= int(start) <= account.history_id:
        raise GmailError(404)
    after = max(int(start), _place(call.one("pageToken")))
    first = bisect_right(account.changes, after, key=lambda change: change.id)
    wanted = [change for change in account.changes[first:] if _asked_for(call, change)]
    page = wanted[: call.page_size()]
    shown: dict[str, JSON] = {"historyId": str(account.history_id)}
    if page:
        shown["history"] = list[JSON](_entries(page))
    if len(wanted) > len(page):
        shown["nextPageToken"] = f"after-{page[-1].id}"
    return shown


def _asked_for(call: Call, change: Change) -> bool:
    kinds, label = call.query.get("historyTypes"), call.one("labelId")
    return (not kinds or change.kind in kinds) and (not label or label in change.labels)


def _entries(changes: Iterable[Change]) -> Iterable[dict[str, JSON]]:
    for change in changes:
        bare: dict[str, JSON] = {"id": change.message_id, "threadId": change.thread_id}
        detail: dict[str, JSON] = {"message": bare | {"labelIds": list[JSON](change.labels)}}
        if change.changed:
            detail["labelIds"] = list[JSON](change.changed)
        yield {"id": str(change.id), "messages": [bare], _MEMBER[change.kind]: [detail]}


def _place(token: str) -> int:
    number = token.removeprefix("after-") or "0"
    if not number.isdigit():
        raise GmailError(400, message="The page token is not valid.")
    return int(number)
