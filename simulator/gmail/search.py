"""The part of the search language that the simulator understands; anything else is a violation."""

import re
from collections.abc import Callable
from datetime import UTC, datetime

from simulator.accounts import StoredMessage
from simulator.gmail.errors import Violation

type Test = Callable[[StoredMessage], bool]
_TERM = re.compile(r'(-?)(\w+):(?:"([^"]*)"|(\S+))')
_HIDDEN = {"SPAM", "TRASH"}
_PLACES = {"inbox", "sent", "spam", "trash", "draft", "unread", "starred"}


def visible(*, query: str, labels: list[str], include_hidden: bool) -> Test:
    """Build the test of messages.list: all labels, all terms, and no spam or trash unless asked for."""
    asked_for = {place.upper() for place in re.findall(r"\bin:(spam|trash)\b", query)} | set(labels)
    hidden = set() if include_hidden or "in:anywhere" in query else _HIDDEN - asked_for
    wanted = set(labels)
    terms = _terms(query)

    def test(message: StoredMessage) -> bool:
        shown = message.labels.isdisjoint(hidden) and wanted <= message.labels
        return shown and all(term(message) for term in terms)

    return test


def _terms(query: str) -> list[Test]:
    if rest := _TERM.sub("", query).strip():
        msg = f"the simulator does not know the search words {rest!r}"
        raise Violation(msg)
    return [_term(m[1] == "-", m[2], m[3] if m[3] is not None else m[4]) for m in _TERM.finditer(query)]


def _term(negated: bool, operator: str, value: str) -> Test:  # noqa: FBT001 - one private caller
    test = _positive(operator, value)
    return (lambda message: not test(message)) if negated else test


def _positive(operator: str, value: str) -> Test:
    wanted = value.strip("<>").lower()
    match operator:
        case "rfc822msgid":
            return lambda message: (message.mail.message_id or "") == value.strip("<>")
        case "in" | "is" | "label" if wanted == "anywhere":
            return lambda _: True
        case "in" | "is" | "label" if wanted in _PLACES or operator == "label":
            return lambda message: wanted.upper() in {label.upper() for label in message.labels}
        case "from" | "to" | "subject":
            return lambda message: wanted in (message.mail.first(operator) or "").lower()
        case "after":
            return lambda message: message.internal_date >= _moment(value)
        case "before":
            return lambda message: message.internal_date < _moment(value)
        case _:
            msg = f"the simulator does not know the search term {operator}:{value}"
            raise Violation(msg)


def _moment(value: str) -> datetime:
    if value.isdigit():
        return datetime.fromtimestamp(int(value), UTC)
    try:
        return datetime.strptime(value, "%Y/%m/%d").replace(tzinfo=UTC)
    except ValueError as error:
        msg = f"the simulator does not know the date {value!r}"
        raise Violation(msg) from error
