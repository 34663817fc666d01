"""Rules for messages that say by their structure what they are: reports, receipts, calendar answers."""

from dataclasses import replace

from bounces.core.message import Message, found
from bounces.core.reading import Action, Kind, Reading
from bounces.core.replies import complaints, optout
from bounces.core.replies.calendar import read_calendar
from bounces.core.reports import arf, mdn, notices
from bounces.core.reports.bounce import read_bounce
from bounces.core.reports.returned import Returned

NOT_READ = "x-body-not-read"  # the field that a feed puts where it leaves the body out
BODY_NOT_READ = "body-not-read"


def feedback(message: Message) -> Reading | None:
    feedback = arf.read_feedback(message.part, message.body)
    if feedback is None:
        return None
    kind = Kind.COMPLAINT if feedback.complaint else Kind.UNSUBSCRIBE if feedback.unsubscribe else Kind.LIST_OR_BULK
    reading = found(message, kind, "feedback-report", f"feedback-type={feedback.kind}", feedback.kind)
    reports = feedback.reports if kind is Kind.COMPLAINT else ()
    return _with_returned(replace(reading, reports=reports), feedback.returned)


def receipt(message: Message) -> Reading | None:
    receipt = mdn.read_receipt(message.part, message.body)
    if receipt is None:
        return None
    kind = Kind.BOUNCE if receipt.refused else Kind.READ_RECEIPT
    reading = found(message, kind, "disposition-notification", receipt.report.action.value, receipt.report.action.value)
    return replace(reading, reports=(receipt.report,))


def bounce(message: Message) -> Reading | None:
    bounce = read_bounce(message.part, message.body, message.ours.address)
    if bounce is None:
        return None
    actions = {report.action for report in bounce.reports}
    kind = Kind.BOUNCE if bounce.failed else Kind.DELAYED if Action.DELAYED in actions else Kind.DELIVERED
    first = next((one for one in bounce.reports if one.action is Action.FAILED), bounce.reports[0])
    evidence = f"{first.action.value} {first.status or '-'} {first.category.value} of {len(bounce.reports)}"
    reading = found(message, kind, f"bounce-{bounce.rule}", evidence, first.category.value)
    return _with_returned(replace(reading, reports=bounce.reports), bounce.returned)


def unread_report(message: Message) -> Reading | None:
    """A machine's mail of which only the headers were read: nobody knows what it says, so somebody has to look.

    It may be a report, or an absence with the day of its end.
    """
    headers = message.part.headers
    if NOT_READ not in headers or message.part.body.strip() or message.part.parts:
        return None
    declared = headers.get("content-type").strip().lower().startswith("multipart/report")
    if declared or notices.from_machine(message.part) or message.marks.strong:
        return found(message, Kind.UNREADABLE, BODY_NOT_READ, "only the headers were read")
    return None


def _with_returned(reading: Reading, returned: Returned) -> Reading:
    return replace(reading, entity_refs=returned.entity_refs, returned_subject=returned.subject)


def calendar(message: Message) -> Reading | None:
    event = read_calendar(message.part, message.base.from_address)
    if event is None:
        return None
    if rule := complaints.complaint(message.new.words):  # what stops all mail beats any other reading of a message
        return found(message, Kind.COMPLAINT, "complaint-words", rule)
    wish = optout.opt_out(message.new.words)
    if wish:
        return found(message, Kind.UNSUBSCRIBE, "opt-out-words", wish.rule)
    reading = found(message, Kind.CALENDAR_RESPONSE, "calendar-method", event.answer.value, event.answer.value)
    return replace(reading, calendar=event)
