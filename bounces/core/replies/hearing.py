"""What a text says of itself: its writer is away, gone for good, a machine; told by the parts its words play.

An absence takes a person, a state and mostly a time. A bare word (vacation, Urlaub) is never enough: people write about
these. What lies in the past is a person who is back; somebody else's absence is none of the writer's.
"""

import re
from dataclasses import dataclass

from bounces.core.language.lexicon import PAUSES, Sentence
from bounces.core.language.roles import (
    ACK,
    AGREE,
    AUTO,
    AWAY,
    BACK,
    BE,
    CHALLENGE,
    CHANGED,
    COLLEAGUE,
    DECLINE,
    FIRST,
    INTEREST,
    LEFT,
    LIMIT,
    ME,
    MORE,
    MY,
    NEG,
    NOTICE,
    SEND,
    SHUT,
    SURE,
    THIS,
    TILL,
    TOPIC,
    UNMONITORED,
    WAS,
    WORK,
    YOUR,
)  # fmt: skip
from bounces.core.language.vocabulary import LEXICON

SENTENCES_READ = 40
HEAD = 4  # sentences in which a notice says what it is
REACH = 8  # words between a person and their state
ONE = frozenset("i ich je j yo io ik eu ja jag jeg ja я".split())  # noqa: SIM905
SPAN = frozenset(  # before a day, they tell of more than one
    """
    until till through from between since bis vom ab kw danach jusqu du depuis hasta del desde fino dal tot t van vanaf
    ate do od tom fran fra til fom vecka uge uke week weeks до с по
    """.split()  # noqa: RUF001, SIM905 - a list of quoted words would be unreadable
)
WORK_REACH = 5  # words between a verb of working and what denies it
SALUTATION = 3  # words: "Hello Sam," parts nothing
QUESTION = 4  # words; a longer question is somebody's
OBJECTS = frozenset("it me us this that them the your a you".split())  # noqa: SIM905 - what is left, and no leave
GREETING = 6  # words; a sentence of that length before the notice is none of it
UNSPACED_AWAY = re.compile(
    r"休暇|不在に?(?:して|と|で|中|いた)|休業|休み(?:を|と|に|です|させ)|出張(?:中|の|に|で)|休[^。\n]{0,4}假|"
    r"不在(?:办公室|辦公室|公司)|出差|外出|放假|年假|请假|"
    r"휴가|부재|출장|휴무|육아\s?휴직|ลาพักร้อน|ลาหยุด|ไม่อยู่ที่(?:สำนักงาน|ออฟฟิศ)|छुट्टी पर|अवकाश पर|"
    r"कार्यालय से बाहर"
)
UNSPACED_GONE = re.compile(r"退職|退社|已离职|已離職|不再任职|不再任職|퇴사|퇴직|ลาออก")
UNSPACED_CHANGED = re.compile(
    r"(?:メールアドレス|アドレス)[^。\n]{0,10}変更|新(?:しい)?(?:メール)?アドレス|新邮箱|新郵箱|"
    r"邮箱(?:已)?(?:变更|更换)|(?:메일|이메일)\s?주소[^.\n]{0,8}변경"
)
UNSPACED_NOTICE = re.compile(
    r"緊急|お急ぎ|急ぎ|ご迷惑|紧急|緊急|急事|尽快回复|返回后|급한|긴급|복귀|เร่งด่วน|तत्काल|自動|自动|자동"
)
UNSPACED_ACK = re.compile(
    r"受け付け(?:ました|いた|て)|受付(?:いた|け|完了|番号)|受領(?:しました|いたしました)|お問い合わせ(?:を|"
    r"いただ|番号|ありがと|頂)|已收到|收到(?:您|你)的|感谢(?:您的)?(?:来信|来函|咨询)|"
    r"感謝您的(?:來信|來函)|工单|접수(?:되|번호|했)|문의(?:해 주셔서|번호)|ได้รับ(?:อีเมล|ข้อความ|"
    r"คำขอ)ของคุณ(?:แล้ว)?|प्राप्त हो गया"
)
UNSPACED_AUTO = re.compile(
    r"自動(?:送信|返信|応答|配信)|自动(?:发送|回复|答复)|自動(?:回覆|發送)|자동\s?(?:발송|응답|회신)|อัตโนมัติ|"
    r"स्वचालित|返信(?:は|いただ)[^。]{0,10}(?:でき|お受け)"
)


