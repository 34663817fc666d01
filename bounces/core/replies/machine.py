"""Rules for automatic mail: by its marks, by its subject, and by its form where it lost all marks.

A mark decides together with the text. Doubt is a person: an agent's own answer carries the marks of the ticket system.
"""

import re
from dataclasses import replace

from bounces.core.dates.return_dates import return_date
from bounces.core.language.subjects import AUTOMATIC_ANSWER, AWAY, READ, SUBJECT_READ
from bounces.core.message import Message, found
from bounces.core.reading import Kind, Reading
from bounces.core.replies import auto, complaints, optout
from bounces.core.replies.absence import is_topic
from bounces.core.replies.hearing import Said

FOOTER = re.compile(r"^\W*[-_=]{4,}|\bmailing list\b", re.IGNORECASE | re.MULTILINE)
MANY = 2  # sentences of an acknowledgement; an absence may have one
BUT_A_WISH = 160  # characters of a text that asks to be left alone and says nothing else
OPENING = re.compile(r"[^.!?\n]+")
OPENS = 3  # its sentences that may be greetings before the wish
GREETING = 2  # words of a greeting without a comma
POINTS_ELSEWHERE = re.compile(r"@|://|\bwww\.")
SHORT_LIST_MAIL = 400  # characters; a longer mail of a list is not a member's wish to leave us
GROUP_FIELDS = frozenset({"list-id", "list-post", "precedence"})
RECEIPT = re.compile(
    r"was (?:read|deleted|displayed|opened)|wurde .{0,60}gelesen|a été lu|ha sido le[ií]d|è stat[oa] lett|"
    r"(?:is|werd) .{0,60}gelezen|"
    r"foi lid[ao]|została? .{0,40}(?:przeczytan|odczytan)|(?:har )?(?:lästs|blev läst|blev læst|ble lest)|"
    r"прочитано|okundu|"
    r"開封されました|已(?:被)?(?:阅读|閱讀)|읽었습니다",
    re.IGNORECASE,
)
SEPARATED_AT = re.compile(
    r"(?:type|write|enter|add) your reply above|reply above this line|(?:oberhalb|über) dieser (?:linie|zeile)",
    re.IGNORECASE,
)


def automatic(message: Message) -> Reading | None:
    """Mail with a mark of a machine, in its header or at the start of its subject."""
    marks, said, subject = message.marks, message.said, message.base.subject[:SUBJECT_READ]
    answer = AUTOMATIC_ANSWER.search(subject) is not None
    away_subject = AWAY.search(subject) is not None
    evidence = marks.strong or ("subject-prefix" if answer or away_subject else marks.weak)
    if not evidence or (evidence == marks.weak and not _bears_out(message)):
        return None
    if evidence == "subject-prefix" and not answer and said.somebody and not said.anything:
        return None  # a subject that somebody typed
    if _is_but_a_wish(message) or (not (answer or away_subject) and _is_written_by_somebody(message)):
        return None
    if _is_bulk(message, sure=marks.vacation or answer or away_subject or said.away):
        return found(message, Kind.LIST_OR_BULK, "bulk-headers", marks.bulk)
    return _kind(message, evidence, sure_away=away_subject or marks.vacation, answer=answer)


def _bears_out(message: Message) -> bool:
    """Whether the text bears a weak mark out. People answer through ticket systems, but never without a return path."""
    said, weak = message.said, message.marks.weak
    if weak in {"null-return-path", "no-reply-sender"}:
        return said.anything or said.challenges > 0
    absent = said.away_first and (said.bounded or said.notices > 0)
    received = said.acknowledges >= MANY or (said.acknowledges > 0 and (said.declared or not said.singular))
    gone = bool(said.gone) and not said.singular
    return not said.somebody and (absent or received or said.challenges > 0 or gone or said.declared)


def _is_written_by_somebody(message: Message) -> bool:
    """Whether a marked mail is a person's all the same: a ticket system sent what its agent wrote."""
    marks, said = message.marks, message.said
    if said.anything or said.challenges or not message.answers:
        return False
    if marks.ticket or SEPARATED_AT.search(message.body.text[:2000]):
        return any(char.isalnum() for char in message.new.words)
    words = message.new.words
    asked = said.personal or bool(complaints.complaint(words) or optout.opt_out(words))
    return marks.strong == "auto-submitted=auto-generated" and asked


def _is_but_a_wish(message: Message) -> bool:
    """Whether a short text asks at once to be left alone, or complains, and gives no notice: heard whatever is marked.

    Absences and acknowledgements ask things too, of their own kinds of mail, and their footers name lists.
    """
    words, said = message.new.words.strip(), message.said
    if not words or len(words) > BUT_A_WISH or POINTS_ELSEWHERE.search(words):
        return False
    if said.anything or said.challenges or said.notices or said.back or said.until:
        return False
    for sentence in OPENING.findall(words)[:OPENS]:
        if complaints.complaint(sentence) or optout.opt_out(sentence):
            return True
        if len(sentence.split()) > GREETING and not sentence.rstrip().endswith(","):
            return False
    return False


