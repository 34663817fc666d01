from datetime import date

import pytest

from bounces.core.reading import Kind
from tests.bounces.core.mails import US, away, mail, read

AWAY_TEXTS = {
    "en": "I am out of the office and will answer on my return.",
    "de": "Ich bin derzeit nicht im Büro. In dringenden Fällen wenden Sie sich an die Zentrale.",
    "fr": "Je suis absent du bureau cette semaine.",
    "es": "Estoy de vacaciones y no leo el correo.",
    "it": "Sono in ferie e non leggo la posta.",
    "nl": "Ik ben op vakantie en lees mijn mail niet.",
    "pt": "Estou de férias e sem acesso ao correio.",
    "pl": "Jestem na urlopie, odpiszę po powrocie.",
    "sv": "Jag är på semester.",
    "da": "Jeg holder ferie denne uge.",
    "no": "Jeg er på ferie denne uken.",
    "fi": "Olen lomalla.",
    "cs": "Mám dovolenou.",
    "ru": "Я в отпуске.",
    "tr": "Şu anda yıllık izindeyim, izinde olduğum için yanıt veremiyorum.",
    "ja": "現在、休暇をいただいております。",
    "zh": "我正在休假。",
}


@pytest.mark.parametrize("language", AWAY_TEXTS)
def test_an_automatic_notice_of_absence_holds_and_is_no_reply(language: str) -> None:
    reading = read(mail(AWAY_TEXTS[language], "Auto-Submitted: auto-replied", subject="Re: Fewer returns at Birch"))
    assert reading.kind is Kind.OUT_OF_OFFICE
    assert reading.evidence == "auto-submitted=auto-replied"


@pytest.mark.parametrize(
    "field",
    [
        'Auto-Submitted: Auto-Replied (vacation); owner-email="a@b.example"',
        "X-Autoreply: yes",
        "X-Autorespond: Away",
        "X-Precedence: auto_reply",
        "X-Apple-Action: VACATION",
        "X-FC-MachineGenerated: true",
        "auto-submitted: auto-generated",
    ],
)
def test_each_strong_mark_alone_makes_an_absence_automatic(field: str) -> None:
    assert read(mail("I am away this week.", field)).kind is Kind.OUT_OF_OFFICE


@pytest.mark.parametrize(
    "field", ["Auto-Submitted: no", "X-Auto-Response-Suppress: All", "Precedence: bulk", "List-Id: <x.y>"]
)
def test_marks_that_only_ask_others_not_to_answer_leave_a_person_a_person(field: str) -> None:
    assert read(mail("Yes, let us talk on Thursday.", field)).kind is Kind.HUMAN_REPLY


@pytest.mark.parametrize(
    "subject",
    [
        "Automatic reply: x",
        "Automatische Antwort: x",
        "Réponse automatique : x",
        "Respuesta automática: x",
        "自動応答: x",
        "Автоответ: x",
        "Autosvar: x",
        "Out of Office: x",
    ],
)
def test_the_prefix_of_an_automatic_answer_decides_without_any_header(subject: str) -> None:
    assert read(mail("Away this week.", subject=subject)).kind is Kind.OUT_OF_OFFICE


@pytest.mark.parametrize(
    "text",
    [
        "I was out of office when your note came in, sorry. Tell me more.",
        "My boss is on holiday, ask me again in May.",
        "Sounds interesting, but I'm on holiday until April 5, call me then.",
        "How do you deal with vacation replies in your tool?",
        "Ich war im Urlaub, jetzt bin ich wieder da. Was kostet das?",
    ],
)
def test_people_who_write_about_absences_are_people(text: str) -> None:
    assert read(mail(text)).kind is Kind.HUMAN_REPLY


def test_a_person_keeps_the_date_they_typed() -> None:
    reading = read(mail("Sounds interesting, but I'm on holiday until April 5. Call me then."))
    assert (reading.kind, reading.return_date) == (Kind.HUMAN_REPLY, date(2026, 4, 5))


def test_a_person_who_answers_an_automatic_reply_is_a_person() -> None:
    assert read(mail("Who are you?", subject="RE: Automatic reply: Fewer returns")).kind is Kind.HUMAN_REPLY


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Kim is no longer with the company.", "left_company"),
        ("Frau Kim ist nicht mehr für uns tätig.", "left_company"),
        ("Kim ne fait plus partie de notre société.", "left_company"),
        ("Ya no forma parte de la empresa.", "left_company"),
        ("This mailbox is not monitored.", "mailbox_unmonitored"),
        ("Please note that my email address has changed.", "address_changed"),
    ],
)
def test_an_address_that_nobody_reads_any_more_stops_for_good(text: str, label: str) -> None:
    reading = read(mail(text, "Auto-Submitted: auto-replied"))
    assert (reading.kind, reading.label) == (Kind.LEFT_COMPANY, label)


def test_a_colleague_who_took_over_is_a_person() -> None:
    assert read(mail("Kim is no longer with the company, I took over. What is it about?")).kind is Kind.HUMAN_REPLY


@pytest.mark.parametrize(
    "text", ["Your request has been received, ticket number 4711.", "Wir haben Ihre Anfrage erhalten."]
)
def test_an_acknowledgement_changes_nothing(text: str) -> None:
    assert read(mail(text, "Auto-Submitted: auto-replied")).kind is Kind.AUTO_REPLY