@dataclass(frozen=True, slots=True)
class Said:
    """What a text says of itself."""

    away: bool = False  # its writer is away now or will be
    away_first: bool = False  # and says so at once, before anything else
    bounded: bool = False  # with a time
    back: bool = False  # speaks of a return
    gone: str = ""  # left_company, mailbox_unmonitored, address_changed
    gone_first: bool = False  # and says so before any absence
    notices: int = 0  # sentences with what notices of an absence add
    acknowledges: int = 0  # sentences that say that a mail was received
    automatic: bool = False  # speaks of machines
    declared: bool = False  # and says that it is of one, or that nobody should answer
    challenges: int = 0  # sentences that want a proof
    singular: bool = False  # somebody speaks for themselves
    until: bool = False  # somebody is something until a day, be it away or abroad
    sure: bool = False  # says what only machines say of a mail that was received
    topic: bool = False  # speaks of an offer or a price, and not to tell who answers for them
    asks: bool = False  # asks more than "urgent?"
    personal: bool = False  # answers us: interest, our offer, a question

    @property
    def somebody(self) -> bool:
        """Whether somebody in it turns to us: answers, asks or speaks of what we offer."""
        return self.personal or self.asks or self.topic

    @property
    def anything(self) -> bool:
        """Whether it says anything that automatic mail says."""
        return self.away or bool(self.gone) or self.acknowledges > 0 or self.challenges > 0 or self.automatic


def hear(text: str) -> Said:
    """What a text says of itself."""
    heard = _Heard()
    for number, sentence in enumerate(LEXICON.sentences(text)):
        if number >= SENTENCES_READ:
            break
        for roles in sentence.languages.values():
            heard.sentence(number, sentence, roles)
    return heard.said(text)


class _Heard:
    def __init__(self) -> None:
        self.away_at: list[int] = []
        self.before = 0  # the first sentence that is more than a greeting
        self.begun = False
        self.closed_days = 0  # sentences of an absence that name nothing but a day on which a shop is closed
        self.asks = self.sure = self.until = self.topic = False
        self.bounded = self.back = self.automatic = self.declared = self.personal = self.singular = False
        self.gone: dict[str, int] = {}
        self.notices: set[int] = set()
        self.acknowledged: set[int] = set()
        self.challenged: set[int] = set()

    def sentence(self, number: int, sentence: Sentence, roles: tuple[int, ...]) -> None:
        here = 0
        for role in roles:
            here |= role
        if here & AWAY and (away := _is_away(sentence.words, roles, here)):
            self.closed_days += number not in self.away_at and _is_closed_day(sentence.words, roles)
            self.away_at.append(number)
            self.bounded = self.bounded or away == "bounded"
        self.back = self.back or (bool(here & BACK and here & (BE | FIRST | MY | AWAY)) and not _is_over(roles, BACK))
        self.automatic = self.automatic or bool(here & AUTO)
        self.declared = self.declared or (bool(here & AUTO) and _declares(roles))
        for name, mask in (("left_company", LEFT), ("mailbox_unmonitored", UNMONITORED), ("address_changed", CHANGED)):
            if here & mask:
                self.gone.setdefault(name, number)
        for mask, numbers in ((NOTICE, self.notices), (ACK, self.acknowledged), (CHALLENGE, self.challenged)):
            if here & mask:
                numbers.add(number)
        if here & WORK and _works_no_longer(roles):
            self.gone.setdefault("left_company", number)
        denied = here & NEG
        self.topic = self.topic or bool(here & TOPIC and (not here & NOTICE or here & (FIRST | MY | ME | SEND)))
        self.until = self.until or (bool(here & TILL) and bool(here & BE) and bool(here & FIRST) and not here & WAS)
        self.sure = self.sure or bool(here & SURE)
        self.asks = self.asks or (sentence.asks and len(sentence.words) > QUESTION)
        self.singular = self.singular or not ONE.isdisjoint(sentence.words)
        self.personal = self.personal or bool(
            (here & INTEREST and not denied)
            or (sentence.asks and here & YOUR)
            or (here & (AGREE | DECLINE) and not here & NOTICE)
        )
        if not self.begun and not here & (NOTICE | AUTO) and len(sentence.words) > GREETING and not here & AWAY:
            self.begun, self.before = True, number

    def said(self, text: str) -> Said:
        if self.acknowledged and self.closed_days >= len(set(self.away_at)):
            self.away_at = []  # opening hours
        away, bounded = bool(self.away_at), self.bounded
        first = away and self.away_at[0] <= HEAD and (not self.begun or self.before >= self.away_at[0])
        gone = next(
            (name for name in ("left_company", "address_changed", "mailbox_unmonitored") if name in self.gone), ""
        )
        gone_first = bool(gone) and (not away or self.gone[gone] <= self.away_at[0])
        notices, acknowledged, automatic = len(self.notices), len(self.acknowledged), self.automatic
        if not text.isascii():
            if found := UNSPACED_AWAY.search(text[:2_000]):
                away, first = True, first or found.start() < UNSPACED_HEAD
                bounded = bounded or any(char.isdigit() for char in text[max(0, found.start() - 60) : found.end() + 60])
            gone = gone or ("left_company" if UNSPACED_GONE.search(text[:2_000]) else "")
            gone = gone or ("address_changed" if UNSPACED_CHANGED.search(text[:2_000]) else "")
            notices += len(UNSPACED_NOTICE.findall(text[:2_000]))
            acknowledged += len(UNSPACED_ACK.findall(text[:2_000]))
            automatic = automatic or UNSPACED_AUTO.search(text[:4_000]) is not None
        return Said(
            away=away, away_first=first, bounded=bounded, back=self.back, gone=gone, gone_first=gone_first or not away,
            notices=notices, acknowledges=acknowledged, automatic=automatic, challenges=len(self.challenged),
            declared=self.declared or (automatic and not self.automatic), personal=self.personal,
            singular=self.singular, sure=self.sure, asks=self.asks, until=self.until, topic=self.topic,
        )  # fmt: skip


