import pytest

from bounces.core.mail.headers import Headers
from bounces.core.mail.parsing import Part
from bounces.core.reading import Action, Category, Kind, Reading
from bounces.core.reports.notices import prose_failures
from bounces.core.reports.second_opinion import ask
from tests.bounces.core.mails import mail, read

COPY = (
    "\n--- The message that you sent follows ---\n\nReceived: by x\nFrom: sam@seller.example\n"
    "Message-ID: <step-1@seller.example>\nSubject: spam quota\n"
)


def notice(text: str, *fields: str, subject: str = "Delivery failure", copy: str = COPY) -> Reading:
    sender = () if any(field.startswith("From:") for field in fields) else ("From: MAILER-DAEMON@mx.birch.example",)
    return read(mail(text + copy, *sender, *fields, subject=subject, answers=False))


@pytest.mark.parametrize(
    "text",
    [
        "We could not deliver your mail to:\n\n<pat@birch.example>:\n550 5.1.1 no such user here\n",
        "The following addresses failed:\n\n  pat@birch.example\n    host mx said: 550 user unknown\n",
        "Undeliverable: the recipient's address was rejected.\n * pat@birch.example (user not found)\n",
        'Delivery failed.\n"pat@birch.example":\n5.1.1 mailbox does not exist\n',
        "There was an error delivering your mail to <pat@birch.example>.\nmx did not like it:\n550 5.1.1 unknown\n",
        "次の宛先に配信できませんでした。\npat@birch.example\n550 user unknown\n",
        "Сообщение не доставлено:\n  pat@birch.example\n    550 нет такого пользователя\n",
    ],
)
def test_prose_of_any_system_names_who_failed_and_why(text: str) -> None:
    reading = notice(text)
    (line,) = reading.reports
    assert reading.kind is Kind.BOUNCE
    assert (line.recipient, line.category) == ("pat@birch.example", Category.INVALID_RECIPIENT)
    assert line.message_id == "step-1@seller.example"


@pytest.mark.parametrize(
    ("subject", "text", "kind", "cause"),
    [
        ("Pesan tidak terkirim", "Pesan Anda tidak dapat dikirim ke pat@birch.example karena alamat tidak ditemukan.",
         Kind.BOUNCE, Category.INVALID_RECIPIENT),
        ("ส่งข้อความไม่สำเร็จ", "ไม่สามารถส่งข้อความถึง pat@birch.example ได้ เนื่องจากกล่องจดหมายเต็ม",
         Kind.BOUNCE, Category.MAILBOX_FULL),
        ("Message refusé", "Votre message à pat@birch.example a été refusé : contenu indésirable (spam).",
         Kind.BOUNCE, Category.POLICY_BLOCK),
        ("Nachricht abgewiesen", "An pat@birch.example: Ihre Nachricht wurde abgewiesen, Ihre IP ist gesperrt.",
         Kind.BOUNCE, Category.REPUTATION_BLOCK),
        ("Laiško pristatyti nepavyko", "Laiško nepavyko pristatyti adresu pat@birch.example: adreso nerasta.",
         Kind.BOUNCE, Category.INVALID_RECIPIENT),
        ("Consegna ritardata", "pat@birch.example: non è ancora stato consegnato. Il server continuerà a provare.",
         Kind.DELAYED, Category.DELAYED),
        ("Zpráva odmítnuta", "Zpráva pro pat@birch.example byla odmítnuta jako spam.",
         Kind.BOUNCE, Category.POLICY_BLOCK),
        ("Az üzenet késik", "A pat@birch.example címre a levelet még nem sikerült kézbesíteni, tovább próbálkozunk.",
         Kind.DELAYED, Category.DELAYED),
        ("Livraison impossible", "Le courriel pour pat@birch.example a été bloqué : votre serveur est sur liste noire.",
         Kind.BOUNCE, Category.REPUTATION_BLOCK),
        ("Nieudane dostarczenie", "Wiadomości do pat@birch.example nie dostarczono: domena nie istnieje.",
         Kind.BOUNCE, Category.INVALID_RECIPIENT),
        ("Échec de livraison", "Le message destiné à pat@birch.example n'a pas été livré : le domaine n'existe pas.",
         Kind.BOUNCE, Category.INVALID_RECIPIENT),
        ("Undelivered message", "Mail to pat@birch.example was returned: the recipient refuses to get mail from you.",
         Kind.BOUNCE, Category.POLICY_BLOCK),
    ],
)  # fmt: skip
def test_a_notice_without_any_code_is_read_in_its_own_language(
    subject: str, text: str, kind: Kind, cause: Category
) -> None:
    reading = notice(text, subject=subject, copy="")
    (line,) = reading.reports
    assert (reading.kind, line.recipient, line.category) == (kind, "pat@birch.example", cause)


