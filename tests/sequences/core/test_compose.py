import csv
from pathlib import Path

import pytest

from sequences.core.compose import ComposeError, MissingField, context_for, name_problem, render

SUBJECT = "Idea for {{company}}, {{ first_name | default: 'there' }}"
TEXT = "Hi {{ first_name | default: 'there' }},\nabout {{company}}.\n"
HTML = "<p>Hi {{ first_name | default: 'there' }}, about {{company}}.</p>"


def people() -> dict[str, dict[str, str]]:
    with Path("tests/data/imports/missing-fields.csv").open(encoding="utf-8", newline="") as file:
        return {row["email"].partition("@")[0]: dict(row) for row in csv.DictReader(file)}


@pytest.mark.parametrize(
    ("person", "name"), [("anke", "Anke"), ("bela", "there"), ("cira", "there"), ("doro", "there")]
)
def test_a_blank_first_name_falls_back_in_subject_text_and_html_alike(person: str, name: str) -> None:
    composed = render(SUBJECT, TEXT, HTML, context_for(people()[person]))
    assert composed.subject.endswith(f", {name}")
    assert composed.text.startswith(f"Hi {name},\n")
    assert composed.html is not None
    assert composed.html.startswith(f"<p>Hi {name}, about")
    assert "{" not in composed.subject + composed.text + composed.html


@pytest.mark.parametrize("person", ["enno", "fips"])
def test_a_missing_company_without_fallback_holds_the_touch_and_names_the_field(person: str) -> None:
    with pytest.raises(MissingField) as held:
        render("Idea", TEXT, None, context_for(people()[person]))
    assert (held.value.field, held.value.part, held.value.line, held.value.column) == ("company", "text", 2, 9)
    assert str(held.value) == "text, line 2, column 9: missing company"


def test_the_touch_goes_out_once_the_field_is_filled() -> None:
    enno = people()["enno"] | {"company": "Echo Ltd"}
    assert render(SUBJECT, TEXT, None, context_for(enno)).text == "Hi Enno,\nabout Echo Ltd.\n"


@pytest.mark.parametrize("value", ["", " ", "\t\n", "\u00a0", " \u00a0\u2003\u3000 ", "\u200b\ufeff", None])
def test_a_value_of_only_white_space_is_missing(value: str | None) -> None:
    assert context_for({"company": value}) == {}
    for use in ("{{ company }}", "{{ company | upcase }}", "{{ company | append: 'x' }}", "{% echo company %}"):
        with pytest.raises(MissingField):
            render("s", use, None, context_for({"company": value}))
    assert render("s", "{% if company %}a{% else %}b{% endif %}", None, context_for({"company": value})).text == "b"


HOSTILE = ["{{email}}", "{% now %}", "{0.__class__}", "%(x)s", "\\1", "$&", "{{unsubscribe_url}}", "}}", "{{", "{%"]


@pytest.mark.parametrize("value", HOSTILE)
def test_a_value_that_looks_like_a_tag_arrives_literally_and_is_not_read_again(value: str) -> None:
    context = context_for({"company": value, "email": "ruth@example.com"})
    composed = render(
        "About {{company}}", "{% assign x = company %}{{x}} {{company | append: ''}}", "<p>{{company}}</p>", context
    )
    assert composed.subject == f"About {value}"
    assert composed.text == f"{value} {value}"
    assert composed.html == f"<p>{value.replace('&', '&amp;')}</p>"


def test_html_escapes_values_and_leaves_the_template_as_it_is() -> None:
    value = "<script>alert('x')</script> & \"Co\""
    composed = render("{{v}}", "{{v}}", "<b>{{v}}</b>{{ '<i>' }}{{ missing | default: '<u>' }}", {"v": value})
    assert composed.subject == composed.text == value
    assert composed.html == ("<b>&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &#34;Co&#34;</b><i><u>")


def test_a_blank_subject_is_left_to_the_thread() -> None:
    assert render("", "text", None, {}).subject == ""


def test_a_subject_or_text_that_comes_out_empty_is_refused() -> None:
    with pytest.raises(ComposeError, match="subject is empty"):
        render("{% if a %}x{% endif %}", "text", None, {})
    with pytest.raises(ComposeError, match="text is empty"):
        render("s", "{{ a | default: ' ' }}", None, {})


@pytest.mark.parametrize("char", ["\n", "\r", "\u2028", "\u2029", "\x85", "\x0b", "\u202e"])
def test_no_value_can_break_the_subject_line(char: str) -> None:
    with pytest.raises(ComposeError, match="subject") as refused:
        render("About {{company}}", "text", None, context_for({"company": f"A{char}Bcc: x@example.net"}))
    assert refused.value.part == "subject"
    assert "Bcc" not in str(refused.value)


@pytest.mark.parametrize("char", ["\x00", "\x07", "\x1b", "\x7f", "\x9f"])
def test_a_control_character_in_a_value_is_refused_by_the_name_of_its_field(char: str) -> None:
    with pytest.raises(ComposeError) as refused:
        context_for({"company": f"A{char}B"})
    assert refused.value.field == "company"
    assert "A" not in str(refused.value)


def test_line_ends_of_word_processors_become_lines() -> None:
    assert render("s", "a\r\nb\rc\u2028d\x0be{{x}}", None, {"x": "\u2029f"}).text == "a\nb\nc\nd\ne\nf"


@pytest.mark.parametrize(
    "name", ["empty", "blank", "nil", "true", "if", "Unsubscribe_URL", "2nd", "a b", "a.b", "", "x" * 65]
)
def test_a_name_that_liquid_would_read_otherwise_is_no_field(name: str) -> None:
    assert name_problem(name)
    assert context_for({name: "value"}) == {}


@pytest.mark.parametrize("name", ["first_name", "Firma", "città", "e-mail", "名前"])
def test_ordinary_names_are_fields(name: str) -> None:
    assert name_problem(name) is None
    assert render("s", f"{{{{ {name} }}}}", None, context_for({name: " value "})).text == "value"
