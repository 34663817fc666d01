"""The inbox through its pages: who sees what, answers that leave once and are taken back, and what strangers sent."""

import re
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from app.actions import clock
from app.models import Event
from bounces.models import Conversation, Outcome, Suppression
from mailboxes.actions import pool
from mailboxes.core.errors import VerdictUnknown
from mailboxes.models import Delivery, HandMail, InboundMessage, Mailbox
from sequences.actions import answers, erasure
from sequences.models import Answer, AnswerFile, Enrollment, KeyChoice, Note, Snippet
from tests.bounces.actions import letters
from tests.factories import a_user, a_workspace
from tests.journeys.office import Mailed, Office, an_office, arrive
from tests.plugins.world import World
from tests.races.interleave import a_pair
from tests.sequences.post_office import PostOffice

pytestmark = pytest.mark.django_db(transaction=True)

HTML = '<p>Hi<script>alert(1)</script><img src="https://track.example/x.gif"></p>'


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


@pytest.fixture
def ada(office: Office) -> Mailed:
    made = office.mailed("ada@acme.example")
    office.world.pass_time(timedelta(minutes=1))
    arrive(office.mailbox, letters.reply(made))
    return made


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> PostOffice:
    post = PostOffice()
    monkeypatch.setattr(pool, "transport_for", post.transport_for)
    return post


def of(office: Office, role: str = "member") -> Client:
    client = Client()
    client.force_login(a_user(office.workspace, role=role))
    return client


def talk() -> Conversation:
    return Conversation.objects.get()


def page(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return " ".join(answer.content.decode().split())


def written(client: Client, text: str = "Thursday suits me.", **more: object) -> Answer:
    given = {"text": text, "seen": talk().received, **more}
    assert client.post(f"/inbox/{talk().id}/answer/", given).status_code == 302
    return Answer.objects.latest("id")


def time_is_over(answer: Answer) -> None:
    Answer.objects.filter(id=answer.id).update(send_at=clock.now() - timedelta(seconds=1))


def test_the_list_shows_who_wrote_and_its_filters_hold(office: Office, ada: Mailed) -> None:
    client = of(office, "viewer")
    assert "Nothing waits for you" in page(client, "/inbox/")
    assert "Ada Canaryfinch" in page(client, "/inbox/?whose=nobody&kind=replied&q=ada")
    for query in ("kind=away", "q=bob", f"campaign={office.campaign.id + 1}", "state=done", "label=wrong_person"):
        assert "Nothing of that kind" in page(client, f"/inbox/?whose=team&{query}"), query
    assert "Ada Canaryfinch" in page(client, f"/inbox/?whose=team&campaign={office.campaign.id}")


def test_an_answer_leaves_after_ten_seconds_in_the_thread_and_counts_in_the_day(
    office: Office, ada: Mailed, post: PostOffice
) -> None:
    Mailbox.objects.update(signature="Nora")
    client = of(office)
    assert "-- Nora" in page(client, f"/inbox/{talk().id}/")
    file = SimpleUploadedFile("../päper.pdf", b"%PDF", "application/pdf")
    answer = written(client, attachments=[file])
    assert clock.now() < answer.send_at <= clock.now() + timedelta(seconds=10)
    answers.send(answer.id)
    assert post.letters == [], "its ten seconds are not over"
    time_is_over(answer)
    assert answers.due() == [answer.id]
    answers.send(answer.id)
    answers.send(answer.id)
    (octets,) = post.letters
    theirs = InboundMessage.objects.get().message_id
    assert f"In-Reply-To: <{theirs}>".encode() in octets
    assert f"<{ada.delivery.message_id}>".encode() in octets
    assert b"Subject: Re: A question" in octets
    assert b"filename*0*=UTF-8''p%C3%A4per.pdf" in octets
    assert HandMail.objects.get().mailbox_id == office.mailbox.id
    assert not Conversation.objects.get().needs_answer
    assert "Written by hand" in page(client, f"/inbox/{talk().id}/")


def test_an_answer_is_taken_back_until_it_leaves(office: Office, ada: Mailed, post: PostOffice) -> None:
    client = of(office)
    answer = written(client)
    assert "Take it back" in page(client, f"/inbox/{talk().id}/")
    client.post(f"/inbox/answers/{answer.id}/take-back/")
    time_is_over(answer)
    answers.send(answer.id)
    assert post.letters == []
    assert Delivery.objects.get(id=answer.delivery_id).state == "withdrawn"
    assert "Taken back before sending" in page(client, f"/inbox/{talk().id}/")
    again = written(client)
    time_is_over(again)
    answers.send(again.id)
    before = Event.objects.count()
    told = client.post(f"/inbox/answers/{again.id}/take-back/", follow=True).content.decode()
    assert "too late" in told
    assert Event.objects.count() == before
    assert len(post.letters) == 1


def test_an_answer_whose_end_nobody_knows_is_never_sent_again(office: Office, ada: Mailed, post: PostOffice) -> None:
    client = of(office)
    answer = written(client)
    time_is_over(answer)
    post.fails = VerdictUnknown("the connection was cut")
    answers.send(answer.id)
    post.fails = None
    time_is_over(answer)
    answers.send(answer.id)
    assert answers.due() == []
    assert len(post.letters) == 1
    assert Delivery.objects.get(id=answer.delivery_id).state == "uncertain"
    assert "Not sure it left" in page(client, f"/inbox/{talk().id}/")


def test_of_a_send_and_a_taking_back_at_once_one_wins(office: Office, ada: Mailed, post: PostOffice) -> None:
    client = of(office)

    def taken(answer: Answer) -> bool:
        return client.post(f"/inbox/answers/{answer.id}/take-back/", follow=True).status_code == 200

    with a_pair(seed=7) as pair:
        for round_ in range(8):
            answer, before = written(client), len(post.letters)
            time_is_over(answer)
            pair.race(lambda: answers.send(answer.id), lambda: taken(answer))  # noqa: B023
            time_is_over(answer)
            answers.send(answer.id)
            state = Delivery.objects.get(id=answer.delivery_id).state
            assert (state, len(post.letters) - before) in {("accepted", 1), ("withdrawn", 0)}, round_


def test_two_who_answer_at_once_send_one_answer(office: Office, ada: Mailed, post: PostOffice) -> None:
    one, two = of(office), of(office)
    with a_pair(seed=5) as pair:
        given = {"text": "Yes.", "seen": 1}
        path = f"/inbox/{talk().id}/answer/"
        pair.race(lambda: one.post(path, given), lambda: two.post(path, given))
    assert Answer.objects.filter(closed_at=None).count() == 1
    assert "on its way already" in two.post(path, given).content.decode()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"text": " ", "seen": 1}, "Write something first"),
        ({"text": "Yes.", "seen": 0}, "Something new came in"),
        ({"text": "Yes.", "seen": 1, "send_at": "2001-01-01T10:00"}, "time to come"),
    ],
)
def test_what_cannot_be_an_answer_is_refused_and_nothing_is_kept(
    office: Office, ada: Mailed, given: dict[str, object], words: str
) -> None:
    before = Event.objects.count(), Delivery.objects.count()
    answer = of(office).post(f"/inbox/{talk().id}/answer/", given)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert (Event.objects.count(), Delivery.objects.count()) == before


