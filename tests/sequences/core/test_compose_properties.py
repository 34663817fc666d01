from hypothesis import given, settings
from hypothesis import strategies as st

from sequences.core.compose import ComposeError, check_template, context_for, render
from sequences.core.html_text import html_to_text

visible = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=80)
tagged = st.lists(
    st.sampled_from(["{{", "}}", "{%", "%}", "{", "}", "a", " ", "| upcase", "if a", "endif", "\n", "'", "-", "else"]),
    max_size=25,
).map("".join)


@given(value=visible)
def test_any_value_arrives_literally_in_subject_and_text(value: str) -> None:
    composed = render("About {{v}}", "{{v}}!", None, context_for({"v": value}))
    assert (composed.subject, composed.text) == (f"About {value}", f"{value}!")


@settings(max_examples=500, deadline=None)
@given(source=tagged)
def test_what_is_accepted_at_save_renders_and_leaves_no_tag(source: str) -> None:
    try:
        fields = check_template(source)
    except ComposeError:
        return
    text = render("s", f"x{source}", None, dict.fromkeys(fields, "value")).text
    assert "{{" not in text
    assert "{%" not in text


markup = st.lists(
    st.sampled_from(
        ["<p>", "</p>", "<li>", "<ul>", "</ul>", "<a href='https://e.example'>", "</a>", "<!--", "-->", "<"]
    )
    | st.sampled_from(["<script>", "</script>", "<div hidden>", "</div>", "<pre>", "<td>", "text", " ", "\n", "&amp;"]),
    max_size=40,
).map("".join)


@given(html=markup | st.text(max_size=100))
def test_any_html_becomes_text_without_markup_of_ours(html: str) -> None:
    text = html_to_text(html)
    assert "<p>" not in text
    assert "<!--" not in text
    assert "\n\n\n" not in text.replace(" ", "") or "<pre>" in html
