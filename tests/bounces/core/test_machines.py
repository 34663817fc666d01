"""Automatic mail by its marks, by its subject and by its form; and persons whose mail only looks like it."""

import pytest

from bounces.core.language.subjects import without_answer_prefix
from bounces.core.reading import Kind
from bounces.core.replies.interest import label
from tests.bounces.core.mails import mail, read
from tests.bounces.core.test_sentences import sentences

KIM = "From: Kim Lee <kim@birch.example>"
MARKED = "Auto-Submitted: auto-replied"


def parted(name: str) -> list[tuple[str, str]]:
    lines = [line.partition("|") for line in sentences(name)]
    return [(head, text.replace("\\n", "\n")) for head, _, text in lines]


def test_a_notice_of_absence_is_one_in_every_language_with_and_without_marks() -> None:
    texts = [text for _, text in parted("notices")]
    marked = [text for text in texts if read(mail(text, MARKED, subject="x")).kind is not Kind.OUT_OF_OFFICE]
    assert marked == []
    assert [text for text in texts if read(mail(text)).kind is not Kind.OUT_OF_OFFICE] == []


def test_a_marked_absence_is_one_however_it_is_put() -> None:
    texts = sentences("absences")
    assert [text for text in texts if read(mail(text, MARKED, subject="x")).kind is not Kind.OUT_OF_OFFICE] == []


def test_a_person_who_speaks_of_absences_departures_and_receipt_is_a_person() -> None:
    assert [text for text in sentences("persons") if read(mail(text)).kind is not Kind.HUMAN_REPLY] == []


def test_what_machines_say_is_told_apart() -> None:
    wrong = []
    for wanted, text in parted("answers_of_machines"):
        reading = read(mail(text, MARKED, KIM, subject="Re: x"))
        said = {"acknowledged": "ack"}.get(reading.label, reading.label)
        if reading.kind not in {Kind.LEFT_COMPANY, Kind.AUTO_REPLY} or said != wanted:
            wrong.append((wanted, reading.kind, reading.label, text))
    assert wrong == []


@pytest.mark.parametrize("kind", ["ack", "challenge"])
def test_acknowledgements_and_challenges_are_told_by_their_form_alone(kind: str) -> None:
    texts = [text for name, text in parted("answers_of_machines") if name == kind]
    assert [text for text in texts if read(mail(text, KIM)).kind is not Kind.AUTO_REPLY] == []


def test_a_text_that_tells_of_its_own_sender_as_of_somebody_else_is_a_machines() -> None:
    gone = "Kim Lee is no longer with Birch. Please write to sales@birch.example."
    assert read(mail(gone, KIM)).kind is Kind.LEFT_COMPANY
    assert read(mail(gone, "From: Pat Kern <pat@birch.example>")).kind is Kind.HUMAN_REPLY


@pytest.mark.parametrize("subject", ["Re: x", "Automatic reply: x"])
def test_who_left_what_closes_and_a_day_off_are_no_absences_whatever_dates_they_name(subject: str) -> None:
    wrong = []
    for wanted, text in parted("departures"):
        reading = read(mail(text, MARKED, KIM, subject=subject))
        said = {"acknowledged": "ack"}.get(reading.label, reading.label)
        if said != wanted or reading.return_date or reading.kind not in {Kind.LEFT_COMPANY, Kind.AUTO_REPLY}:
            wrong.append((wanted, reading.kind, reading.label, text))
    assert wrong == []


def test_a_notice_without_any_mark_is_told_by_its_form() -> None:
    kinds = {"away": Kind.OUT_OF_OFFICE, "left": Kind.LEFT_COMPANY, "ack": Kind.AUTO_REPLY}
    texts = parted("bare_notices")
    assert [text for wanted, text in texts if read(mail(text, KIM)).kind is not kinds[wanted]] == []


def test_whoever_took_over_asks_or_proposes_is_a_person_even_at_the_address_of_who_left() -> None:
    assert [text for text in sentences("took_over") if read(mail(text, KIM)).kind is not Kind.HUMAN_REPLY] == []


@pytest.mark.parametrize("subject", ["Out of office next week, but let's talk", "Away: back on Friday"])
def test_a_subject_that_somebody_typed_makes_no_notice_of_what_they_write(subject: str) -> None:
    assert read(mail("Hi Sam, yes. Could you send the price list?", subject=subject)).kind is Kind.HUMAN_REPLY
    assert read(mail("I am back on Friday.", subject=subject)).kind is Kind.OUT_OF_OFFICE


def test_an_answer_among_the_members_of_a_list_is_none_to_us_although_a_copy_was_delivered_here() -> None:
    fields = ("List-Id: <chairs.lists.birch.example>", "Delivered-To: sam@seller.example")
    among = mail("+1, drop it.", "To: chairs@lists.birch.example", *fields, subject="Re: [chairs] legs")
    assert read(among).kind is Kind.LIST_OR_BULK
    assert read(mail("Yes, call me.", *fields, subject="Re: [chairs] legs")).kind is Kind.HUMAN_REPLY
    aliased = mail("Yes, call me.", "To: sales@seller.example", *fields, subject="Re: hello")
    assert read(aliased).kind is Kind.HUMAN_REPLY


