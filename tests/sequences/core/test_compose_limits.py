"""Whoever writes templates or values cannot make a rendering long, large or curious."""

import time
from collections.abc import Callable

import pytest

from sequences.core import liquid
from sequences.core.compose import ComposeError, check_template, context_for, render
from sequences.core.html_text import html_to_text

BIG = {"a": "a" * 9_999}
TENFOLD = " | replace: 'a', 'aaaaaaaaaa'"


def seconds(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


@pytest.mark.parametrize(
    "source",
    [
        "{{ 'a'" + TENFOLD * 6 + " }}",
        "{% assign b = a" + TENFOLD + " %}{{ b }}",
        ("{{ a" + " | upcase" * 70 + " }}") * 150,
        "{{ 9" + " | times: 999999" * 20 + " }}",
        "{{ (1..1000000000) | join: ',' }}",
        "{{ (1..1000000000) | size }}",
        "{{ a | split: '' | join: 'aaaaaaaaaaaaaaaaaaaaaaaa' }}",
        "{{ a }}" * 900,
        "{{ 1 | divided_by: 0 }}",
        "{{ a | plus: a }}{{ 'x' | slice: 'y' }}",
    ],
)
def test_a_greedy_template_is_stopped_early_with_its_place(source: str) -> None:
    def attempt() -> None:
        with pytest.raises(ComposeError) as refused:
            render("s", source, None, BIG)
        assert refused.value.line == 1
        assert "aaaa" not in str(refused.value)

    assert seconds(attempt) < 2


@pytest.mark.parametrize(
    "source",
    [
        "{% for a in (1..1000000) %}{% for b in (1..1000000) %}x{% endfor %}{% endfor %}",
        "{% if a %}" * 100 + "{% endif %}" * 100,
        ("{{" + " " * 600 + "a}}") * 100,
        "{{a}}" * 1_001,
        "{% if " + "a or " * 2_000 + "a %}{% endif %}",
        "{{ a" + "[a" * 90 + "]" * 90 + " }}",
        "{{" * 40_000,
        "{% raw %}" * 10_000,
        "{% comment %}" * 7_000,
    ],
)
def test_a_template_built_to_stall_the_parser_is_refused_at_once(source: str) -> None:
    def attempt() -> None:
        with pytest.raises(ComposeError):
            check_template(source)

    assert seconds(attempt) < 2


def test_the_sandbox_keeps_only_what_needs_no_clock_no_file_and_no_loop() -> None:
    for environment in (liquid.TEXT, liquid.HTML):
        assert set(environment.tags) == liquid.TAGS
        assert set(environment.filters) == liquid.FILTERS
        assert not {"date", "safe", "base64_decode"} & set(environment.filters)


@pytest.mark.parametrize("name", sorted(liquid.FILTERS))
def test_no_filter_lets_markup_of_a_value_into_html(name: str) -> None:
    value = "<script>x</script>&lt;b&gt;"
    for use in (name, f"{name}: v", f"{name}: 3", f"{name}: 'x', v", f"{name}: '', v", f"split: 'x' | {name}"):
        try:
            html = render("s", "t", f"{{{{ v | {use} }}}}", {"v": value}).html or ""
        except ComposeError:
            continue
        assert "<script" not in html
        assert "<b>" not in html


def test_a_field_value_has_a_longest_length() -> None:
    with pytest.raises(ComposeError) as refused:
        context_for({"notes": "x" * 10_001})
    assert refused.value.field == "notes"


@pytest.mark.parametrize(
    "html",
    [
        *("<!--" * 25_000, "<a " * 33_000, "<a x='" * 16_000, '<a x="' * 16_000, "<script>" * 12_000, "</" * 50_000),
        *("<!" * 50_000, "&#x" * 33_000, "<" * 100_000, "<div hidden>" * 8_000, "<ul><li>" * 12_000, "<a>" * 33_000),
        "<style>" + "</styl" * 15_000,
    ],
)
def test_html_built_to_stall_a_parser_is_read_in_time(html: str) -> None:
    assert seconds(lambda: html_to_text(html)) < 2
