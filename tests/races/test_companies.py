"""Somebody answers while mails to the others at the company ask for their permits."""

from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection

from admission.core.verdict import Grant
from app.actions import clock
from app.models import ReactionDue
from bounces.actions import ingest
from mailboxes.models import InboundMessage, InboundRaw
from sequences.models import Contact, Enrollment
from tests.bounces.actions import letters
from tests.factories import a_campaign, a_workspace
from tests.plugins.world import World
from tests.races.ready import Ready, a_policy, a_sender, granted, people, prepared
from tests.races.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
TOGETHER = 8
ROUNDS = 3
LATE = """
SELECT count(*) FROM admission_permit p JOIN bounces_outcome o ON o.workspace_id = p.workspace_id
WHERE o.stops AND p.recipient_id <> o.recipient_id
  AND pg_xact_commit_timestamp(p.xmin) > pg_xact_commit_timestamp(o.xmin)
"""


def a_company(world: World) -> list[Ready]:
    workspace = a_workspace(company_rule="stop")
    a_policy(workspace, domain_per_day=None)
    mailbox = a_sender(world, workspace, cap=10_000, rolling_cap=10_000)
    contacts = people(workspace, TOGETHER)
    Contact.objects.filter(workspace=workspace).update(domain="acme.example")
    return prepared(a_campaign(workspace, mailboxes=[mailbox]), mailbox, contacts)


def answer_of(ready: Ready) -> int:
    """An answer that is stored and not read yet."""
    message = InboundMessage.objects.create(
        workspace_id=ready.subject.workspace_id,
        mailbox_id=ready.subject.mailbox_id,
        provider_id=f"for-{ready.recipient_id}",
        next_try_at=clock.now(),
        received_at=clock.world_now(),
        stored_at=clock.now(),
    )
    InboundRaw.objects.create(message=message, raw=letters.letter(ready.email, letters.WORDS))
    return message.id


def test_no_permit_for_a_colleague_commits_after_the_answer_that_stops_the_company(world: World) -> None:
    """Two answer at once, six ask for permits: all locks are taken in one order, so nobody waits in a circle."""
    for _ in range(ROUNDS):
        ready = a_company(world)
        answers = [answer_of(one) for one in ready[:2]]
        works: list[Callable[[], object]] = [partial(ingest.classify, one) for one in answers]
        works += [partial(granted, one) for one in ready[2:]]
        results = at_once(lambda work: work(), works)
        assert results[:2] == [True, True]
        ended = Enrollment.objects.filter(id__in=[one.enrollment_id for one in ready])
        assert set(ended.values_list("state", flat=True)) <= {"replied", "stopped"}
        assert all(isinstance(one, Grant) or str(getattr(one, "reason", "")) for one in results[2:])
    with connection.cursor() as cursor:
        cursor.execute(LATE)
        assert cursor.fetchone() == (0,)
    assert not ReactionDue.objects.exists()
