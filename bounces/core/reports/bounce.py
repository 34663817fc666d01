"""Puts the voices about a bounce together: report, header, prose, flufl.bounce; then names action and cause."""

import re
from dataclasses import dataclass, replace

from bounces.core.mail.body import Body
from bounces.core.mail.headers import Unreadable, addresses, message_ids
from bounces.core.mail.parsing import Part, parse
from bounces.core.reading import Action, BounceReport, Category
from bounces.core.reports import notice_words, notices, second_opinion
from bounces.core.reports.categories import categorise
from bounces.core.reports.dsn import STATUS, Line, find_report, has_report
from bounces.core.reports.evidence import Notice
from bounces.core.reports.returned import Returned, cut_returned, find_returned

TOLD_ID = re.compile(
    r"\bmessage[- ]?id\b(?: of (?:the|your) (?:original |returned )?(?:message|mail))?"
    r"[^\w<\n]{1,12}<?([^\s<>@,;]{1,200}@[^\s<>@,;()]{1,200})|"
    r"\b(?:identif\w{1,9}|kennung|r[ée]f\w{0,8}|riferimento|идентификатор|номер)\b[^<>@:\n]{0,30}:[ \t]{0,9}"
    r"<([^\s<>@,;]{1,200}@[^\s<>@,;()]{1,200})>",
    re.IGNORECASE,
)
WRAPPED = b"wrapped"  # marks a message that was found inside another
RELAYED_REPORT = frozenset({Action.DELIVERED, Action.RELAYED, Action.EXPANDED})


@dataclass(frozen=True, slots=True)
class Bounce:
    """A delivery report, read."""

    rule: str
    reports: tuple[BounceReport, ...]
    returned: Returned

    @property
    def failed(self) -> bool:
        """Whether anything is final."""
        return any(report.action is Action.FAILED for report in self.reports)


def read_bounce(message: Part, body: Body, own_address: str) -> Bounce | None:
    """The delivery report that a message is, None when it is something else."""
    declared = "multipart/report" in message.headers.get("content-type").lower()
    machine = declared or notices.from_machine(message)
    if not machine and not has_report(message) and not notices.bounce_subject(message):
        return None
    if not declared and notices.is_newsletter(message):
        return None
    text = body.whole
    own, below = cut_returned(text)
    returned = find_returned(message, below)
    subject = returned.subject or message.headers.words("subject").partition(": ")[2]
    own = notices.without_subject(own, subject, returned=bool(returned.subject))
    report = find_report(message, (text if declared else own) if machine else "")
    if report.lines and not returned.found:
        returned = find_returned(message, cut_returned(report.text)[1])
    notice = Notice(
        message,
        text,
        own,
        returned,
        report,
        _original_id(message, returned, f"{report.text}\n{own}"),
        _outsiders(message, returned, own_address),
    )
    if report.lines:
        return Bounce("report", tuple(_from_line(notice, line) for line in report.lines), returned)
    named = notices.failed_recipients_header(message)
    if named:
        return _assembled(notice, "failed-recipients-header", _with_words(named, notice))
    if report.present:
        return _assembled(
            notice, "empty-report", notice.failures or _to_of_returned(notice) or (notices.Failure(None, None, own),)
        )
    return _from_prose(notice) or (_wrapped(message, below, own_address) if machine else None) or _nameless(notice)


def _wrapped(message: Part, below: str, own_address: str) -> Bounce | None:
    """A bounce that another machine passed on inside its own notice; looked for one level down only."""
    if message.preamble == WRAPPED:
        return None
    carried = next((part for part in message.leaves() if part.content_type == "message/rfc822"), None)
    try:
        inner = parse(carried.content() if carried else below.strip().lstrip("-=_\n ").encode("utf-8", "replace"))
    except Unreadable:
        return None
    if not notices.from_machine(inner) or not inner.headers.get("from"):
        return None
    return read_bounce(replace(inner, preamble=WRAPPED), Body(_plain_text(inner)), own_address)


def _plain_text(message: Part) -> str:
    return "\n".join(part.text() for part in message.leaves() if part.content_type == "text/plain")


def _from_prose(notice: Notice) -> Bounce | None:
    """A bounce in prose needs a machine as sender or a bounce's subject, words of failure, and somebody who failed."""
    if not notice.plausible:
        return None
    if notice.says_failure and notice.failures:
        return _assembled(notice, "prose", notice.failures)
    opinion = second_opinion.ask(notice.message, notice.text)  # with the returned mail: some of its forms end there
    named = tuple(one for one in opinion.recipients if one.lower() not in notice.outsiders)
    if named:
        return _assembled(notice, "flufl", tuple(notices.Failure(one, None, notice.own) for one in named))
    back = _to_of_returned(notice) if notice.announced and notice.says_failure else ()
    return _assembled(notice, "returned-mail", back) if back else None