AGENT = (
    "##- Please type your reply above this line -##\n\nAna, 10 Mar 2026:\n\n"
    "Our web team says that they look at this in summer, so try us again then."
)


@pytest.mark.parametrize("field", ["X-Mailer: Zendesk Mailer", "RT-Ticket: birch #4711", "X-Freshdesk-Ticket-Id: 4711"])
def test_what_an_agent_wrote_is_a_persons_although_the_ticket_system_marked_it(field: str) -> None:
    assert read(mail(AGENT, field, "Auto-Submitted: auto-generated")).kind is Kind.HUMAN_REPLY
    received = "Your request has been received, ticket number 4711."
    assert read(mail(received, field, "Auto-Submitted: auto-generated")).kind is Kind.AUTO_REPLY


@pytest.mark.parametrize(
    "field",
    ["X-Birch-Autoreply: 1", "X-Auto-Reply: yes", "X-Vacation: true", "X-Out-Of-Office: 1", "X-Autoresponse: ok"],
)
def test_a_field_that_is_named_after_automatic_answers_is_a_mark(field: str) -> None:
    assert read(mail("Holiday from 9 to 20 March.", field)).kind is Kind.OUT_OF_OFFICE
    assert read(mail("Yes, call me.", field.partition(":")[0] + ": no")).kind is Kind.HUMAN_REPLY


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Read: Fewer returns at Birch", "Your message was read on Tuesday."),
        ("Gelesen: Fewer returns at Birch", "Ihre Nachricht wurde am Dienstag gelesen."),
        ("Lu : Fewer returns at Birch", "Votre message a été lu mardi."),
    ],
)
def test_a_receipt_in_prose_is_no_answer(subject: str, text: str) -> None:
    assert read(mail(text, subject=subject)).kind is Kind.READ_RECEIPT
    assert read(mail("I have read it, call me.", subject=subject)).kind is Kind.HUMAN_REPLY


def test_a_pressed_thumb_is_a_person() -> None:
    part = "--c\nContent-Type: text/plain\n\nx\n--c\nContent-Type: text/vnd.google.email-reaction+json\n\n{}\n--c--"
    gmail = read(mail(part, "Content-Type: multipart/alternative; boundary=c"))
    outlook = read(mail("Pat Prospect reacted to your message: 👍"))
    assert [(one.kind, one.label) for one in (gmail, outlook)] == [(Kind.HUMAN_REPLY, "reaction")] * 2


def test_a_wish_that_came_through_a_group_is_heard_but_a_lists_footer_is_not() -> None:
    group = ("List-Id: <info.birch.example>", "Precedence: list")
    assert read(mail("Please take us off your list.", *group, answers=False, subject="x")).kind is Kind.UNSUBSCRIBE
    footer = "New table out.\n\n____________\nTo unsubscribe send a mail to leave@lists.birch.example"
    assert read(mail(footer, *group, answers=False, subject="x")).kind is Kind.LIST_OR_BULK


def test_an_answer_among_the_members_of_a_list_is_none_to_us() -> None:
    fields = ("List-Id: <talk.birch.example>", "To: talk@birch.example", "In-Reply-To: <other@birch.example>")
    assert read(mail("I agree with Kim.", *fields, subject="Re: table")).kind is Kind.LIST_OR_BULK


@pytest.mark.parametrize(
    "prefix",
    ["Re: ", "RE: AW: ", "Antwort: ", "[EXTERNAL] Re: ", "*EXT* ", "回复：", "Réf : ", "Vá: ", "Отв: ", "Re[2]: "],
)
def test_prefixes_of_answers_are_peeled_off(prefix: str) -> None:
    assert without_answer_prefix(f"{prefix}Fewer returns") == "Fewer returns"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Sounds good, let's talk on Thursday.", "interested"),
        ("Klingt interessant, schicken Sie mir die Unterlagen.", "interested"),
        ("Ça m'intéresse, appelez-moi.", "interested"),
        ("Me interesa, llámeme.", "interested"),
        ("Not interested, thanks.", "not_interested"),
        ("Kein Interesse, danke.", "not_interested"),
        ("Nous ne sommes pas intéressés.", "not_interested"),
        ("No, gracias, no nos interesa.", "not_interested"),
        ("Nie jesteśmy zainteresowani.", "not_interested"),
        ("Нам это не интересно.", "not_interested"),
        ("I'm not the right person, contact my colleague Kim.", "wrong_person"),
        ("Dafür bin ich nicht zuständig, wenden Sie sich an Frau Kern.", "wrong_person"),
        ("Je ne suis pas la bonne personne.", "wrong_person"),
        ("How much is it?", "question"),
        ("Was kostet das?", "question"),
        ("いくらですか。", "question"),
        ("We are a three-person studio.", ""),
        ("", ""),
    ],
)
def test_an_answer_bears_a_label_when_its_words_are_clear(text: str, wanted: str) -> None:
    assert label(text) == wanted


