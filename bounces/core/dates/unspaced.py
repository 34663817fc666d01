"""Return dates in Japanese, Chinese and Korean, which write a date and its part of speech without spaces."""
# ruff: noqa: RUF001 - words of many scripts

import re
from datetime import date, timedelta
from itertools import islice

from bounces.core.dates.looking import Expression
from bounces.core.dates.roles import AWAY, BACK, LOOSE, Scored
from bounces.core.dates.values import Conventions, day_of, next_weekday, valid

UNSPACED = re.compile(r"[\u3040-\u30ff\uac00-\ud7af]|[\u4e00-\u9fff]{2}")
WEEKDAYS = {
    name: number
    for number, names in enumerate(("月一월", "火二화", "水三수", "木四목", "金五금", "土六토", "日天일"), 1)
    for name in names
}
PAREN = r"(?:\s?\([^()]{1,5}\))?(?:\s?[月火水木金土日]曜日?)?(?:\s?[월화수목금토일]요일)?"
DATED = re.compile(
    r"(?<![\d/])(?:(?P<year>20\d\d)\s?(?:年|년|[/.-])\s?)?(?:(?P<month>\d{1,2})\s?(?:月|월)\s?(?P<day>\d{1,2})\s?(?:日|号|號|일)?"
    r"|(?P<m>\d{1,2})(?P<sep>[/.])\s?(?P<d>\d{1,2})(?![\d:/]))\.?" + PAREN
)
DAY_ONLY = re.compile(r"(?<![\d月월/.:-])\s?(?P<only>\d{1,2})\s?(?:日|号|號|일)(?!間|间|以内|동안|간|내)" + PAREN)
WEEKDAY = re.compile(
    r"(?P<next>来週|翌週|下个?(?=[周週星礼])|다음\s?주)?の?\s?(?:(?P<ja>[月火水木金土日])曜日?|(?:星期|周|週|礼拜)(?P<zh>[一二三四五六日天])|(?P<ko>[월화수목금토일])요일)"
)
PART = re.compile(r"(?P<month>\d{1,2})(?:月|월)\s?(?P<part>上旬|初旬|初|中旬|下旬|末|底|초|중순|말|하순)")
NEAR = re.compile(
    r"(?P<overmorrow>明後日|后天|後天|모레)|(?P<tomorrow>明日|明天|내일)|(?P<next>来週|翌週|下周|下週|다음\s?주)(?![のはか]?[月火水木金土日一二三四五六]|\s?[월화수목금토일])"
)
SENTENCES = re.compile(r"[。!?！？\n]+|\.\s")
CLAUSES = re.compile(r"[,，、;；]")
RANGE = re.compile(r"\s?(?:から|より|~|～|〜|-|–|—|―|至|到|부터|、|,|・|和|및|と)\s?(?:の?\s?)?")
UNTIL = re.compile(r"\s?(?:まで|迄|之前|以前|前(?![往台来方])|前|为止|為止|까지|間)")
FROM = re.compile(r"\s?(?:より|から|以降|以后|以後|之后|之後|起|开始|開始|後|后|부터|이후)")
BACKS = re.compile(
    r"出社|復帰|再開|営業(?!時間|所|部|日)|通常|対応|返信|返事|返答|回答|連絡|戻|出勤|恢复|恢復|回复|回覆|返回|上班|回来|回到|回公司|处理|處理|正常|복귀|출근|업무를?\s?재개|업무|답변|"
    r"회신|답장|연락|정상|재개"
)
AWAYS = re.compile(
    r"休|不在|出張|休業|放假|外出|出差|无法|無法|不便|离开|휴가|부재|출장|휴무|휴직|쉬|여행|不能|できません|出来ません"
)
OTHERS = re.compile(r"退職|退社|離職|离职|辞职|퇴사|同事|代理|担当の|동료|대리|送信|发送|발송|展示会|展览|전시|受付")
PRESENT = re.compile(r"在席|出社して|(?<!不)在办公室|근무합")
REACH = 40
SPAN_LIMIT = 12  # dates of one form in a sentence
SENTENCE_LIMIT = 60


