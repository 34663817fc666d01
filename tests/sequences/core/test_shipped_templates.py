"""Every template that is shipped says the same in both parts, opt-out and postal address included (S13)."""

from pathlib import Path

import pytest

from sequences.core.campaign_file.plan import StepKind, VariantPlan
from sequences.core.campaign_file.reading import parse_campaign
from sequences.core.compose import check_template, render
from sequences.core.footer import Footer, with_footer
from sequences.core.html_text import html_to_text

FILES = sorted(Path("docs/examples").rglob("*.yaml"))
LINK = Footer("Acme Ltd\n1 Mill Road", "No more mail", "https://out.example.com/u/abc")
WORDS = Footer("Acme Ltd\n1 Mill Road", 'Answer "no thanks".', None)


def shipped() -> list[tuple[str, VariantPlan]]:
    plans = [(file.name, parse_campaign(file.read_text(encoding="utf-8"), "yaml")) for file in FILES]
    steps = [(name, step) for name, plan in plans for step in plan.steps if step.kind is StepKind.EMAIL]
    return [(f"{name}-{number}", one) for number, (name, step) in enumerate(steps) for one in step.variants]


@pytest.mark.parametrize("footer", [LINK, WORDS], ids=["link", "words"])
@pytest.mark.parametrize(("name", "variant"), shipped())
def test_both_parts_say_the_same_with_opt_out_and_postal_address(
    name: str, variant: VariantPlan, footer: Footer
) -> None:
    parts = (variant.subject, variant.text, variant.html)
    values = {field: "Alpha" for part in parts for field in check_template(part)}
    # A plain step is looked at as HTML too, so that both parts of each are compared.
    html = variant.html or f"<p>{variant.text}</p>"
    mail = with_footer(render(variant.subject, variant.text, html, values), footer)
    assert mail.html is not None
    seen = html_to_text(mail.html)
    for said in ("Acme Ltd", "1 Mill Road", footer.opt_out_text, footer.opt_out_url or ""):
        assert said in mail.text, name
        assert said in seen, name
    assert "".join(render("", variant.text, None, values).text.split()) in "".join(mail.text.split())