def _is_bulk(message: Message, *, sure: bool) -> bool:
    return message.marks.bulk not in {"", "precedence"} and not message.answers_us and not sure


def _kind(message: Message, evidence: str, *, sure_away: bool, answer: bool) -> Reading:
    said = message.said
    if said.challenges and not (said.away or sure_away):
        return found(message, Kind.AUTO_REPLY, "automatic", evidence, "challenge")
    rule = "automatic-away" if sure_away else _rule_of_absence(said, answer=answer)
    if said.gone and (not said.away or (not sure_away and (said.gone_first or rule != "automatic-away"))):
        return found(message, Kind.LEFT_COMPANY, "automatic-gone", evidence, said.gone)
    if rule:
        return away(message, rule, evidence)
    if not said.anything and "auto-generated" not in evidence:
        dated = away(message, "automatic-dated", evidence)
        if dated.return_date is not None:  # an answer of a machine that says nothing but a day
            return dated
    label = "acknowledged" if said.acknowledges else "automatic"
    return found(message, Kind.AUTO_REPLY, "automatic", evidence, label)


def _rule_of_absence(said: Said, *, answer: bool) -> str:
    """By which sign a marked mail is a notice of absence; an acknowledgement may speak of opening hours."""
    if said.away and (said.bounded or said.acknowledges < MANY):
        return "automatic-away"
    if said.back and said.acknowledges < MANY:
        return "automatic-back"
    return "automatic-prefix" if answer and not said.acknowledges else ""


def away(message: Message, rule: str, evidence: str) -> Reading:
    """An absence with its return date."""
    headers = message.part.headers
    back = auto.apple_end(headers, message.sent.tzinfo) or return_date(
        message.new.text or message.body.text, message.base.subject, headers, message.sent
    )
    return replace(found(message, Kind.OUT_OF_OFFICE, rule, evidence), return_date=back)


def bulk(message: Message) -> Reading | None:
    """Mail of a list or to many that does not answer us. A short wish to leave that came through a group is heard."""
    marks = message.marks
    if not marks.bulk or message.answers_us:
        if marks.weak == "no-reply-sender" and not message.answers:
            return found(message, Kind.LIST_OR_BULK, "no-reply-sender", marks.weak)
        return None
    if marks.bulk in GROUP_FIELDS and _is_wish(message.new.words):
        return None
    return found(message, Kind.LIST_OR_BULK, "bulk-headers", marks.bulk)


def _is_wish(words: str) -> bool:
    """Whether a member of a group writes a line or two that ask to be left alone; footers have links."""
    opening = words.partition("\n\n")[0]
    alone = len(words) < SHORT_LIST_MAIL and "://" not in words and FOOTER.search(words) is None
    return alone and bool(complaints.complaint(opening) or optout.opt_out(opening))


def receipt_in_prose(message: Message) -> Reading | None:
    """A read receipt without its structure: a subject that says so, and the sentence of the program."""
    if READ.search(message.base.subject[:SUBJECT_READ]) and RECEIPT.search(message.body.text[:2000]):
        return found(message, Kind.READ_RECEIPT, "receipt-in-prose", "subject-prefix")
    return None


def unmarked(message: Message) -> Reading | None:
    """Automatic mail that lost its headers, told by its form alone, and only if nothing in it answers ours."""
    said, words = message.said, message.new.words
    if said.somebody or is_topic(words):
        return None
    if said.away_first and ((said.bounded and (said.notices or said.automatic)) or said.notices > 1):
        return away(message, "notice-form", "absence-first")
    if _is_acknowledgement(message, said):
        return found(message, Kind.AUTO_REPLY, "notice-form", "acknowledged", "acknowledged")
    if said.challenges > 1 or (said.challenges and said.automatic):
        return found(message, Kind.AUTO_REPLY, "notice-form", "challenge", "challenge")
    if said.gone and _is_notice_of_a_departure(message, said):
        return found(message, Kind.LEFT_COMPANY, "notice-form", said.gone, said.gone)
    return None


def _is_acknowledgement(message: Message, said: Said) -> bool:
    """Whether an unmarked text has the form of an acknowledgement, in which nobody speaks for themselves."""
    if said.declared or message.marks.weak == "no-reply-sender":
        return said.acknowledges > 0
    nobody = said.sure and not said.singular
    return said.acknowledges > 0 and (
        (said.acknowledges >= MANY and said.automatic) or (nobody and said.acknowledges + said.notices >= MANY)
    )


def _is_notice_of_a_departure(message: Message, said: Said) -> bool:
    """Whether an unmarked text tells that somebody is gone, and nobody in it asks, acts or takes over."""
    if said.singular and not said.declared:
        return False
    return said.automatic or (said.gone == "left_company" and _speaks_of_its_sender(message))


def _speaks_of_its_sender(message: Message) -> bool:
    """Whether a text tells of its own sender as of somebody else: no person does that."""
    local = (message.base.from_address or "").partition("@")[0]
    names = re.findall(r"[^\W\d_]{3,}", f"{message.base.from_name} {local}".lower())
    opening = message.new.words.lower()[:300]
    return bool(names) and any(re.search(rf"\b{re.escape(name)}\b", opening) for name in names)
