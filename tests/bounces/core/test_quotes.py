import pytest

from bounces.core.mail.html_text import html_to_text
from bounces.core.reading import Kind
from bounces.core.texts.quote import new_text
from tests.bounces.core.mails import US, mail, read

OURS = "Hi Pat,\nwe help shops like yours to cut their returns.\nNot for you? Reply stop or unsubscribe here."
MARKED = "\n".join(f"> {line}" for line in OURS.split("\n"))

ATTRIBUTIONS = [
    "On Tue, Mar 10, 2026 at 4:24\u202fAM Sam Seller <sam@seller.example> wrote:",
    "On Tue, Mar 10, 2026 at 4:24 AM Sam Seller\n<sam@seller.example> wrote:",
    "Am Di., 10. März 2026 um 04:24 Uhr schrieb Sam Seller <sam@seller.example>:",
    "Le mar. 10 mars 2026 à 04:24, Sam Seller <sam@seller.example> a écrit :",
    "2026年3月10日(火) 4:24 Sam Seller <sam@seller.example>:",
    "вт, 10 мар. 2026 г. в 04:24, Sam Seller <sam@seller.example>:",
    "Sam Seller <sam@seller.example>, 10 Mar 2026 Sal, 04:24 tarihinde şunu yazdı:",
    "On Monday Sam Seller wrote:",
]

BLOCKS = [
    "-----Original Message-----\nFrom: Sam Seller\nSent: Tuesday\nTo: Pat\nSubject: Fewer returns at Birch",
    "____________________\nVon: Sam Seller <sam@seller.example>\nGesendet: Dienstag\nAn: Pat\nBetreff: Fewer returns",
    "From: Sam Seller\n\nSent: Tuesday\n\nTo: Pat\n\nSubject: Fewer returns at Birch",
    "発信者: Sam Seller <sam@seller.example>\n日付: 2026\n宛先: Pat\n件名: Fewer returns at Birch",
]


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_an_attribution_in_any_language_begins_the_quote(attribution: str) -> None:
    assert new_text(f"Good idea, tell me more.\n\n{attribution}\n{MARKED}", US).text == "Good idea, tell me more."


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_of_header_lines_begins_the_quote(block: str) -> None:
    assert new_text(f"Good idea.\n\n{block}\n\n{OURS}", US).text == "Good idea."


@pytest.mark.parametrize("attribution", [ATTRIBUTIONS[0], ATTRIBUTIONS[0].replace(" wrote:", "\nwrote:")])
def test_answers_between_and_below_the_quote_are_kept(attribution: str) -> None:
    text = f"{attribution}\n> we help shops\n\nwhich ones?\n\n> like yours\n\nhow?\n"
    assert new_text(text, US).text.split() == ["which", "ones?", "how?"]


def test_below_the_mark_our_own_lines_go_and_above_it_the_senders_stay() -> None:
    text = f"Not for you? Reply stop or unsubscribe here.\n\n{ATTRIBUTIONS[0]}\n\n{OURS}\n\nbelow"
    assert new_text(text, US).text == "Not for you? Reply stop or unsubscribe here.\n\nbelow"


@pytest.mark.parametrize(
    "ending",
    [
        "-- \nPat\nBirch Ltd",
        "Best regards,\nPat Prospect\nBirch Ltd",
        "Mit freundlichen Grüßen\nPat",
        "Sent from my phone",
        "Pat\nBirch GmbH | Tel. 040 555",
    ],
)
def test_a_signature_is_no_evidence(ending: str) -> None:
    assert new_text(f"Call me on Monday.\n\n{ending}", US).words == "Call me on Monday."


def test_a_sentence_that_names_us_is_not_an_attribution() -> None:
    text = "Sam Seller, your offer of 10 March is fine: we take it.\nSend it to us."
    assert new_text(text, US).text == text


def test_a_warning_banner_is_not_the_senders_word() -> None:
    text = "CAUTION: This email originated from outside the organization.\n\nYes please."
    assert new_text(text, US).text == "Yes please."


@pytest.mark.parametrize(
    "quote",
    [
        '<div class="gmail_quote">OLD <div>deep</div></div>',
        '<blockquote type="cite">OLD <blockquote>deep</blockquote></blockquote>',
        '<div id="appendonsend"></div><p>OLD</p>',
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt">OLD</div><p>OLD</p>',
        "<script>OLD</script><style>OLD</style><!-- OLD -->",
    ],
)
def test_the_quote_containers_of_mail_programs_are_cut(quote: str) -> None:
    assert new_text(html_to_text(f"<p>New &amp; short</p>{quote}"), US).text == "New & short"


def test_html_without_a_plain_part_is_read() -> None:
    reading = read(mail("<p>Yes,<br>call me.</p>", "Content-Type: text/html; charset=utf-8"))
    assert (reading.kind, reading.text) == (Kind.HUMAN_REPLY, "Yes,\ncall me.")
