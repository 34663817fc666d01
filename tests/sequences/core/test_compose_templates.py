"""A template is refused when it is saved, with the place of the fault; never in the worker."""

import pytest

from sequences.core.compose import ComposeError, check_template, render
from sequences.core.template_scan import LONGEST_TEMPLATE


@pytest.mark.parametrize(
    ("source", "line", "column", "words"),
    [
        ("Hi {{first_name", 1, 4, "not closed"),
        ("Hi {{first_name}} }}", 1, 19, "never opened"),
        ("{{ {{first_name}} }}", 1, 1, "another tag"),
        ("{{{first_name}}}", 1, 1, "three braces"),
        ("Hi,\n\nabout {{company and {{name}}", 3, 7, "another tag"),
        ("Hi,\r\n {% if a %}x", 2, 2, "'if' is never closed"),
        ("{% if a %}x{% endunless %}", 1, 12, "'endunless' does not belong"),
        ("a {% else %}", 1, 3, "'else' does not belong"),
        ("a {% if b", 1, 3, "not closed"),
        ("{% debug %}", 1, 1, "unknown tag 'debug'"),
        ("{% now %}", 1, 1, "unknown tag 'now'"),
        ("{% raw %}{{ x }}{% endraw %}", 1, 1, "unknown tag 'raw'"),
        ("{% include 'a' %}", 1, 1, "unknown tag 'include'"),
        ("{% %}", 1, 1, "empty"),
        ("{{ }}", 1, 1, "empty"),
        ("{{7*7}}", 1, 4, "unexpected '*'"),
        ("{{ “there” }}", 1, 4, "unexpected"),
        ("\n{{ x | shout }}", 2, 8, "unknown filter 'shout'"),
        ("{{ x | date: 'now' }}", 1, 8, "unknown filter 'date'"),
        ("{{ x | safe }}", 1, 8, "unknown filter 'safe'"),
        ("{{ x | base64_decode }}", 1, 8, "unknown filter"),
        ("{% if a %}{{ x | default }}{% endif %}", 1, 18, "'default' needs a value"),
        ("{{ x.__class__.__mro__ }}", 1, 4, "no parts"),
        ("{{ settings.SECRET_KEY }}", 1, 4, "no parts"),
        ("ok\x00", 1, 3, "control character"),
        ("x" * (LONGEST_TEMPLATE + 1), None, None, "longer than"),
    ],
)
def test_a_fault_is_refused_at_save_with_its_place(
    source: str, line: int | None, column: int | None, words: str
) -> None:
    with pytest.raises(ComposeError, match=words) as refused:
        check_template(source)
    assert (refused.value.line, refused.value.column) == (line, column)
    with pytest.raises(ComposeError):
        render("subject", source, None, {"first_name": "Ruth", "a": "x", "x": "y"})


@pytest.mark.parametrize("sign", ["\n", "\r", "\t", "\u2028", "\x85", "\u200f", "\u202e"])
def test_a_sign_that_no_subject_can_have_is_refused_at_save(sign: str) -> None:
    with pytest.raises(ComposeError, match="invisible sign") as refused:
        check_template(f"Hi {{{{ x }}}}{sign}", line=True)
    assert (refused.value.line, refused.value.column) == (1, 11)


@pytest.mark.parametrize(
    "source",
    [
        "a{color:red} @media(x){.b{padding:2px}}",
        '{"a":{"b":1}}',
        '{"a":{"b":{"c":{}}}}',
        "100 %} and {% not",
        "a } b { c",
    ],
)
def test_braces_of_css_and_json_are_text(source: str) -> None:
    if "{% not" in source:
        source = source.removesuffix("{% not")
    assert check_template(source) == ()
    assert render("s", source, f"<style>{source}</style>", {}).text == source
    assert render("s", f"{{{{x}}}}{source}", None, {"x": "1"}).text == f"1{source}"


def test_a_tag_may_stand_inside_braces_of_css_and_json() -> None:
    source = 'a{color:{{color}}} {"a":{"b":{{ n }}}}'
    assert render("s", source, None, {"color": "red", "n": "7"}).text == 'a{color:red} {"a":{"b":7}}'


def test_the_fields_of_a_template_are_named_in_order_of_appearance() -> None:
    source = "{{ b | default: a }}{% if c == 'x' %}{{ b }}{% elsif d %}{% endif %}{% assign e = f %}{{ e }}"
    assert check_template(source) == ("b", "a", "c", "d", "f")


def test_an_unknown_field_is_refused_with_its_name_and_place() -> None:
    with pytest.raises(ComposeError, match="unknown field 'frist_name'") as refused:
        check_template("Hi\n {{frist_name}}", known={"first_name", "company"})
    assert (refused.value.line, refused.value.column, refused.value.field) == (2, 4, "frist_name")
    assert check_template("Hi {{first_name}}", known={"first_name"}) == ("first_name",)


def test_the_kept_tags_work() -> None:
    source = (
        "{% comment %} {{ not read %} {% for %} {% endcomment %}{% # nor this %}"
        "{% assign greeting = name | default: 'there' %}{{ greeting }}"
        "{% case size %}{% when 'big' %} big{% else %} small{% endcase %}"
        "{% unless size %} no size{% endunless %}{% echo name | upcase %}"
    )
    source = source.replace("{{ not read %}", "not read")
    assert render("s", source, None, {"name": "Ruth"}).text == "Ruth small no sizeRUTH"
