import pytest

from bounces.core.reading import Kind
from bounces.core.replies.complaints import complaint
from bounces.core.replies.optout import alone, opt_out
from tests.bounces.core.mails import mail, read

WISHES = [
    "Please take me off your mailing list.",
    "Kindly delete my address from your database.",
    "do not email me again",
    "Stop contacting us!",
    "I no longer wish to receive these messages.",
    "Can you remove us from whatever list this is?",
    "Not for us, please unsubscribe.",
    "UNSUBSCRIBE",
    "unsubcribe pls",
    "Leave me alone.",
    "Bitte löschen Sie meine Adresse aus Ihrem Verteiler.",
    "Bitte keine weiteren E-Mails.",
    "Nehmen Sie mich bitte aus der Liste.",
    "Merci de retirer mon adresse de votre liste.",
    "Ne me contactez plus.",
    "Por favor, elimine mi correo de su lista.",
    "No me envíen más correos.",
    "Vi prego di cancellarmi dalla lista.",
    "Non scrivetemi più.",
    "Graag mijn adres verwijderen uit uw bestand.",
    "Stuur mij geen mails meer.",
    "Por favor, remova o meu e-mail da lista.",
    "Não me envie mais e-mails.",
    "Proszę usunąć mój adres z listy.",
    "Proszę nie wysyłać mi więcej wiadomości.",
    "Ta bort mig från listan.",
    "Skicka inte fler mejl till mig.",
    "Slet min adresse fra jeres liste.",
    "Fjern meg fra listen.",
    "Poistakaa minut postituslistalta.",
    "Odhlaste mě prosím ze seznamu.",
    "Удалите мой адрес из рассылки.",
    "Больше не пишите мне.",
    "Beni listeden çıkarın.",
    "Töröljenek a listáról, az e-mail címemet is.",
    "配信を停止してください。",
    "请将我从邮件列表中删除。",
    "메일 목록에서 저를 삭제해 주세요.",
]

NO_WISHES = [
    "Please don't remove me from the list, I like it.",
    "I unsubscribed from your competitor last week.",
    "Do you handle unsubscribes for your customers?",
    "Stop by our booth in May.",
    "Our phones ring non-stop at the moment.",
    "Please remove the attachment and send it again.",
    "Can we opt out of the annual plan later?",
    "Send me the price list and call me on Monday.",
    "I will take this to my team and get back to you.",
    "Found this in my spam folder, glad I looked.",
    "We are happy with our current supplier, thanks.",
    "Das Auto ist abgemeldet.",
    "Schicken Sie mir bitte mehr Informationen.",
    "Melden Sie sich gern im Mai.",
    "Envoyez-moi plus de détails, s'il vous plaît.",
    "No tengo tiempo esta semana, escríbame en mayo.",
    "Non ho tempo ora, mi scriva a maggio.",
    "Ik heb nu geen tijd, mail me volgende week.",
    "Nie mam teraz czasu, proszę napisać w maju.",
    "Jag har inte tid nu, hör av dig i maj.",
    "Сейчас нет времени, напишите мне в мае.",
    "今週は忙しいので、来週ご連絡ください。",
    "I did not receive the file, can you email me again?",
]

CHARGES = [
    "I have reported you to the ICO.",
    "Under Article 17 GDPR I demand erasure.",
    "Our lawyer will contact you.",
    "This is a cease and desist notice.",
    "Stop spamming me!",
    "Das ist eine Abmahnung nach UWG.",
    "Je vais porter plainte auprès de la CNIL.",
    "Presentaré una denuncia ante la AEPD.",
    "Piss off.",
]


@pytest.mark.parametrize("text", WISHES)
def test_a_wish_to_be_left_alone_is_an_opt_out_in_every_language(text: str) -> None:
    assert opt_out(text) is not None
    assert read(mail(text)).kind is Kind.UNSUBSCRIBE


@pytest.mark.parametrize("text", NO_WISHES)
def test_words_that_only_look_like_an_opt_out_are_an_ordinary_reply(text: str) -> None:
    assert opt_out(text) is None
    assert read(mail(text)).kind is Kind.HUMAN_REPLY


@pytest.mark.parametrize("text", CHARGES)
def test_a_charge_a_law_or_an_insult_is_a_complaint(text: str) -> None:
    assert complaint(text)
    assert read(mail(text)).kind is Kind.COMPLAINT


@pytest.mark.parametrize(
    "text", ["Are you GDPR compliant?", "It went to my spam folder.", "Does this work with our spam filter?"]
)
def test_questions_about_law_and_spam_are_no_complaint(text: str) -> None:
    assert not complaint(text)


@pytest.mark.parametrize(
    "text",
    [
        "STOP",
        "stop.",
        " Stop please ",
        "Abmelden!",
        "désabonner",
        "BAJA",
        "配信停止",
        "退订",
        "Отписаться",
        "remove me",
    ],
)
def test_one_word_is_enough_in_any_case(text: str) -> None:
    assert alone(text)


@pytest.mark.parametrize("text", ["", "yes", "stop the press and listen", "please", "no", "no thanks"])
def test_other_words_are_not(text: str) -> None:
    assert not alone(text)


def test_a_wish_for_the_whole_company_says_so() -> None:
    reading = read(mail("Please remove everyone at our company from your list."))
    assert (reading.kind, reading.label) == (Kind.UNSUBSCRIBE, "whole_domain")


def test_the_subject_alone_can_ask_but_ours_cannot() -> None:
    assert read(mail("", subject="unsubscribe")).kind is Kind.UNSUBSCRIBE
    assert read(mail("", subject="Remove me from the list Re: Fewer returns at Birch")).kind is Kind.UNSUBSCRIBE
    assert read(mail("Yes", subject="Re: Stop losing money")).kind is Kind.HUMAN_REPLY


@pytest.mark.parametrize(
    "text",
    [
        "This message was automatically generated by Gmail.",
        "Apple Mail sent this email to unsubscribe from the message",
    ],
)
def test_the_button_of_a_mail_program_is_an_opt_out_however_automatic_it_looks(text: str) -> None:
    assert read(mail(text, "Auto-Submitted: auto-generated", subject="x")).kind is Kind.UNSUBSCRIBE


def test_mail_to_the_unsubscribe_address_is_an_opt_out_whatever_it_says() -> None:
    reading = read(mail("hello", "To: leave@seller.example", subject="anything", answers=False))
    assert (reading.kind, reading.rule) == (Kind.UNSUBSCRIBE, "unsubscribe-address")


def test_an_opt_out_beats_a_calendar_answer_and_loses_only_to_a_complaint() -> None:
    assert read(mail("Not interested, remove me from your list or I call my lawyer.")).kind is Kind.COMPLAINT
