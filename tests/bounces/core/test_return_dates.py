"""Absences of many languages, each sentence our own: tests/data/dates holds `text | day`, a dash for none."""

import re
from datetime import date, datetime, timedelta, timezone
from functools import cache
from itertools import pairwise
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bounces.core.dates.return_dates import return_date
from bounces.core.mail.headers import Headers

DATA = Path(__file__).parents[2] / "data" / "dates"
SENT = datetime(2026, 3, 10, 10, 0, tzinfo=timezone(timedelta(hours=1)))  # a Tuesday


def back(
    text: str,
    *,
    subject: str = "",
    sent: datetime = SENT,
    phrased: bool = False,
    fields: tuple[tuple[str, str], ...] = (),
) -> date | None:
    headers = Headers(fields)
    return return_date(text, subject, headers, sent, phrased=phrased)


def stated(line: str) -> tuple[str, date | None]:
    text, _, day = line.rpartition("|")
    day = day.strip()
    return text.strip(), None if day == "-" else date.fromisoformat(day if len(day) > 5 else f"2026-{day}")


@cache
def by_language() -> dict[str, list[tuple[str, date | None]]]:
    sections = re.split(r"^\[(\w+)\]\n", (DATA / "absences.txt").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    pairs = zip(sections[::2], sections[1::2], strict=True)
    return {language: [stated(line) for line in lines.splitlines()] for language, lines in pairs}


@pytest.mark.parametrize("language", by_language())
def test_the_day_that_ends_an_absence_is_found_in_every_language(language: str) -> None:
    read = [(text, day, back(text)) for text, day in by_language()[language]]
    assert [one for one in read if one[1] != one[2]] == []


def test_a_notice_in_two_languages_states_its_day_twice() -> None:
    by_day: dict[date, list[tuple[str, str]]] = {}
    for language, lines in by_language().items():
        for text, day in lines:
            if day is not None:
                by_day.setdefault(day, []).append((language, text))
    pairs = [(day, one, other) for day, found in by_day.items() for one, other in pairwise(sorted(found, key=hash_of))]
    wrong = [pair for pair in pairs if pair[1][0] != pair[2][0] and back(f"{pair[1][1]}\n\n{pair[2][1]}") != pair[0]]
    assert wrong == []


BESIDE = [
    "Meet us at the expo on 5-7 May, stand 4! New catalogue out on 1 May.",
    "Tel. 01.02.03.04.05, open Mon-Fri 9-17, 24/7 on +44 20 7946 0123.",
    'Note: This is an automated response to your message "12 ideas" sent on 10/03/2026 09:58:19.',
    "Rabatt bis 30. April 2026! Straße des 17. Juni 12.",
]


@pytest.mark.parametrize("beside", BESIDE)
def test_what_stands_below_a_notice_changes_nothing(beside: str) -> None:
    every = [one for found in by_language().values() for one in found[::3]]
    lines = [one for one in every if one[1] is not None and "/2026" not in one[0]]
    assert [one for one in lines if back(f"{one[0]}\n\n{beside}") != one[1]] == []


def hash_of(pair: tuple[str, str]) -> int:
    """An order that mixes the languages, the same at every run."""
    return crc32(pair[1].encode())


def test_a_person_who_types_an_absence_keeps_its_date_and_no_other_one() -> None:
    lines = (DATA / "typed.txt").read_text(encoding="utf-8").splitlines()
    read = [(text, day, back(text, phrased=True)) for text, day in map(stated, lines)]
    assert [one for one in read if one[1] != one[2]] == []


MONTHS = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "pl": "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    "cs": "ledna února března dubna května června července srpna září října listopadu prosince",
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "hu": "január február március április május június július augusztus szeptember október november december",
    "fi": "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta "
    "marraskuuta joulukuuta",
    "tr": "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık",
    "el": "Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου "
    "Δεκεμβρίου",
    "lt": "sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio",
    "he": "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר",
    "ar": "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
}
FORMS = [
    ("en", "I am away until {d} {name}."),
    ("en", "I am away until {name} {d}, {y}."),
    ("en", "I will be back on {y}-{m:02}-{d:02}."),
    ("de", "Ich bin bis {d:02}.{m:02}. im Urlaub."),
    ("de", "Ab dem {d}. {name} bin ich wieder im Büro."),
    ("fr", "Je suis absent jusqu'au {d} {name} {y}."),
    ("fr", "De retour au bureau le {d:02}/{m:02}/{y}."),
    ("pl", "Jestem na urlopie do {d} {name}."),
    ("cs", "Mám dovolenou do {d}. {name}."),
    ("ru", "Я в отпуске до {d} {name}."),
    ("hu", "Szabadságon vagyok {name} {d}-ig."),
    ("fi", "Olen lomalla {d}. {name} asti."),
    ("tr", "{d} {name} tarihine kadar izindeyim."),
    ("el", "Θα λείπω έως τις {d} {name}."),
    ("lt", "Atostogauju iki {name} {d} d."),
    ("he", "אני בחופשה עד {d} ב{name}."),
    ("ar", "أنا في إجازة حتى {d} {name}."),
    ("ja", "{m}月{d}日まで休暇をいただいております。"),
    ("zh", "我正在休假，{m}月{d}日返回。"),
    ("ko", "{m}월 {d}일까지 휴가입니다."),
]
YEAR = [date(2026, 3, 10) + timedelta(days=3 * ahead) for ahead in range(100)]