def test_each_address_gets_the_words_up_to_the_next_one() -> None:
    reading = notice("Failed:\n<pat@birch.example>:\n550 user unknown\n\n<kim@birch.example>:\n552 over quota\n")
    causes = {line.recipient: line.category for line in reading.reports}
    assert causes == {"pat@birch.example": Category.INVALID_RECIPIENT, "kim@birch.example": Category.MAILBOX_FULL}


def test_a_header_of_failed_recipients_is_believed_and_explained_by_the_text() -> None:
    reading = notice("Failed:\n  pat@birch.example\n    mailbox is full\n", "X-Failed-Recipients: pat@birch.example")
    assert reading.rule == "bounce-failed-recipients-header"
    assert [(line.recipient, line.category) for line in reading.reports] == [
        ("pat@birch.example", Category.MAILBOX_FULL)
    ]


def test_contact_addresses_and_our_own_are_never_the_recipient() -> None:
    text = (
        "Your mail could not be delivered. For help contact <desk@mx.birch.example>.\n"
        "<pat@birch.example>: user unknown\nMAIL FROM:<sam@seller.example>\n"
    )
    assert [line.recipient for line in notice(text).reports] == ["pat@birch.example"]


@pytest.mark.parametrize(
    "text",
    [
        "Your mail to pat@birch.example has not yet been delivered.\nWe will keep trying for 4 days.\n",
        "A message is delayed for more than 10 minutes:\npat@birch.example: network error\nThis is only a warning.\n",
        "Warning: could not be delivered so far to\n  pat@birch.example\nDelivery attempts will continue to be made.\n",
    ],
)
def test_a_notice_that_says_it_goes_on_trying_is_a_delay(text: str) -> None:
    reading = notice(text, subject="Warning: delivery delayed")
    assert reading.kind is Kind.DELAYED
    assert [line.action for line in reading.reports] == [Action.DELAYED]


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Mail log summary", "550 5.1.1 <pat@birch.example>: user unknown\n"),
        ("Weekly delivery report", "<pat@birch.example>: 550 user unknown\n"),
        ("Mail delivery", "Received: 312\nDelivered: 290\nBounced: 17\nDelayed: 5 (2%)\n\n<pat@birch.example>: 550\n"),
        ("Undelivered", " 312  received\n 290 delivered\n 17 bounced\n 5 deferred\n\n<pat@birch.example>: 550\n"),
    ],
)
def test_what_a_mail_system_sums_up_is_no_bounce(subject: str, text: str) -> None:
    assert notice(text, subject=subject, copy="").reports == ()


def test_a_newsletter_about_bounces_and_a_forwarded_one_are_none() -> None:
    fields = "Final-Recipient: rfc822; pat@birch.example\nAction: failed\nStatus: 5.1.1\n"
    letter = ("From: Mail Delivery Weekly <news@birch.example>", "List-Unsubscribe: <https://birch.example/u>")
    assert notice(fields, *letter, copy="").reports == ()
    inline = "Why?\n\n--- Original Message ---\n<pat@birch.example>: 550 user unknown\n"
    assert notice(inline, "From: olga@birch.example", subject="Fwd: Mail delivery failed").reports == ()


def test_each_line_that_names_somebody_has_its_own_words_however_they_are_put() -> None:
    reading = notice("Unknown user: pat@birch.example\nUnknown host: kim@elm.example\nMailbox full: ron@elm.example\n")
    assert {line.recipient: line.category for line in reading.reports} == {
        "pat@birch.example": Category.INVALID_RECIPIENT,
        "kim@elm.example": Category.INVALID_RECIPIENT,
        "ron@elm.example": Category.MAILBOX_FULL,
    }


def test_a_postmaster_that_was_written_to_may_fail() -> None:
    copy = COPY.replace("From:", "To: postmaster@birch.example\nFrom:")
    (line,) = notice("Failed:\n\n<postmaster@birch.example>:\n550 user unknown\n", copy=copy).reports
    assert line.recipient == "postmaster@birch.example"