def test_nobody_answers_somebody_who_opted_out_meanwhile(office: Office, ada: Mailed, post: PostOffice) -> None:
    client = of(office)
    answer = written(client)
    now = clock.now()
    person = ada.contact.recipient
    Suppression.objects.create(
        workspace=office.workspace, scope="address", recipient=person, reason="unsubscribed", created_at=now
    )
    time_is_over(answer)
    answers.send(answer.id)
    assert post.letters == []
    assert Delivery.objects.get(id=answer.delivery_id).state == "withdrawn"
    assert "nothing leaves for them" in page(client, f"/inbox/{talk().id}/")
    assert client.post(f"/inbox/{talk().id}/answer/", {"text": "Hi", "seen": 1}).status_code == 422


def test_a_conversation_is_given_put_off_done_and_noted(office: Office, ada: Mailed) -> None:
    client, path = of(office), f"/inbox/{talk().id}/"
    other = a_user(office.workspace)
    client.post(path + "assign/", {"owner": other.pk})
    client.post(path + "note/", {"text": "Knows Bob."})
    client.post(path + "snooze/", {"days": 3, "seen": 1})
    assert (talk().owner_id, talk().state, Note.objects.get().text) == (other.pk, "snoozed", "Knows Bob.")
    client.post(path + "done/", {"seen": 0})
    assert talk().state == "snoozed", "something came in that was not seen"
    client.post(path + "done/", {"seen": 1})
    assert talk().state == "done"
    arrive(office.mailbox, letters.reply(ada))
    assert talk().state == "open"


def test_a_meeting_ends_every_campaign_of_the_person(office: Office) -> None:
    made = office.mailed("eva@acme.example")
    arrive(office.mailbox, letters.away(made))
    assert made.state == "active"
    of(office).post(f"/inbox/{talk().id}/meeting/")
    assert made.state == "stopped"
    assert Enrollment.objects.get(id=made.enrollment.id).reason == "meeting"
    assert Event.objects.filter(kind="conversation.meeting").count() == 1


