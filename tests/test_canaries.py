"""The watch over the log: what a test leaves there is searched for addresses, names and texts."""

import pytest
from django.db import connection, transaction

from app.actions import clock, events
from app.models import ReactionDue
from tests.factories import a_campaign, a_contact, a_workspace, enrolled
from tests.plugins import canaries
from tests.plugins.canaries import CANARIES, CanaryFound
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("text", ["Ada@Example.com", *(word.upper() for word in CANARIES)])
def test_a_personal_word_in_an_event_is_found(text: str) -> None:
    with transaction.atomic():
        events.append(kind="test.happened", workspace_id=1, subject_id=1, data={"deep": [{"inside": text}]})
        with pytest.raises(CanaryFound, match=r"app_event.data of test.happened"):
            canaries.look()
        transaction.set_rollback(True)


def test_a_personal_word_in_a_debt_is_found() -> None:
    with transaction.atomic():
        now = clock.now()
        ReactionDue.objects.create(
            event_id=1, workspace_id=1, reaction="x", due_at=now, created_at=now, error="for ada@example.com"
        )
        with pytest.raises(CanaryFound, match=r"app_reactiondue.error of x"):
            canaries.look()
        transaction.set_rollback(True)


def test_ids_states_and_reasons_are_no_canaries(world: World) -> None:
    workspace = a_workspace()
    enrolled(a_campaign(workspace), a_contact(workspace))
    events.append(kind="test.happened", workspace_id=workspace.id, subject_id=1, data={"reason": "gap", "permit": 3})
    canaries.look()


def test_contacts_and_texts_do_hold_canaries() -> None:
    workspace = a_workspace()
    contact = a_contact(workspace)
    variant = a_campaign(workspace).step_set.get().variant_set.get()
    assert CANARIES[0] in contact.last_name.lower()
    assert CANARIES[1] in variant.text
    with connection.cursor() as cursor:  # the pattern is one that PostgreSQL takes
        cursor.execute("SELECT 'x' ~* %s", [canaries.FORBIDDEN])
        assert cursor.fetchone() == (False,)