QUOTE = (
    "\n\nOn 9 March 2026 at 10:00 Sam Seller <sam@seller.example> wrote:\n"
    "> Hi Pat,\n> we help shops like yours to cut their returns.\n"
)


def test_an_answer_through_a_group_that_lost_its_thread_is_told_by_its_quote() -> None:
    group = ("List-Id: <info.birch.example>", "List-Unsubscribe: <mailto:u@birch.example>", "Precedence: list")
    assert read(mail(f"Yes, call me.{QUOTE}", *group, answers=False, subject="x")).kind is Kind.HUMAN_REPLY
    assert read(mail("Our spring sale.", *group, answers=False, subject="x")).kind is Kind.LIST_OR_BULK


@pytest.mark.parametrize("text", ["We have automatic doors, so no.", "I have received your mail, call me on Friday."])
def test_a_word_that_machines_use_makes_no_machine_of_an_agent(text: str) -> None:
    assert read(mail(text, "X-Mailer: Zendesk Mailer")).kind is Kind.HUMAN_REPLY


def test_an_opt_out_that_a_ticket_system_marked_is_heard() -> None:
    field = "Auto-Submitted: auto-generated"
    assert read(mail("Please remove us from your list.", field)).kind is Kind.UNSUBSCRIBE
    assert read(mail("Your mails are spam, I have reported you.", field)).kind is Kind.COMPLAINT


def test_a_forwarded_notice_is_no_notice() -> None:
    assert read(mail("Try Kim then.", subject="RE: Pat is out of the office")).kind is Kind.HUMAN_REPLY
    assert read(mail("x", subject="Pat is out of the office")).kind is Kind.OUT_OF_OFFICE


@pytest.mark.parametrize("local", ["unsubscribe", "sam+unsubscribe", "unsub-4711", "list-unsubscribe+x.y", "optout"])
def test_mail_to_an_address_that_is_there_for_it_is_an_opt_out(local: str) -> None:
    pressed = mail("", f"To: {local}@seller.example", "Auto-Submitted: auto-generated", subject="", answers=False)
    assert read(pressed).kind is Kind.UNSUBSCRIBE


def test_a_subject_that_begins_with_the_wish_is_one_where_the_mail_is_empty() -> None:
    assert read(mail("", subject="unsubscribe from 4711", answers=False)).kind is Kind.UNSUBSCRIBE
    assert read(mail("Yes.", subject="Stop losing parcels", answers=False)).kind is Kind.HUMAN_REPLY


def test_a_machines_answer_that_says_nothing_but_a_day_is_an_absence() -> None:
    assert read(mail("Sailing until 20 March 2026.", MARKED, subject="x")).kind is Kind.OUT_OF_OFFICE
    assert read(mail("Hello from the robot.", MARKED, subject="x")).kind is Kind.AUTO_REPLY


@pytest.mark.parametrize("subject", ["Re: Fewer returns at Birch", "Automatic reply: Fewer returns at Birch"])
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Please unsubscribe me.", Kind.UNSUBSCRIBE),
        ("Hello Nora,\n\nplease take me off your list.\n\nBest, Ada", Kind.UNSUBSCRIBE),
        ("Bitte nehmen Sie mich aus dem Verteiler.", Kind.UNSUBSCRIBE),
        ("This is spam. I will report you", Kind.COMPLAINT),
    ],
)
def test_a_text_that_is_but_a_wish_is_heard_whatever_its_mail_is_marked_as(subject: str, text: str, kind: Kind) -> None:
    for field in (MARKED, "Auto-Submitted: auto-generated", "X-Autoreply: yes", "Precedence: auto_reply"):
        assert read(mail(text, field, subject=subject)).kind is kind


@pytest.mark.parametrize(
    "text",
    [
        "I am out of the office until 24 March. Please stop sending invoices to this mailbox.",
        "Please stop sending invoices to this mailbox.",
        "I am on leave. Please remove me from urgent threads.",
        "Please remove me from urgent threads.",
        "We have received your request.\n\nTo unsubscribe from our bulletin, write to us.",
        "This mailbox is no longer read. Please remove it from your list.",
        "Please stop using this address, write to new@birch.example instead.",
    ],
)
def test_what_a_marked_notice_asks_of_its_own_mail_is_no_wish_to_leave(text: str) -> None:
    assert read(mail(text, MARKED)).kind not in {Kind.UNSUBSCRIBE, Kind.COMPLAINT, Kind.HUMAN_REPLY}
