"""G-EDT-05: a prospect is erased while a job is queued, by the product against the simulator."""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.db import connection

from app.models import Webhook, WebhookPost
from bounces.actions.suppressions import suppress_person
from bounces.core.ways import Way
from mailboxes.actions import pool
from mailboxes.core.states import DeliveryState
from mailboxes.models import Delivery, InboundMessage, Mailbox
from sequences.actions import dispatch
from sequences.actions.erasure import erase
from sequences.models import Contact, Enrollment, Import, ImportRow, Touch
from tests.cases.inbound import given
from tests.cases.sending import due_from
from tests.factories import a_workspace, an_email
from tests.journeys.office import Mailed
from tests.journeys.running import a_gmail, due_here, read_all, send_here
from tests.plugins.simulator import Simulator
from tests.plugins.world import World
from tests.sequences.actions.importing import import_file

pytestmark = pytest.mark.django_db(transaction=True)

TWO_STEPS = (an_email(), an_email(subject="", text="Again, {{ first_name }}", delay=3))


def tables_that_hold(text: str) -> list[str]:
    """Every table of ours with a row that holds this text, as a dump of the database would show it."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            quoted = connection.ops.quote_name(table)
            cursor.execute(  # the names are the database's own
                f"SELECT EXISTS (SELECT FROM {quoted} t WHERE strpos(lower(t::text), lower(%s)) > 0)",  # noqa: S608
                [text],
            )
            if cursor.fetchone()[0]:
                found.append(table)
    return found


@pytest.fixture(autouse=True)
def no_connection_is_kept() -> Iterator[None]:
    pool.close_idle(older_than=timedelta(0))
    yield
    pool.close_idle(older_than=timedelta(0))


@pytest.fixture
def mailbox(world: World, simulator: Simulator) -> Mailbox:
    """A mailbox whose ten people got the first step and are due for the second."""
    made = a_gmail(a_workspace(), simulator, world, gap=0)
    due_from(made, 10, steps=TWO_STEPS, name="erased")
    assert send_here() == ["accepted"] * 10
    world.pass_time(timedelta(days=5))
    read_all()
    return made


def people(mailbox: Mailbox) -> list[Contact]:
    return list(Contact.objects.filter(workspace=mailbox.workspace).order_by("id"))


def got(contact: Contact) -> Mailed:
    """What this person got."""
    delivery = Delivery.objects.get(recipient_id=contact.recipient_id, state="accepted")
    return Mailed(contact, contact.enrollment_set.get(), delivery)


def accepted(simulator: Simulator) -> list[str]:
    return [record["rcpt"] for record in simulator.journal("accept")]


def between(monkeypatch: pytest.MonkeyPatch, act: Callable[[], None]) -> None:
    """Do this once, after a mail was prepared and before its permit is asked for."""
    left = [act]
    monkeypatch.setattr(dispatch, "failpoint", lambda name: left and name == "dispatch.after_prepare" and left.pop()())


def test_g_edt_05_nothing_leaves_to_people_who_were_erased_while_they_waited(
    mailbox: Mailbox, simulator: Simulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    queued = due_here()
    everybody = people(mailbox)
    gone, left_alone, last = everybody[:5], everybody[5:7], everybody[7]
    for contact in gone:
        erase(contact)
    for contact in left_alone:
        suppress_person(mailbox.workspace_id, contact.recipient_id, reason="by_person", source=Way.PERSON)
    queued.sort(key=lambda touch: touch.enrollment.recipient_id != last.recipient_id)
    between(monkeypatch, lambda: erase(last))
    said = [dispatch.send_touch(touch.id) for touch in queued]
    assert Counter(said) == {"refuse:not_prepared": 1, "nothing": 7, "accepted": 2}
    assert sorted(accepted(simulator)[10:]) == sorted(contact.email for contact in everybody[8:])
    assert not Delivery.objects.filter(state=DeliveryState.PREPARED).exists()
    assert not Touch.objects.filter(state__in=["planned", "scheduled", "held"]).exists()
    for contact in [*gone, last]:
        assert tables_that_hold(contact.email) == []


def test_g_edt_05_an_answer_and_a_report_do_not_bring_an_erased_person_back(
    mailbox: Mailbox, simulator: Simulator
) -> None:
    one, other = people(mailbox)[:2]
    came = [given("human-auto-submitted-no", got(one)), given("bounce-no-original-id", got(other))]
    for contact in (one, other):
        erase(contact)
    sent = Delivery.objects.exclude(state__in=["prepared", "withdrawn"]).count()
    for raw in came:
        simulator.deliver(mailbox.address, raw)
    read_all()
    assert InboundMessage.objects.count() == 2
    assert not Contact.objects.filter(email__in=[one.email, other.email]).exists()
    assert Delivery.objects.exclude(state__in=["prepared", "withdrawn"]).count() == sent
    assert Enrollment.objects.count() == 10


def test_g_edt_05_no_webhook_and_no_import_keeps_what_was_erased(mailbox: Mailbox) -> None:
    contact = people(mailbox)[0]
    hook = Webhook.objects.create(
        workspace=mailbox.workspace, url="https://firm.example/h", kinds=[], sealed="", created_at=contact.created_at
    )
    post = WebhookPost.objects.create(
        webhook=hook,
        event_id=1,
        kind="mail.accepted",
        recipient_id=contact.recipient_id,
        body=f'{{"to": "{contact.email}"}}',
        next_at=contact.created_at,
        created_at=contact.created_at,
    )
    waiting = Import.objects.create(
        workspace=mailbox.workspace, name="x.csv", encoding="utf-8", separator=",", started_at=contact.created_at
    )
    ImportRow.objects.create(batch=waiting, number=1, line=2, data={"email": contact.email, "domain": contact.domain})
    erase(contact)
    assert tables_that_hold(contact.email) == []
    post.refresh_from_db()
    assert (post.body, post.state) == ("", "given_up")
    again = import_file(mailbox.workspace, f"email,first_name\n{contact.email},Ada\n")
    assert (again.created, again.skipped) == (0, 1)
    assert tables_that_hold(contact.email) == []