def test_a_label_shows_what_it_does_and_is_said_both_ways(office: Office, ada: Mailed) -> None:
    client, message = of(office), InboundMessage.objects.get()
    path = f"/inbox/messages/{message.id}/label/"
    assert "go on where they stood" in page(client, path)
    told = client.post(path, {"outcome": "auto_replied", "reason": "A ticket system."})
    assert told["Location"] == f"/inbox/{talk().id}/"
    assert ada.state == "active"
    assert "Said by a person" in page(client, f"/inbox/{talk().id}/")
    client.post(path, {"outcome": "replied", "reason": "No, a person."})
    assert ada.state == "replied"
    assert client.post(path, {"outcome": "replied", "reason": "Again."}).status_code == 422


def test_what_found_nobody_is_given_to_a_person_or_put_aside(office: Office, ada: Mailed) -> None:
    raw = letters.letter("stranger@acme.example", "Ada asked me to answer you.", subject="Re: A question")
    stranger = arrive(office.mailbox, raw)
    client = of(office)
    assert "stranger@acme.example" in page(client, "/inbox/unmatched/")
    path = f"/inbox/messages/{stranger.id}/label/"
    assert client.post(path, {"outcome": "replied", "about": "x@nowhere.example", "reason": "?"}).status_code == 422
    assert (
        client.post(path, {"outcome": "replied", "about": "ada@acme.example", "reason": "Her aide"}).status_code == 302
    )
    assert Outcome.objects.filter(inbound_id=stranger.id, recipient=ada.contact.recipient, kind="replied").exists()
    assert "Everything found its person" in page(client, "/inbox/unmatched/")


def a_letter_with_html(made: Mailed, html: str = HTML) -> bytes:
    parts = [
        "Content-Type: text/plain\r\n\r\nHi there, see <b>this</b>.",
        f"Content-Type: text/html\r\n\r\n{html}",
        'Content-Type: text/html\r\nContent-Disposition: attachment; filename="../../a.html"\r\n\r\n<p>1</p>',
    ]
    body = "".join(f"--cut\r\n{part}\r\n\r\n" for part in parts) + "--cut--\r\n"
    return letters.reply(made, body, 'Content-Type: multipart/mixed; boundary="cut"')


def test_html_from_outside_stands_behind_walls_and_files_are_only_saved(office: Office) -> None:
    made = office.mailed("ada@acme.example")
    message = arrive(office.mailbox, a_letter_with_html(made))
    client, path = of(office, "viewer"), f"/inbox/messages/{message.id}/"
    shown = page(client, path)
    assert "&lt;b&gt;this&lt;/b&gt;" in shown
    assert "<script>alert" not in shown
    assert "Images from elsewhere are not shown" in shown
    framed = client.get(path + "html/")
    policy = framed["Content-Security-Policy"]
    assert policy.startswith("sandbox; default-src 'none';")
    assert "https:" not in policy
    assert "img-src data: https:" in client.get(path + "html/images/")["Content-Security-Policy"]
    assert "learn" in page(client, path + "?images=1")
    (address,) = re.findall(rf"{path}files/\d+/", shown)
    file = client.get(address)
    assert file["Content-Disposition"] == 'attachment; filename="a.html"'
    assert (file["X-Content-Type-Options"], file["Content-Type"]) == ("nosniff", "application/octet-stream")
    stranger = Client()
    stranger.force_login(a_user(a_workspace(), role="owner"))
    for one in (path, path + "html/", address):
        assert stranger.get(one).status_code == 404


def test_texts_signatures_and_keys_are_kept(office: Office, ada: Mailed) -> None:
    client = of(office)
    client.post("/inbox/texts/save/", {"name": "Thanks", "text": "Thank you, {{ first_name }}."})
    assert "Thank you, Ada." in page(client, f"/inbox/{talk().id}/?snippet={Snippet.objects.get().id}")
    assert client.post("/inbox/texts/save/", {"name": "x", "text": "{{ first"}).status_code == 422
    client.post(f"/inbox/signatures/{office.mailbox.id}/", {"signature": "Nora"})
    assert Mailbox.objects.get().signature == "Nora"
    client.post("/inbox/texts/keys/", {"next": "n"})
    assert KeyChoice.objects.get().keys == {"next": "n"}
    assert client.post("/inbox/texts/keys/", {"next": "k"}).status_code == 422
    assert '"next": "n"' in page(client, "/inbox/")


def test_an_erased_person_leaves_no_words_in_the_inbox(office: Office, ada: Mailed) -> None:
    client = of(office)
    client.post(f"/inbox/{talk().id}/note/", {"text": "Knows Bob."})
    answer = written(client, attachments=[SimpleUploadedFile("a.txt", b"a", "text/plain")])
    erasure.erase(ada.contact)
    assert not Note.objects.exists()
    assert not AnswerFile.objects.exists()
    assert Delivery.objects.get(id=answer.delivery_id).state == "withdrawn"
    assert "Thursday" not in page(client, f"/inbox/{talk().id}/")