def _works_no_longer(roles: tuple[int, ...]) -> bool:
    """Whether somebody no longer works: the denial and the "longer" stand around the verb, in any order."""
    for index, role in enumerate(roles):
        if role & WORK:
            near = roles[max(0, index - WORK_REACH) : index + WORK_REACH + 1]
            if any(one & NEG for one in near) and any(one & MORE for one in near):
                return True
    return False


def _is_closed_day(words: tuple[str, ...], roles: tuple[int, ...]) -> bool:
    """Whether a sentence only says on which day a shop is closed."""
    away = [role for role in roles if role & AWAY]
    return all(role & SHUT for role in away) and SPAN.isdisjoint(words) and not any(role & BACK for role in roles)


def _declares(roles: tuple[int, ...]) -> bool:
    """Whether a sentence says that this is automatic, or that nobody should answer it."""
    for index, role in enumerate(roles):
        if role & AUTO:
            denied = role & NEG or any(one & NEG for one in roles[index + 1 : index + 2])
            if denied or any(one & THIS for one in roles[max(0, index - HEAD - 1) : index]):
                return True
    return False


def _is_over(roles: tuple[int, ...], mask: int) -> bool:
    """Whether the past stands right before what is looked for."""
    return any(
        role & mask and any(one & WAS for one in roles[max(0, index - 3) : index]) for index, role in enumerate(roles)
    )


UNSPACED_HEAD = 120  # characters in which a notice of an unspaced script says what it is


def _is_away(words: tuple[str, ...], roles: tuple[int, ...], here: int) -> str:
    """Answer "plain" or "bounded" when the sentence says that its writer is away, else nothing."""
    bounded = bool(here & (TILL | BACK | LIMIT)) or any(word[0].isdigit() for word in words)
    for index, role in enumerate(roles):
        if not role & AWAY or (words[index] == "leave" and not OBJECTS.isdisjoint(words[index + 1 : index + 2])):
            continue
        start = max(0, index - REACH)
        before = roles[start:index]
        if any(one & WAS for one in before) and not any(one & BE for one in before[-3:]):
            continue
        subject = next((one for one in roles[:index] if one & (COLLEAGUE | FIRST)), 0)
        if subject & COLLEAGUE and not subject & FIRST:
            continue
        if any(one & (BE | FIRST | MY) for one in (*before, *roles[index : index + REACH])):
            return "bounded" if bounded else "plain"
        if bounded and index <= REACH and not any(word in PAUSES for word in words[SALUTATION:index]):
            return "bounded"
    return ""