def _nameless(notice: Notice) -> Bounce | None:
    """A notice that names nobody. What it returns may still be known by its Message-ID."""
    if not (notice.plausible and notice.announced and notice.machine and notice.says_failure):
        return None
    ours = notice.daemon and notice_words.OURS.search(notice.folded)
    if notice.returned.found or ours:
        return _assembled(notice, "nobody-named", (notices.Failure(None, None, notice.own),))
    return None


def _to_of_returned(notice: Notice) -> tuple[notices.Failure, ...]:
    named = [one for one in notice.returned.recipients if one.lower() not in notice.outsiders]
    return tuple(notices.Failure(one, None, notice.own) for one in named[:1])


def _with_words(named: tuple[str, ...], notice: Notice) -> tuple[notices.Failure, ...]:
    """The failed addresses of a header with the words that the prose has for each."""
    said = {failure.recipient: failure for failure in notice.failures}
    folded = {(name or "").lower(): failure for name, failure in said.items()}
    blank = notices.Failure(None, None, notice.own)
    return tuple(
        notices.Failure(one, folded.get(one.lower(), blank).original, folded.get(one.lower(), blank).words)
        for one in named
    )


def _assembled(notice: Notice, rule: str, failures: tuple[notices.Failure, ...]) -> Bounce:
    return Bounce(rule, tuple(_from_failure(notice, failure) for failure in failures), notice.returned)


def _from_failure(notice: Notice, failure: notices.Failure) -> BounceReport:
    words = (failure.words and notices.server_words(failure.words)) or notice.said
    status = STATUS.search(words) or STATUS.search(failure.words) or notice.status
    action = Action.DELAYED if notice.delayed else Action.FAILED
    category = _category(notice, action, words or failure.words, status[1] if status else None, notice.own)
    original = failure.original or (notice.first_address(failure.recipient) if notice.alone else None)
    return BounceReport(
        failure.recipient, original, action, status[1] if status else None,
        " ".join((words or failure.words).split())[:500], category, notice.message_id,
    )  # fmt: skip


def _from_line(notice: Notice, line: Line) -> BounceReport:
    waits = (line.status or "").startswith("4.") and notice_words.DELAY.search(notice.folded)
    action = line.action or (Action.DELAYED if waits else Action.FAILED)
    recipient = line.final or line.actual or line.original
    words = line.diagnostic or notices.server_words(notice.words_for(line.final, line.original))
    if recipient is None and len(notice.report.lines) == 1:
        recipient = next((f.recipient for f in notice.failures), None) or next(iter(notice.returned.recipients), None)
    original = line.original or (notice.first_address(recipient) if notice.alone else None)
    original = original if original and original.lower() != (recipient or "").lower() else None
    status = line.status
    if status in {None, "5.0.0", "4.0.0"}:
        better = STATUS.search(words)
        status = better[1] if better and better[1][0] != "2" else status
    category = _category(notice, action, words, status, notice.words_for(recipient, original) or notice.own)
    return BounceReport(recipient, original, action, status, words[:500], category, notice.message_id)


def _category(notice: Notice, action: Action, words: str, status: str | None, prose: str) -> Category:
    if len(notice.returned.subject) >= notices.SUBJECT_AT_LEAST:
        words = words.replace(notice.returned.subject, "")  # some servers quote it in their verdict
    if action is Action.DELAYED:
        return Category.DELAYED
    if action in RELAYED_REPORT:
        return Category.UNKNOWN
    if notice.sender_side:
        return Category.AUTHENTICATION
    found = categorise(words, status, prose)
    if found is Category.UNKNOWN and notice.alone and prose != notice.own:
        found = categorise(words, status, notice.own)  # the cause may stand above the address
    about_us = found is Category.INVALID_RECIPIENT and notice.names_only_sender(words)
    return Category.POLICY_BLOCK if about_us else found


def _original_id(message: Part, returned: Returned, told: str) -> str | None:
    if returned.message_id:
        return returned.message_id
    if found := TOLD_ID.search(told[: notices.PROSE_LIMIT]):
        return found[1] or found[2]
    answered = message_ids(message.headers.get("in-reply-to")) or message_ids(message.headers.get("references"))[-1:]
    return answered[0] if answered else None


def _outsiders(message: Part, returned: Returned, own_address: str) -> frozenset[str]:
    """Addresses that a notice names but that cannot have failed: its author, its reader, the writer of the mail."""
    named = {own_address.lower(), (returned.sender or "").lower()}
    for name in ("from", "to", "reply-to", "sender"):
        try:
            named.update(one.lower() for one in addresses(message.headers.get(name)))
        except Unreadable:
            continue
    return frozenset(named - {""})
