"""Numbers are changed by a person of the workspace, kept as versions, and told."""

import pytest
from django.core.management import CommandError, call_command

from admission.actions.numbers import set_policy
from admission.models import PolicyVersion
from admission.queries import policy_of
from app.core.errors import Refused
from app.models import Event
from tests.factories import a_mailbox, a_user, a_workspace

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_change_is_a_new_version_with_who_and_what() -> None:
    workspace = a_workspace()
    eva = a_user(workspace)
    set_policy(workspace, {"person_cap": 4}, by_id=eva.id)
    set_policy(workspace, {"domain_per_day": None}, by_id=eva.id)
    policy = policy_of(workspace.id)
    assert (policy.version, policy.person_cap, policy.domain_per_day) == (2, 4, None)
    made = PolicyVersion.objects.filter(number__gt=0).order_by("number")
    assert list(made.values_list("created_by", flat=True)) == [eva.id, eva.id]
    told = Event.objects.filter(kind="policy.changed").order_by("id").values_list("data", flat=True)
    assert [one["numbers"] for one in told] == [{"person_cap": [6, 4]}, {"domain_per_day": [30, None]}]


def test_an_impossible_number_changes_nothing() -> None:
    workspace = a_workspace()
    with pytest.raises(Refused, match="person_cap"):
        set_policy(workspace, {"person_cap": 0})
    assert PolicyVersion.objects.count() == 1
    assert not Event.objects.filter(kind="policy.changed").exists()


def test_the_command_shows_and_changes_the_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    workspace = a_workspace()
    eva = a_user(workspace)
    call_command("policy", "domain_per_day=12", "person_cap=none", "--by", eva.email)
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "version 1"
    assert {"domain_per_day=12", "person_cap=none", "person_gap_days=2"} <= set(shown)


def test_only_who_runs_campaigns_changes_the_numbers() -> None:
    workspace = a_workspace()
    viewer = a_user(workspace, role="viewer")
    with pytest.raises(CommandError, match="may not decide"):
        call_command("policy", "domain_per_day=12", "--by", viewer.email)
    assert PolicyVersion.objects.count() == 1


def test_a_mailboxs_numbers_are_changed_under_its_lock_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    workspace = a_workspace()
    mailbox = a_mailbox(workspace, cap=20)
    eva = a_user(workspace)
    call_command("mailbox_limits", mailbox.address, "cap=30", "hour=6", "ramp=none", "gap=240", "--by", eva.email)
    mailbox.refresh_from_db()
    assert (mailbox.daily_cap, mailbox.hourly_cap, mailbox.ramp_start) == (30, 6, None)
    assert "cap=30 hour=6 rolling=400 gap=240" in capsys.readouterr().out
    (told,) = Event.objects.filter(kind="mailbox.numbers_changed").values_list("data", flat=True)
    assert told == {"by": eva.id, "numbers": {"cap": [20, 30], "hour": [None, 6]}}
