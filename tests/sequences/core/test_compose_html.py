from pathlib import Path

import pytest

from sequences.core.compose import Composed, ComposeError, context_for, render
from sequences.core.footer import Footer, check_seen, with_footer
from sequences.core.html_text import html_to_text

STEP = Path("tests/data/imports/html-step.html").read_text(encoding="utf-8")
CONTEXT = context_for({"first_name": "Ruth", "company": "Alpha & Söhne"})
LINK = Footer("Acme Ltd\n1 Mill Road\nExample Town", "Unsubscribe", "https://out.example.com/u/abc?x=1&y=2")
WORDS = Footer("Acme Ltd, 1 Mill Road", 'Not for you? Answer "no thanks".', None)

EXPECTED = """Idea for Alpha & Söhne

Hi Ruth,
we saw your post & liked it – really 🚀.

- first point
- second point with details <https://example.com/a?x=1&y=2>

Plan | Price
Small | 10 €

Same link twice: https://example.com/b

Regards,
Sam
"""


def test_the_text_of_an_html_step_is_what_a_reader_sees() -> None:
    composed = render("Idea for {{company}}", "", STEP, CONTEXT)
    assert composed.text == EXPECTED
    assert composed.html is not None
    assert "<h1>Idea for Alpha &amp; Söhne</h1>" in composed.html


def test_an_edited_html_body_renews_its_text() -> None:
    assert render("s", "", STEP.replace("first point", "other point"), CONTEXT).text == EXPECTED.replace(
        "first", "other"
    )


def test_a_plain_step_gets_no_html() -> None:
    assert with_footer(render("s", "Hi {{first_name}}", None, CONTEXT), LINK).html is None


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>a<p>b", "a\n\nb\n"),
        ("a&nbsp;&nbsp;b&#8203;c", "a b\u200bc\n"),
        ("<ol><li>one<li><p>two</p><ul><li>in</ul></ol>", "1. one\n2. two\n\n  - in\n"),
        ('<a href="mailto:a@example.com">a@example.com</a>', "a@example.com\n"),
        ('<a href="https://example.com/"><img src="x" alt=" Our  logo "></a>', "Our logo <https://example.com/>\n"),
        ('<a href="https://example.com/q"><img src="x"></a>', "https://example.com/q\n"),
        ('<a href="#top">up</a> <a href="javascript:x">run</a>', "up run\n"),
        ("<script>if (a<b) 'it'</script>2 < 3 &amp;lt; 4", "2 < 3 &lt; 4\n"),
        ("<p hidden>no<p>yes<span style='DISPLAY : none'>no</span>", "yes\n"),
        ("a<hr>b", "a\n---\nb\n"),
        ("<pre>  x\n   y</pre>z", "  x\n   y\n\nz\n"),
        ("<!-- never closed", ""),
        ("one <b>two</b>, <i>three</i>.", "one two, three.\n"),
        ("<div style='max-height:0px; overflow:hidden'>no</div><p style='opacity: 0'>no</p>yes", "yes\n"),
        ("<td style='font-size:0px'><p style='opacity:0.8;max-height:40px'>yes</p></td>", "yes\n"),
    ],
)
def test_html_reads_as_text(html: str, text: str) -> None:
    assert html_to_text(html) == text


def test_both_parts_carry_one_opt_out_link_and_the_postal_address() -> None:
    composed = with_footer(render("s", "", STEP, CONTEXT), LINK)
    assert composed.text.startswith(EXPECTED)
    assert composed.text.endswith(
        "\n\nUnsubscribe: https://out.example.com/u/abc?x=1&y=2\n\nAcme Ltd\n1 Mill Road\nExample Town\n"
    )
    assert composed.html is not None
    assert composed.html.count("out.example.com") == composed.text.count("out.example.com") == 1
    assert '<a href="https://out.example.com/u/abc?x=1&amp;y=2">Unsubscribe</a>' in composed.html
    assert composed.html.rstrip().endswith("Acme Ltd<br>1 Mill Road<br>Example Town</p>\n</body></html>")


def test_the_words_mode_says_what_to_answer_in_both_parts() -> None:
    composed = with_footer(Composed("s", "Hi\n", "<p>Hi</p>"), WORDS)
    assert composed.text == 'Hi\n\nNot for you? Answer "no thanks".\n\nAcme Ltd, 1 Mill Road\n'
    assert composed.html == (
        "<p>Hi</p>\n<p>Not for you? Answer &quot;no thanks&quot;.</p>\n<p>Acme Ltd, 1 Mill Road</p>\n"
    )


SWALLOWS = ["<!-- end", "<style>a{}", "<a href='x", "<textarea>", "<p>a</p></body></html><!-- </body> -->"]
HIDES = ["<div style='display:none'>", "<div hidden>", "<noscript>", "<select>"]


@pytest.mark.parametrize("end", SWALLOWS)
def test_no_mail_is_made_whose_opt_out_html_swallows(end: str) -> None:
    with pytest.raises(ComposeError, match="would not be seen"):
        with_footer(Composed("s", "Hi\n", f"<p>Hi</p>{end}"), LINK)


@pytest.mark.parametrize("end", [*SWALLOWS, *HIDES])
def test_a_step_under_which_nobody_would_see_the_opt_out_is_refused_at_save(end: str) -> None:
    with pytest.raises(ComposeError, match="would not be seen") as refused:
        check_seen(f"<p>Hi {{{{ first_name | upcase }}}}</p>{end}")
    assert refused.value.part == "html"


@pytest.mark.parametrize("html", [STEP, "<p>Hi {{ x }}", "<table><tr><td>Hi", "{% if x == 'y' %}a{% endif %}"])
def test_ordinary_html_closed_or_not_shows_its_opt_out(html: str) -> None:
    check_seen(html)


@pytest.mark.parametrize("footer", [Footer(" \n", "Unsubscribe", None), Footer("Acme Ltd", "\t", None)])
def test_no_mail_goes_without_address_and_opt_out(footer: Footer) -> None:
    with pytest.raises(ComposeError, match="footer has no"):
        with_footer(Composed("s", "t", None), footer)
