"""What commands answer to a slip of the hand: one plain sentence, never the inside of the program."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.factories import a_campaign
from tests.journeys.office import Office, an_office
from tests.plugins.world import World
from tests.sequences.deciding import refused, told

ROOT = Path(__file__).parents[2]


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


def test_a_day_and_a_kind_that_there_are_not_are_told_in_words(office: Office) -> None:
    assert "'tomorrow' is no day; write it like 2027-03-09" in refused("inbound_count", "--day", "tomorrow")
    kinds = refused("relabel", "1", "bogus", "--reason", "x")
    assert "choose from 'auto_replied', 'away'" in kinds
    assert "Outcome." not in kinds


def test_numbers_that_name_nothing_are_said_to_name_nothing(office: Office) -> None:
    assert refused("replay_inbound", "--id", "99999") == "No stored message has the number 99999."
    assert refused("replay_inbound", "--since", "-1") == "--since and --limit take whole numbers from 1 on."
    assert refused("held", "99999") == "There is no held step 99999; nothing was changed."


def test_a_file_that_cannot_be_written_is_named(office: Office, tmp_path: Path) -> None:
    nowhere = tmp_path / "missing" / "list.csv"
    assert refused("export_suppressions", str(nowhere)) == f"{nowhere}: No such file or directory"


def test_the_rule_of_the_workspace_is_a_rule_of_campaigns_alone(office: Office) -> None:
    a_campaign(office.workspace, name="Spring")
    assert "name it with --campaign" in refused("company_rule", "as-workspace")
    assert told("company_rule", "--campaign", "Spring") == (
        "After an answer in 'Spring' the others at its company are held for a week (hold).\n"
    )


def test_lists_with_nothing_in_them_say_so(office: Office) -> None:
    assert told("optouts") == ("Nobody opted out in 30 days.\nNobody looked at an opt-out link without using it.\n")
    assert "has no markers" in told("warmup_marker", office.mailbox.address, "list")


def test_output_that_nobody_reads_to_its_end_is_no_fault() -> None:
    piped = ["sh", "-c", f"{sys.executable} manage.py help | true"]
    ended = subprocess.run(piped, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "Traceback" not in ended.stderr