def written(form: str, language: str, day: date) -> str:
    name = MONTHS[language].split()[day.month - 1] if language in MONTHS else ""
    return form.format(d=day.day, m=day.month, y=day.year, name=name)


@pytest.mark.parametrize(("language", "form"), FORMS)
def test_every_day_of_the_year_is_read_as_it_was_written(language: str, form: str) -> None:
    assert [day for day in YEAR if back(written(form, language, day)) != day] == []


RANGES = [
    ("en", "I am away from {a.day} {x} to {b.day} {z}."),
    ("en", "I am on leave {x} {a.day} - {z} {b.day}."),
    ("de", "Ich bin vom {a.day}.{a.month}. bis {b.day}.{b.month}. im Urlaub."),
    ("fr", "Je suis en congés du {a.day} {x} au {b.day} {z}."),
    ("pl", "Od {a.day} {x} do {b.day} {z} jestem na urlopie."),
    ("ru", "Я в отпуске с {a.day} {x} по {b.day} {z}."),
    ("fi", "Olen lomalla {a.day}.{a.month}.–{b.day}.{b.month}."),
    ("ja", "{a.month}月{a.day}日から{b.month}月{b.day}日まで休業いたします。"),
]


@pytest.mark.parametrize(("language", "form"), RANGES)
def test_a_range_gives_its_end_and_never_its_start(language: str, form: str) -> None:
    names = MONTHS.get(language, MONTHS["en"]).split()
    for start in YEAR[::2]:
        for days in (1, 6, 25):
            end = start + timedelta(days=days)
            text = form.format(a=start, b=end, x=names[start.month - 1], z=names[end.month - 1])
            assert (text, back(text)) == (text, end)


WEST = datetime(2026, 3, 10, 10, 0, tzinfo=timezone(timedelta(hours=-5)))
UTC_SENT = datetime(2026, 3, 10, 10, 0, tzinfo=timezone(timedelta(0)))
ORDERS = [
    ("I am out until 04/05/2026.", (("content-language", "en-US"),), SENT, (4, 5)),
    ("I am out until 04/05/2026.", (("content-language", "en-IE"),), WEST, (5, 4)),
    ("I am out until 04/05/2026.", (), WEST, (4, 5)),
    ("I am out until 04/05/2026.", (), SENT, (5, 4)),
    ("I am out until 04/05/2026.", (("from", "Al <al@firm.co.uk>"),), WEST, (5, 4)),
    ("I am out until 04/05/2026. Our organization is closed.", (), UTC_SENT, (4, 5)),
    ("I am out until 04/05/2026.", (), UTC_SENT, (5, 4)),  # open: the later one, for they are near each other
    ("I am out until Monday 04/05/2026.", (), WEST, (5, 4)),  # the weekday decides
    ("I am out from 03/28/2026 until 04/05/2026.", (), SENT, (4, 5)),
    ("I am out until 04/05/2026. Your mail was sent on 10/03/2026.", (), WEST, (5, 4)),
    ("Estoy de vacaciones hasta el 04/05/2026.", (), WEST, (5, 4)),
    ("Szabadságon vagyok 04.05-ig.", (), SENT, (4, 5)),
]


@pytest.mark.parametrize(("text", "fields", "sent", "day"), ORDERS)
def test_the_order_of_numbers_is_what_the_mail_betrays(
    text: str, fields: tuple[tuple[str, str], ...], sent: datetime, day: tuple[int, int]
) -> None:
    assert back(text, sent=sent, fields=fields) == date(2026, *day)


@pytest.mark.parametrize(
    ("subject", "day"),
    [
        ("AUTO: Pat Lee is out of the office (returning 20/03/2026)", date(2026, 3, 20)),
        ("AUTO: Pat Lee ist außer Haus (Rückkehr am 20.03.2026)", date(2026, 3, 20)),
        ("Out of office until 20 March", date(2026, 3, 20)),
        ("Abwesend bis 20.03.", date(2026, 3, 20)),
        ("Automatic reply: Back to school offers until 31 August", None),
        ("Re: Our offer until 31 August", None),
    ],
)
def test_a_notices_own_subject_states_the_day_and_ours_does_not(subject: str, day: date | None) -> None:
    assert back("I do not read my mail.", subject=subject) == day


WORDS = "until |back on |12|.|/|-| |March |5 |Monday |next week |bis |KW 37 |and |99|, |月|日|31|から|2026|(|)|'|ig |"
PIECES = st.sampled_from([*WORDS.split("|"), "two weeks from ", "tomorrow ", "end of ", "not ", "\n"])


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=30).map("".join))
def test_no_mixture_of_pieces_of_dates_raises(text: str) -> None:
    assert isinstance(back(f"I am away {text}", subject=text), date | None)
