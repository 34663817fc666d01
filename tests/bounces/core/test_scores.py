"""What the reader reaches on the labelled mails. The floors lie just below what was measured: they only rise."""

import time

import pytest

from tests import scores
from tests.scoring import bounce

BOUNCES = {
    "precision": 1.0,
    "recall": 0.995,
    "recipients_precision": 0.995,
    "recipients_recall": 0.995,
    "category": 0.995,
    "delayed_precision": 1.0,
    "delayed_recall": 1.0,
    "message_id_precision": 1.0,
    "message_id_recall": 1.0,
}
REPLIES = {"people_kept": 1.0, "class": 0.98, "dates_exact": 0.98, "dates_not_early": 1.0, "text_clean": 0.99}


@pytest.mark.parametrize("figure", BOUNCES)
def test_bounces_are_told_and_understood_as_well_as_measured(figure: str) -> None:
    assert scores.bounce_figures()[figure] >= BOUNCES[figure]


@pytest.mark.parametrize("figure", REPLIES)
def test_replies_are_told_and_understood_as_well_as_measured(figure: str) -> None:
    assert scores.reply_figures()[figure] >= REPLIES[figure]


def test_no_person_is_taken_for_a_machine() -> None:
    assert not [
        one.file
        for one in scores.replies()
        if one.label["class"] in scores.PEOPLE and one.said["class"] in scores.AUTOMATIC
    ]


def test_no_return_date_is_early() -> None:
    assert not [one.file for one in scores.replies() if one.label["return_date"] and scores.early(one)]


def test_new_text_loses_nothing_and_keeps_no_quote() -> None:
    written = [one for one in scores.replies() if one.label["class"] != "bounce"]
    assert len([one.file for one in written if scores.lost(one)]) <= 1
    assert len([one.file for one in written if scores.leaked(one)]) <= 1


def test_nothing_handed_to_the_reader_damages_it() -> None:
    """And it is fast enough that no mailbox ever waits for it: one millisecond a mail is the bar, ten the alarm."""
    started = time.process_time()
    raws = [*scores.mails("bounces"), *scores.mails("replies")]
    assert all("is_bounce" in bounce(raw) for raw in raws)
    assert (time.process_time() - started) / len(raws) < 0.010
