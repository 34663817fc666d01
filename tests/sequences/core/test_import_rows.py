"""What becomes of one imported row, given what is known of its person."""

import pytest

from mailboxes.core.address import parse_address
from sequences.core.import_rows import Decision, Known, Note, address_of, decide

NEW, OLD = Known(fence=0), Known(fence=0, contact_id=1)


@pytest.mark.parametrize(
    ("known", "how", "decision"),
    [
        (NEW, {"campaign": False}, Decision("created")),
        (OLD, {"campaign": False}, Decision("updated")),
        (NEW, {}, Decision("created", enrols=True)),
        (OLD, {}, Decision("updated", enrols=True)),
        (OLD, {"archived": True}, Decision("updated", Note.ARCHIVED)),
        (Known(0, 1, enrolled=True), {}, Decision("updated", Note.ALREADY)),
        (Known(4, 1, stopped_by="replied"), {}, Decision("updated", Note.ANSWERED)),
        (Known(4, 1, stopped_by="replied"), {"campaign": False}, Decision("updated")),
        (Known(4, 1, stopped_by="bounced"), {"campaign": False}, Decision("skipped", Note.BOUNCED)),
        (Known(4, 1, suppressed=True, stopped_by="bounced"), {}, Decision("skipped", Note.SUPPRESSED)),
        (NEW, {"forbidden": True}, Decision("skipped", Note.FORBIDDEN)),
        (Known(0, 1, suppressed=True), {"forbidden": True}, Decision("skipped", Note.FORBIDDEN)),
    ],
)
def test_what_forbids_mail_is_stronger_than_what_the_file_asks_for(
    known: Known, how: dict[str, bool], decision: Decision
) -> None:
    assert decide(known, **{"forbidden": False, "campaign": True, **how}) == decision


@pytest.mark.parametrize("verdict", ["created", "updated", "skipped"])
def test_only_created_and_updated_rows_are_written(verdict: str) -> None:
    assert Decision(verdict).writes is (verdict != "skipped")


@pytest.mark.parametrize("text", ["Ann@Example.com", "o'hara+news@münchen.example"])
def test_a_stored_address_is_the_one_that_was_read(text: str) -> None:
    address = parse_address(text)
    assert address_of(address.wire) == address