def test_a_challenge_is_shown_as_one() -> None:
    reading = read(mail("Please verify that you are a human by clicking below.", "Auto-Submitted: auto-replied"))
    assert (reading.kind, reading.label) == (Kind.AUTO_REPLY, "challenge")


@pytest.mark.parametrize(
    "field", ["List-Unsubscribe: <https://x.example/u>", "List-Id: <news.x.example>", "Precedence: bulk"]
)
def test_bulk_mail_that_does_not_answer_us_is_ignored(field: str) -> None:
    assert read(mail("Our spring offers!", field, subject="Spring", answers=False)).kind is Kind.LIST_OR_BULK
    assert read(mail("Sure, call me.", field)).kind is Kind.HUMAN_REPLY


def test_our_own_mail_is_never_a_reply() -> None:
    assert read(mail("Hi Pat", "From: sam@seller.example")).kind is Kind.OWN_MAIL


DATES = [
    ("I am out of the office until 20 March 2026.", (2026, 3, 20)),
    ("I am away and back on Friday.", (2026, 3, 13)),
    ("I will be out from 12 to 18 March and return on 19 March.", (2026, 3, 19)),
    ("I am on leave from March 12 - 18.", (2026, 3, 18)),
    ("I'm away until the 24th.", (2026, 3, 24)),
    ("I am travelling until mid April.", (2026, 4, 15)),
    ("I'm on parental leave until the end of June 2026.", (2026, 6, 30)),
    ("I am back tomorrow.", (2026, 3, 11)),
    ("Ich bin bis einschließlich 20.03. nicht im Büro.", (2026, 3, 20)),
    ("Ich bin vom 12. bis 20. März im Urlaub und ab dem 23. März wieder erreichbar.", (2026, 3, 23)),
    ("Je suis absent jusqu'au 20 mars inclus.", (2026, 3, 20)),
    ("Je suis en congés du 12 au 20 mars, de retour le 23 mars.", (2026, 3, 23)),
    ("Estoy de vacaciones hasta el 20 de marzo.", (2026, 3, 20)),
    ("Sono in ferie fino al 20 marzo, rientro il 23/03/2026.", (2026, 3, 23)),
    ("Ik ben afwezig t/m 20 maart.", (2026, 3, 20)),
    ("Estou de férias até 20 de março.", (2026, 3, 20)),
    ("Jestem na urlopie do 20 marca.", (2026, 3, 20)),
    ("Jag är på semester till och med 20 mars.", (2026, 3, 20)),
    ("Jeg holder ferie til 20. marts.", (2026, 3, 20)),
    ("Olen lomalla 20.3. asti.", (2026, 3, 20)),
    ("Mám dovolenou do 20. března.", (2026, 3, 20)),
    ("Я в отпуске до 20 марта.", (2026, 3, 20)),
    ("3月20日まで休暇をいただいております。", (2026, 3, 20)),
    ("我在休假，3月20日返回。", (2026, 3, 20)),
]


@pytest.mark.parametrize(("text", "day"), DATES)
def test_the_day_that_a_notice_names_is_kept_unchanged(text: str, day: tuple[int, int, int]) -> None:
    assert away(text) == date(*day)


@pytest.mark.parametrize(
    ("text", "fields", "day"),
    [
        ("I am out of the office until 04/05/2026.", ("Content-Language: en-US",), date(2026, 4, 5)),
        ("I am out of the office until 04/05/2026.", ("Content-Language: en-GB",), date(2026, 5, 4)),
        ("I am out of the office until 04/05/2026. Call +44 20 7946 0000.", (), date(2026, 5, 4)),
        ("I am out of the office from 03/28/2026 until 04/05/2026.", (), date(2026, 4, 5)),
        ("Ich bin bis 04/05/2026 nicht im Büro.", (), date(2026, 5, 4)),
        ("I am out of the office and will be back when I am back. Thank you.", (), None),
        ("I have been away since 1 March 2026.", (), None),
        ("I am away; the registered office closed on 1 April 2026.", (), None),
    ],
)
def test_an_ambiguous_or_foreign_date_is_not_guessed_early(
    text: str, fields: tuple[str, ...], day: date | None
) -> None:
    assert away(text, *fields) == day


def test_a_year_rolls_over_but_a_forgotten_notice_stays_in_the_past() -> None:
    assert away("I am away until 5 January.") == date(2027, 1, 5)
    assert away("I am away until 1 March.") == date(2026, 3, 1)


def test_the_returned_day_of_an_apple_header_and_of_a_domino_subject_are_believed() -> None:
    apple = "X-Apple-Criteria: {kind=VACATION,startDate=2026-03-01T00:00:00Z,endDate=2026-03-20T22:59:59Z}"
    assert away("On holiday.", apple, "X-Apple-Action: VACATION") == date(2026, 3, 20)
    assert away("On holiday.", subject="AUTO: Pat is out of the office (returning 03/20/2026)") == date(2026, 3, 20)


def test_a_subject_of_ours_is_no_evidence() -> None:
    assert US.subjects[0] in read(mail("ok")).subject
