import pytest

from bounces.core.outcomes import (
    EFFECTS,
    GRAVITY,
    OUTCOME_OF_ACTION,
    OUTCOME_OF_CATEGORY,
    OUTCOME_OF_KIND,
    Outcome,
    Person,
    Sender,
    consequences,
    gravest,
    of_category,
)
from bounces.core.reading import Action, BounceReport, Category, Kind, Reading


def line(action: Action, category: Category = Category.UNKNOWN) -> BounceReport:
    return BounceReport("a@b.example", None, action, None, "", category, None)


def test_every_kind_category_and_action_has_its_outcome_and_every_outcome_its_effect() -> None:
    assert set(OUTCOME_OF_KIND) == set(Kind)
    assert set(OUTCOME_OF_CATEGORY) == set(Category)
    assert set(OUTCOME_OF_ACTION) == set(Action) - {Action.FAILED}
    assert set(EFFECTS) == set(Outcome) == set(GRAVITY)


@pytest.mark.parametrize("category", list(Category))
def test_only_an_invalid_recipient_is_suppressed_by_a_bounce(category: Category) -> None:
    assert of_category(category)[1].suppress == (category is Category.INVALID_RECIPIENT)


@pytest.mark.parametrize("category", [Category.AUTHENTICATION, Category.POLICY_BLOCK, Category.REPUTATION_BLOCK])
def test_a_refusal_that_blames_us_counts_against_the_sender_and_can_be_reopened(category: Category) -> None:
    outcome, effect = of_category(category)
    assert (outcome, effect.ends, effect.sender) == (Outcome.FAILED, "failed", Sender.FAULT)


@pytest.mark.parametrize(
    "category", [Category.INVALID_RECIPIENT, Category.MAILBOX_FULL, Category.TEMPORARY, Category.UNKNOWN]
)
def test_a_final_failure_on_the_recipients_side_ends_the_sequence_as_bounced(category: Category) -> None:
    outcome, effect = of_category(category)
    assert (outcome, effect.person, effect.ends) == (Outcome.BOUNCED, Person.STOP_ALL, "bounced")


@pytest.mark.parametrize("kind", [Kind.HUMAN_REPLY, Kind.UNSUBSCRIBE, Kind.COMPLAINT, Kind.CALENDAR_RESPONSE])
def test_whatever_a_person_does_stops_everything(kind: Kind) -> None:
    (consequence,) = consequences(Reading(kind, "rule"))
    assert consequence.effect.person is Person.STOP_ALL


@pytest.mark.parametrize(
    "kind", [Kind.DELAYED, Kind.AUTO_REPLY, Kind.READ_RECEIPT, Kind.DELIVERED, Kind.LIST_OR_BULK, Kind.OWN_MAIL]
)
def test_what_only_machines_do_changes_nothing(kind: Kind) -> None:
    (consequence,) = consequences(Reading(kind, "rule"))
    assert consequence.effect == EFFECTS[consequence.outcome]
    assert (consequence.effect.person, consequence.effect.ends) == (Person.RECORD, None)


def test_only_a_human_reply_counts_as_a_reply() -> None:
    assert [outcome for outcome, effect in EFFECTS.items() if effect.counts_as_reply] == [Outcome.REPLIED]


def test_what_cannot_be_read_holds_the_person_until_somebody_looks() -> None:
    (consequence,) = consequences(Reading(Kind.UNREADABLE, "limit"))
    assert consequence.effect.person is Person.HOLD_FOR_REVIEW


def test_each_line_of_a_report_speaks_for_itself() -> None:
    lines = (line(Action.FAILED, Category.INVALID_RECIPIENT), line(Action.DELAYED), line(Action.DELIVERED))
    found = consequences(Reading(Kind.BOUNCE, "report", reports=lines))
    assert [one.outcome for one in found] == [Outcome.BOUNCED, Outcome.DELAYED, Outcome.DELIVERED]
    assert [one.effect.suppress for one in found] == [True, False, False]


def test_an_opt_out_outweighs_a_reply_and_a_complaint_outweighs_both() -> None:
    assert gravest([Outcome.REPLIED, Outcome.UNSUBSCRIBED, Outcome.BOUNCED]) is Outcome.UNSUBSCRIBED
    assert gravest([Outcome.UNSUBSCRIBED, Outcome.COMPLAINED]) is Outcome.COMPLAINED
