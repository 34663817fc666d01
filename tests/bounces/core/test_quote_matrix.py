"""Answers of our own times the ways of mail programs to quote: nothing of either is lost or left.

tests/data/quotes holds attribution lines and header blocks; {n} is our name, {a} our address.
"""

from functools import cache
from pathlib import Path

import pytest

from bounces.core.reading import Ours
from bounces.core.texts.quote import new_text

DATA = Path(__file__).parents[2] / "data" / "quotes"
NAME, ADDRESS = "Sam Seller", "sam@seller.example"
SENT = """Hi Pat,

we help shops like yours to cut their returns by a third, and most of them
see it within a month.

Would a call on Tuesday make sense?

Sam Seller
Seller & Co, 12 Harbour Street, Leeds
Not for you? Reply stop or unsubscribe here."""
MARKED = "\n".join(f"> {line}" if line else ">" for line in SENT.split("\n"))
KNOWN = {
    "all known": Ours(ADDRESS, NAME, subjects=("Fewer returns at Birch",), sent_texts=(SENT,)),
    "no text": Ours(ADDRESS, NAME),
    "nothing known": Ours(""),
}
ANSWERS = [
    "Yes, call me on Thursday.",
    "Hi Sam,\n\nthanks for the note. Two questions:\n\n1. What does it cost?\n2. Who uses it already?\n\nPat",
    "Not for us, please don't write again.\n\nBest regards\nPat Prospect\nBirch Ltd",
    "Guten Tag Herr Seller,\n\nbitte senden:\n- Preise\n- Referenzen\n\nDatum: 12. März\nOrt: Köln\nThema: Angebot",
    "Von: Köln\nNach: Hamburg\nDatum: 12. März\n\nGeht das?",
    "Merci pour votre message. Êtes-vous libre jeudi à 10:30 ?\n\nCordialement,\nPat",
    "お世話になっております。資料をお送りください。",
    "Unsubscribe here.",
    "I wrote to Sam Seller on 3 March 2026 about this:\nno answer yet.\nPlease reply.",
    "Please write to pat@birch.example from now on:\nthis address closes.",
    "We sell shoes - 10 % come back.\n-----\nSee the table:\nA: 10\nB: 12\nC: 13\n\nOK?",
]


@cache
def ways(name: str) -> tuple[str, ...]:
    return tuple((DATA / name).read_text(encoding="utf-8").strip("\n").split("\n\n"))


def squashed(text: str) -> str:
    return "".join(text.split())


def wrong(opening: str, ours: Ours, below: str, turn: int) -> list[str]:
    """Those of a third of the answers, another at every turn, that do not come out as they went in."""
    quote = opening.replace("{n}", NAME).replace("{a}", ADDRESS)
    return [
        one
        for one in ANSWERS[turn % 3 :: 3]
        if squashed(new_text(f"{one}\n\n{quote}\n{below}\n", ours).text) != squashed(one)
    ]


@pytest.mark.parametrize("known", KNOWN)
@pytest.mark.parametrize("quoted", ["marked", "bare"])
def test_an_attribution_of_any_program_and_language_is_cut_with_its_quote(known: str, quoted: str) -> None:
    text = MARKED if quoted == "marked" else f"\n{SENT}"
    lines = [
        line for line in ways("attributions.txt") if known != "nothing known" or quoted == "marked" or "{a}" in line
    ]
    assert {line: bad for turn, line in enumerate(lines) if (bad := wrong(line, KNOWN[known], text, turn))} == {}


@pytest.mark.parametrize("known", KNOWN)
def test_a_block_of_header_lines_in_any_language_is_cut_with_its_quote(known: str) -> None:
    assert {
        one: bad for turn, one in enumerate(ways("blocks.txt")) if (bad := wrong(one, KNOWN[known], SENT, turn))
    } == {}


@pytest.mark.parametrize("line", ["On Tue, 10 Mar 2026 at 04:24, {n} <{a}> wrote:", "{n}, Mar 10, 2026, 09:41 BST:"])
def test_answers_below_and_between_are_kept(line: str) -> None:
    head = line.replace("{n}", NAME).replace("{a}", ADDRESS)
    below = new_text(f"{head}\n{MARKED}\n\nBelow.", KNOWN["no text"]).text
    between = new_text(f"{head}\n> we help shops\n\nWhich?\n\n> Would a call\n\nYes.", KNOWN["no text"]).text
    bare = new_text(f"Above.\n\n{head}\n\n{SENT}\n\nBelow.", KNOWN["all known"]).text
    assert (below, between.split(), bare.split()) == ("Below.", ["Which?", "Yes."], ["Above.", "Below."])


@pytest.mark.parametrize(
    "line",
    [
        "##- Please type your reply above this line -##",
        "Bitte antworten Sie oberhalb dieser Linie.",
        "Write above this line",
    ],
)
def test_below_a_ticket_systems_line_stands_a_quote_for_who_wrote_above_it(line: str) -> None:
    assert new_text(f"Thanks!\n\n{line}\n\nOld words.", KNOWN["no text"]).text == "Thanks!"
    assert "New words." in new_text(f"{line}\n\nNew words.", KNOWN["no text"]).text


SIGNED = [
    "Best regards\nPat Prospect\nHead of Purchasing, Birch Ltd\n+44 20 7946 0188",
    "Mit freundlichen Grüßen\n\nPat Prospect\nLeiter Einkauf\nBirke GmbH | Tel. 040 555 0133\nAmtsgericht Jena",
    "Cordialement,\nPat\nGérant, Atelier Birch",
    "S pozdravem\nPat Prospect\nobchodní oddělení, Bříza",
    "Saygılarımla\nPat Prospect\nKurumsal İletişim, Huş",
    "Cumprimentos,\nPat\nBétula, Lda",
    "Med vänlig hälsning\nPat\nVäxel 08-555 010 20",
    "LG Pat",
    "-- \nPat\nOpen Tue-Sat",
    "Pat Prospect\nStudio Manager | Birch",
    "Pat",
    "Kind regards,\nPat\n\nThis email and any attachments are confidential and intended for the recipient only.",
    "Thanks\nPat\n\nTo unsubscribe from our guest newsletter, please follow the link.",
    "よろしくお願いいたします。\nPat Prospect\n株式会社バーチ\nTEL 03-5550-0101",
]


@pytest.mark.parametrize("signature", SIGNED)
def test_a_signature_goes_from_what_rules_read_and_stays_for_people(signature: str) -> None:
    found = new_text(f"Call me on Monday.\n\n{signature}", KNOWN["no text"], "Pat Prospect")
    assert (found.words, squashed(found.text)) == ("Call me on Monday.", squashed(f"Call me on Monday.{signature}"))


@pytest.mark.parametrize(
    "text",
    [
        "Not interested.\n\nBest regards\nPat\n\nPS: Please take me off your list.",
        "Danke, nein.\nLG Pat\nBitte löschen Sie meine Adresse aus dem Verteiler.",
        "Thanks, remove me from your list.",
        "Thank you\nplease stop writing to me.",
        "Pat here. Call +44 20 7946 0188 and ask for me.",
    ],
)
def test_a_wish_around_a_closing_is_never_cut(text: str) -> None:
    assert text.split(".")[-2].strip().split("\n")[-1] in new_text(text, KNOWN["no text"], "Pat Prospect").words
