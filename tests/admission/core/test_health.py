"""Judging evidence: missing, unknown and old data are never good news."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from admission.core.health import (
    GOOD_FOR,
    NEEDED,
    PROBE_EVERY,
    ROUND,
    SOONER,
    STAMPED,
    Evidence,
    Health,
    judge,
    next_round,
    probe_due,
)
from mailboxes.core.health.findings import Check, Code, Result, Source

NOW = datetime(2027, 3, 9, 10, tzinfo=UTC)
HOUR = timedelta(hours=1)
PASS, FAIL, UNKNOWN = Result.PASS, Result.FAIL, Result.UNKNOWN
KEYS = (*NEEDED, STAMPED)


def one(key: tuple[str, str], result: Result, *, ago: timedelta = HOUR, code: Code = Code.GOOD) -> Evidence:
    return Evidence(*key, result, code, NOW - ago)


def all_good(ago: timedelta = HOUR) -> list[Evidence]:
    return [one(key, PASS, ago=ago) for key in KEYS]


def score(value: float | None, ago: timedelta = HOUR) -> Evidence:
    return Evidence(Source.PUSHED, "reputation", UNKNOWN, Code.NO_THRESHOLD, NOW - ago, value)


def test_every_answer_has_to_be_a_pass_and_the_oldest_says_until_when() -> None:
    evidence = [*all_good(), one(NEEDED[0], PASS, ago=5 * HOUR)]
    assert judge(evidence, NOW) == Health(PASS, NOW - HOUR + GOOD_FOR)
    older = [one(key, PASS, ago=5 * HOUR if key == STAMPED else HOUR) for key in KEYS]
    assert judge(older, NOW).good_until == NOW - 5 * HOUR + GOOD_FOR


def test_nothing_is_nothing() -> None:
    found = judge([], NOW)
    assert (found.result, found.code) == (UNKNOWN, Code.NEVER)
    for missing in KEYS:
        rest = [one(key, PASS) for key in KEYS if key != missing]
        assert (judge(rest, NOW).result, judge(rest, NOW).name) == (UNKNOWN, missing[1])


def test_a_fail_acts_at_once_and_unknown_keeps_what_was_known() -> None:
    for key in KEYS:
        assert judge([*all_good(), one(key, FAIL, ago=timedelta())], NOW).result is FAIL
        assert judge([*all_good(), one(key, UNKNOWN, ago=timedelta())], NOW).result is PASS
        mended = [*all_good(5 * HOUR), one(key, FAIL, ago=3 * HOUR), one(key, PASS, ago=HOUR)]
        assert judge(mended, NOW).result is PASS


def test_a_pass_ends_on_the_second_at_which_it_is_72_hours_old() -> None:
    assert judge(all_good(GOOD_FOR - timedelta(seconds=1)), NOW).result is PASS
    found = judge(all_good(GOOD_FOR), NOW)
    assert (found.result, found.code) == (UNKNOWN, Code.TOO_OLD)
    assert judge(all_good(-HOUR), NOW).result is UNKNOWN  # measured tomorrow


def test_a_mail_to_oneself_needs_no_word_of_its_receiver_and_never_hides_a_fail() -> None:
    arrival = one((Source.PROBE, Check.ARRIVAL), PASS, code=Code.SELF_ADDRESSED)
    evidence = [*(one(key, PASS) for key in NEEDED[:4]), arrival]
    assert judge(evidence, NOW).result is PASS
    assert judge([*evidence, one(STAMPED, FAIL)], NOW).result is FAIL


def test_a_pushed_score_is_judged_by_the_policy_and_heals_nobody() -> None:
    least = {"reputation": 60}
    assert judge([*all_good(), score(59)], NOW, least).result is FAIL
    assert judge([*all_good(), score(60)], NOW, least).result is PASS
    assert judge([*all_good(), score(0)], NOW).result is PASS  # nobody said what is good enough
    assert judge([score(100)], NOW, least).result is UNKNOWN
    assert judge([*all_good(), one(NEEDED[0], FAIL, ago=timedelta()), score(100)], NOW, least).result is FAIL


def test_a_score_that_is_pushed_no_more_is_unknown_until_it_is_withdrawn() -> None:
    least = {"reputation": 60}
    for value in (0.0, 100.0):
        assert judge([*all_good(), score(value, GOOD_FOR)], NOW, least).result is UNKNOWN
    assert judge([*all_good(), score(0, 2 * HOUR), score(None)], NOW, least).result is PASS


def test_the_next_round_comes_sooner_where_asking_again_may_mend_it() -> None:
    records = [one(key, PASS) for key in NEEDED[:4]]
    for key in NEEDED[:4]:
        for result in (FAIL, UNKNOWN):
            found = [*all_good(), one(key, result, ago=timedelta())]
            wrong = found if result is FAIL else [row for row in found if (row.key, row.result) != (key, PASS)]
            assert next_round(wrong, NOW, under_way=True) == NOW + SOONER
    assert next_round(records, NOW, under_way=False) == NOW + SOONER  # a probe is due, and may not leave


def test_while_a_probe_is_under_way_the_name_servers_are_not_asked_over_and_over() -> None:
    records = [one(key, PASS) for key in NEEDED[:4]]
    guessed = [*records[:1], *records[2:], one(NEEDED[1], UNKNOWN, code=Code.DKIM_NO_SELECTOR)]
    assert next_round(records, NOW, under_way=True) == next_round(guessed, NOW, under_way=True) == NOW + ROUND
    lost = [*records, one(NEEDED[4], UNKNOWN, ago=2 * HOUR)]
    assert next_round(lost, NOW, under_way=False) == NOW - 2 * HOUR + ROUND  # when the next probe is due


def test_a_probe_is_sent_once_a_day_and_after_hours_where_the_last_one_proved_nothing() -> None:
    assert probe_due([], NOW, under_way=False)
    assert not probe_due([], NOW, under_way=True)
    assert not probe_due(all_good(PROBE_EVERY - HOUR), NOW, under_way=False)
    assert probe_due(all_good(PROBE_EVERY), NOW, under_way=False)
    for result in (FAIL, UNKNOWN):
        bad = [one((Source.PROBE, Check.ARRIVAL), PASS, ago=ROUND), one(STAMPED, result, ago=ROUND)]
        assert probe_due(bad, NOW, under_way=False)
        assert not probe_due(bad, NOW - HOUR, under_way=False)


MANY = st.lists(
    st.builds(
        one,
        st.sampled_from(KEYS),
        st.sampled_from(list(Result)),
        ago=st.integers(0, 200).map(lambda hours: hours * HOUR),
    ),
    max_size=30,
)


@given(MANY, st.sampled_from(KEYS))
def test_a_question_without_answers_is_never_good_news(evidence: list[Evidence], key: tuple[str, str]) -> None:
    rest = [each for each in evidence if (each.source, each.name) != key]
    assert judge(rest, NOW).result is not PASS


@given(MANY)
def test_a_pass_means_that_each_question_has_a_fresh_pass_and_none_a_newer_fail(evidence: list[Evidence]) -> None:
    found = judge(evidence, NOW)
    if found.result is not PASS:
        return
    for key in KEYS:
        about = [each for each in evidence if (each.source, each.name) == key and each.result is not UNKNOWN]
        newest = max(each.measured_at for each in about)
        assert {each.result for each in about if each.measured_at == newest} == {PASS}
        assert NOW - newest < GOOD_FOR
    assert found.good_until is not None
    assert NOW < found.good_until <= NOW + GOOD_FOR


@given(MANY, st.integers(1, 300))
def test_time_alone_never_heals(evidence: list[Evidence], hours: int) -> None:
    if judge(evidence, NOW).result is not PASS:
        assert judge(evidence, NOW + hours * HOUR).result is not PASS
