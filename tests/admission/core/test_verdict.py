"""Every answer of a permit can be told to a person."""

from admission.core.verdict import OF_THE_MAILBOX, SENTENCES, Reason


def test_every_reason_has_its_own_sentence() -> None:
    assert set(SENTENCES) == set(Reason)
    assert len(set(SENTENCES.values())) == len(Reason)
    assert all(sentence and not sentence.endswith(".") for sentence in SENTENCES.values())


def test_a_reason_fits_its_columns() -> None:
    assert max(len(reason) for reason in Reason) <= 60


def test_waits_for_the_mailbox_never_put_the_person_off() -> None:
    assert {Reason.CAP, Reason.GAP, Reason.ROLLING, Reason.BUSY} <= OF_THE_MAILBOX
    assert not {Reason.PERSON_GAP, Reason.EARLY, Reason.DEFERRED, Reason.WINDOW} & OF_THE_MAILBOX