def unspaced(plain: str, conventions: Conventions) -> list[Scored]:
    """The dates of a text that may be the end of an absence."""
    found: list[Scored] = []
    previous: date | None = None
    for sentence in SENTENCES.split(plain, SENTENCE_LIMIT)[:SENTENCE_LIMIT]:
        if sentence.strip():
            scored, previous = _sentence(sentence, conventions, previous)
            found += scored
    return found


def _sentence(text: str, conventions: Conventions, previous: date | None) -> tuple[list[Scored], date | None]:
    spans = sorted(_spans(text), key=lambda span: span[0])
    scored: list[Scored] = []
    start: date | None = None
    end = 0
    for index, (first, last, match) in enumerate(spans):
        if first < end:
            continue
        following = next((span[0] for span in spans[index + 1 :] if span[0] >= last), len(text))
        day = _day(match, conventions, start, previous)
        if day is None:
            continue
        left, right = text[end:first][-REACH:], text[last:following][:REACH]
        end = last
        if following < len(text) and RANGE.fullmatch(text[last:following]):
            start = day
            continue
        level = _level(text, left, right, ranged=start is not None, kind=match.lastgroup or "")
        if level:
            scored.append(Scored(day, level, start, mine=True))
        previous, start = day, None
    return scored, previous


def _spans(text: str) -> list[tuple[int, int, re.Match[str]]]:
    found: list[tuple[int, int, re.Match[str]]] = []
    for pattern in (DATED, PART, DAY_ONLY, WEEKDAY, NEAR):
        for match in islice(pattern.finditer(text), SPAN_LIMIT):
            if not any(match.start() < last and first < match.end() for first, last, _ in found):
                found.append((match.start(), match.end(), match))
    return found


def _day(match: re.Match[str], conventions: Conventions, start: date | None, previous: date | None) -> date | None:
    """The day of a match. One without its month is of the month that was named last, or of the next."""
    groups, sent = match.groupdict(), conventions.sent
    if groups.get("part"):
        return _part_of_month(int(groups["month"]), groups["part"], sent)
    if month := groups.get("month") or groups.get("m"):
        number = int(groups.get("day") or groups.get("d") or 0)
        written = Expression(0, 1, "date", number, int(month), int(groups.get("year") or 0))
        return (
            day_of(written, conventions, None if groups.get("year") else start)
            if valid(2024, int(month), number)
            else None
        )
    if groups.get("only"):
        return day_of(
            Expression(0, 1, "day", int(groups["only"])),
            conventions,
            start or max(sent, previous.replace(day=1) if previous else sent),
        )
    if name := groups.get("ja") or groups.get("zh") or groups.get("ko"):
        day = next_weekday(sent, WEEKDAYS[name])
        monday = sent - timedelta(days=sent.weekday())
        return monday + timedelta(days=6 + WEEKDAYS[name]) if groups.get("next") else day
    if groups.get("tomorrow") or groups.get("overmorrow"):
        return sent + timedelta(days=1 if groups.get("tomorrow") else 2)
    return next_weekday(sent, 1)


def _part_of_month(month: int, part: str, sent: date) -> date | None:
    year = sent.year + (month < sent.month)
    first = valid(year, month, 1)
    if first is None:
        return None
    if part in {"上旬", "初旬", "初", "초"}:
        return first
    if part in {"中旬", "중순"}:
        return first.replace(day=15)
    return (first.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)


def _level(text: str, left: str, right: str, *, ranged: bool, kind: str) -> int:
    if OTHERS.search(CLAUSES.split(left)[-1]) or OTHERS.search(CLAUSES.split(right)[0]):
        return 0
    away, back = AWAYS.search(right), BACKS.search(right)
    gone = AWAYS.search(text) is not None
    if ranged:
        return AWAY if gone else LOOSE
    if UNTIL.match(right):
        return 0 if PRESENT.search(right) else AWAY if gone else LOOSE
    first_is_back = back is not None and (away is None or back.start() < away.start())
    if first_is_back or FROM.match(right) or BACKS.search(left[-14:]):
        return BACK if first_is_back or not FROM.match(right) else 0
    if kind in {"ja", "zh", "ko", "tomorrow", "next"}:
        return 0
    return AWAY if away is not None and away.start() < 12 else LOOSE if gone else 0
