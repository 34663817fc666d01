"""Mailboxes as their owners, or fate, would change them."""

import base64
from datetime import datetime

from simulator.accounts import Account
from simulator.journal import JSON, Record
from simulator.people.answers import Answer
from simulator.world import World

_MODES = ("keep", "rewrite", "rewrite-and-drop")


def deliver(world: World, wish: Record) -> JSON:
    """Put a raw message (`raw` base64, or `text`) into a mailbox, with `labels` and the world time `at` if given."""
    raw = base64.b64decode(str(wish["raw"])) if "raw" in wish else str(wish["text"]).encode()
    about = wish.get("token")
    answer = Answer.plain(
        str(wish["mailbox"]), raw, token=str(about) if about else None, labels=tuple(_names(wish, "labels"))
    )
    message = world.place(answer)
    if "at" in wish:  # it has lain there for a while
        message.internal_date = datetime.fromisoformat(str(wish["at"]))
    return {"id": message.id, "threadId": message.thread_id, "historyId": str(message.history_id)}


def change(world: World, wish: Record) -> JSON:
    """Revoke or restore a grant, let tokens or history expire, set how a mailbox treats what it sends."""
    account = world.account(str(wish["mailbox"]))
    if "message_ids" in wish:
        if wish["message_ids"] not in _MODES:
            msg = f"message_ids is one of {_MODES}"
            raise ValueError(msg)
        account.message_ids = str(wish["message_ids"])
    account.revoked = bool(wish.get("revoked", account.revoked))
    account.rotates = bool(wish.get("rotate_refresh_tokens", account.rotates))
    account.scope = str(wish.get("scope", account.scope))
    account.keeps_submitted = bool(wish.get("keep_smtp_sent", account.keeps_submitted))
    account.stamps = str(wish.get("smtp_stamp", account.stamps))
    if wish.get("expire_history"):
        account.expire_history()
    if wish.get("expire_tokens"):
        _expire_tokens(world, account)
    return {"mailbox": account.address, "historyId": str(account.history_id)}


def change_message(world: World, wish: Record) -> JSON:
    """Add and remove labels of a message (`add`, `remove`), or `delete` it for good."""
    account = world.account(str(wish["mailbox"]))
    message = account.messages[str(wish["id"])]
    if wish.get("delete"):
        account.delete(message)
    else:
        account.relabel(message, add=set(_names(wish, "add")), remove=set(_names(wish, "remove")))
    return {"id": message.id, "historyId": str(account.history_id)}


def show(world: World, wish: Record) -> JSON:
    """List a mailbox: id, labels, subject and token of every message, oldest first."""
    account = world.account(str(wish["mailbox"]))
    return [
        {
            "id": message.id,
            "threadId": message.thread_id,
            "labels": list[JSON](sorted(message.labels)),
            "subject": message.mail.subject,
            "token": message.mail.token,
        }
        for message in account.messages.values()
    ]


def _expire_tokens(world: World, account: Account) -> None:
    world.tokens = {token: grant for token, grant in world.tokens.items() if grant.address != account.address}


def _names(wish: Record, member: str) -> list[str]:
    names = wish.get(member, [])
    return [str(name) for name in names] if isinstance(names, list) else []