def test_a_reason_that_is_announced_is_looked_for_below() -> None:
    text = "The mailbox refused it for the following reason:\n\nAddress: pat@birch.example\n\n* over quota\n"
    assert [line.category for line in notice(text).reports] == [Category.MAILBOX_FULL]


@pytest.mark.parametrize("label", ["Message-ID of the message", "Réf.", "Identificação da mensagem", "Kennung"])
def test_the_id_of_our_mail_is_known_under_other_names(label: str) -> None:
    text = f"Non délivré à <pat@birch.example> : 550 inconnu\n\n{label}: <step-1@seller.example>\n"
    (line,) = notice(text, copy="").reports
    assert (line.recipient, line.message_id) == ("pat@birch.example", "step-1@seller.example")


@pytest.mark.parametrize(
    "end", ["Não haverá novas tentativas.", "Aucune autre tentative.", "Keine weiteren Zustellversuche."]
)
def test_attempts_that_will_not_be_made_are_no_delay(end: str) -> None:
    assert notice(f"<pat@birch.example>: 552 over quota\n{end}\n").kind is Kind.BOUNCE


@pytest.mark.parametrize("subject", ["Your campaign", "Weekly report on bounces", "[Ticket#10] offer"])
def test_our_own_subject_behind_that_of_the_notice_makes_it_no_summary(subject: str) -> None:
    text = "<pat@birch.example>: 550 user unknown\n"
    assert notice(text, subject=f"Undeliverable: {subject}", copy="").kind is Kind.BOUNCE


def test_what_is_returned_to_us_is_not_what_somebody_wrote_to_us() -> None:
    text = "Your mail is returned to you because the mailbox has a problem.\n<pat@birch.example>: 552 over quota\n"
    assert notice(text, copy="").kind is Kind.BOUNCE


def test_a_bounce_that_counts_its_attempts_is_one() -> None:
    text = (
        "<pat@birch.example>: 550 user unknown\nSize: 4000\nAttempts: 3\nPort: 25\nHours in queue: 4\n"
        "Recipients: 1\nDelivered: 0\nFailed: 1\n"
    )
    assert notice(text, subject="Delivery failure report for 2 recipients", copy="").kind is Kind.BOUNCE


@pytest.mark.parametrize(
    ("text", "sender"),
    [
        ("One of my mails bounced with 550 user unknown, what does that mean?", "pat@birch.example"),
        ("Hello, this is Kim, I look after postmaster@birch.example. What do you need?", "postmaster@birch.example"),
        (
            "> <kim@birch.example>: 550 user unknown\n\nThat is an old address, write to me instead.",
            "pat@birch.example",
        ),
        ("Your parcel could not be delivered today. We will try again tomorrow.", "parcel@courier.example"),
    ],
)
def test_people_who_write_about_failures_are_no_bounce(text: str, sender: str) -> None:
    assert read(mail(text, f"From: {sender}")).kind not in {Kind.BOUNCE, Kind.DELAYED}


def test_a_library_that_fails_is_an_empty_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def explode(_: object) -> object:
        raise AttributeError

    monkeypatch.setattr("bounces.core.reports.second_opinion.all_failures", explode)
    assert ask(Part(Headers(), "text/plain", {}, b""), "text").recipients == ()


def test_the_second_opinion_is_heard_when_our_own_rules_find_nobody() -> None:
    headers = Headers((("from", "Postmaster <postmaster@mx.example>"), ("subject", "Undeliverable Mail")))
    opinion = ask(
        Part(headers, "text/plain", {}, b""), "Failed addresses follow:\n pat@birch.example\nMessage text follows:\n"
    )
    assert opinion.recipients == ("pat@birch.example",)


def test_a_form_that_only_the_library_knows_is_a_bounce() -> None:
    reading = notice("It said:\nIntended recipient: pat(at)birch\n----", copy="")
    assert reading.kind is not Kind.BOUNCE
    text = (
        "The following addresses did NOT receive a copy of your message:\n>     pat@birch.example\n"
        "--- Session Transcript ---\n"
    )
    assert notice(text, copy="").kind is Kind.BOUNCE


def test_no_address_no_failure() -> None:
    assert prose_failures("Something could not be delivered.", frozenset(), frozenset()) == ()
