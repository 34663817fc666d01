"""Each statement of the audit sees the defect it is there for: planted by hand, because the product cannot make it."""

import re
from pathlib import Path

import pytest

from sequences.actions import audit
from tests.audit.conftest import Ledger, broken, reported

pytestmark = pytest.mark.django_db(transaction=True)

BLOCK = re.compile(r"^-- (I\d+) (\w+)\n(.*?)(?=^-- |\Z)", re.MULTILINE | re.DOTALL)
PLANTS = BLOCK.findall(Path(__file__).with_name("plants.sql").read_text())
BY_HAND = {"log_open", "stops", "suppressed"}  # planted by other tests: through triggers, and through the product


@pytest.mark.parametrize(("key", "check", "statements"), PLANTS, ids=[f"{key}-{check}" for key, check, _ in PLANTS])
def test_a_planted_defect_is_reported(ledger: Ledger, key: str, check: str, statements: str) -> None:
    broken(statements, ledger)
    assert (key, check) in reported()


def test_the_ledger_they_are_planted_in_keeps_every_promise(ledger: Ledger) -> None:
    assert reported() == set()


def test_every_statement_has_its_plant() -> None:
    named = {(one.key, check) for one in audit.INVARIANTS for check in one.statements}
    assert {pair for pair in named if pair[1] not in BY_HAND} == {(key, check) for key, check, _ in PLANTS}
