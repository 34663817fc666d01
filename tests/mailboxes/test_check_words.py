"""Every fault and every step has plain words, and what a server said about itself is filled in."""

import pytest

from mailboxes.core.check_faults import Fault, Report, Step, failed, noted, passed
from mailboxes.screens.check_words import ADVICE, OUTCOMES, STEPS, line, sentence, sides

NOTES = {Fault.NO_PUSH, Fault.STEP_BEFORE}


@pytest.mark.parametrize("fault", Fault)
def test_every_fault_says_what_is_the_matter_and_what_to_do(fault: Fault) -> None:
    advice = ADVICE[fault]
    assert str(advice.what).endswith(".")
    assert fault in NOTES or str(advice.act).endswith(".")
    assert "error" not in f"{advice.what} {advice.act}".lower()


def test_every_step_and_outcome_has_a_name() -> None:
    assert set(STEPS) == set(Step)
    assert all(str(state.word) for state in OUTCOMES.values())


def test_facts_are_filled_in_and_missing_ones_leave_the_sentence_out() -> None:
    assert line(passed(Step.SEND_REACH, server="mail.example.com:465")).what == "mail.example.com:465 answers."
    assert line(passed(Step.SEND_LIMITS, megabytes=35, smtputf8=True)).what == "Mails of up to 35 MB."
    assert line(passed(Step.SEND_LIMITS, megabytes=0, smtputf8=False)).what == ""
    assert line(passed(Step.READ_PUSH)).what == ""


def test_an_app_password_comes_with_the_page_on_which_it_is_made() -> None:
    reached = passed(Step.SEND_REACH, server="smtp.gmail.com:465")
    report = Report("ada@firm.example", (reached, failed(Step.SEND_SIGN_IN, Fault.APP_PASSWORD_NEEDED, "534 5.7.9 no")))
    assert sides(report)[0].lines[1].page == "https://myaccount.google.com/apppasswords"
    assert sentence(report).endswith("paste it here. https://myaccount.google.com/apppasswords")


def test_a_note_is_told_as_one_and_is_no_failure() -> None:
    report = Report("ada@firm.example", (noted(Step.READ_PUSH, Fault.NO_PUSH),))
    assert sentence(report) == ""
    assert sides(report)[0].lines[0].state.word == "works, but"
