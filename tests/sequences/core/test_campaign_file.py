"""A campaign file is read whole or refused with the line and column of everything that is wrong with it."""

from datetime import date, time
from pathlib import Path

import pytest

from app.core.windows import WORKING, daily
from sequences.core.campaign_file.nodes import CampaignFileError
from sequences.core.campaign_file.plan import CampaignPlan, StepKind
from sequences.core.campaign_file.reading import parse_campaign
from sequences.core.due import Delay, DelayUnit

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"

YAML = """\
name: Spring
window: {days: mon-wed, opens: "09:00", closes: "12:30"}
ends_on: 2027-06-30
steps:
  - kind: email
    subject: Hello
    text: |
      Hello {{ first_name }}
  - kind: call
    delay: 3 days
    text: Call them.
"""
TOML = """\
name = "Spring"
ends_on = 2027-06-30
window = {days = "mon-wed", opens = 09:00:00, closes = "12:30"}

[[steps]]
kind = "email"
subject = "Hello"
text = '''
Hello {{ first_name }}
'''

[[steps]]
kind = "call"
delay = "3 days"
text = "Call them."
"""


def problems_of(text: str, ending: str = "yaml") -> list[str]:
    with pytest.raises(CampaignFileError) as caught:
        parse_campaign(text, ending)
    return str(caught.value).splitlines()


def with_step(lines: str, *, ending: str = "yaml") -> str:
    head = "name: A\nsteps:\n" if ending == "yaml" else 'name = "A"\n[[steps]]\n'
    return head + lines


def test_yaml_and_toml_mean_the_same() -> None:
    plan = parse_campaign(YAML, "yaml")
    assert plan == parse_campaign(TOML, "toml")
    assert plan.window == daily(frozenset({1, 2, 3}), time(9), time(12, 30))
    assert plan.ends_on == date(2027, 6, 30)
    assert [step.kind for step in plan.steps] == [StepKind.EMAIL, StepKind.CALL]
    assert plan.steps[1].delay == Delay(3, DelayUnit.DAYS)
    assert plan.steps[0].variants[0].text == "Hello {{ first_name }}\n"


def test_what_is_left_out_has_the_documented_default() -> None:
    plan = parse_campaign(with_step("  - {kind: task}\n"), "yaml")
    assert plan == CampaignPlan("A", plan.steps)
    assert plan.window == daily(frozenset({WORKING}), time(8, 30), time(17, 30))
    assert (plan.mailboxes, plan.time_zone, plan.weight, plan.unsubscribe) == ((), None, 1, "link")
    assert plan.company_rule == ""  # as the workspace has it


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("*.yaml")), ids=lambda path: path.name)
def test_the_examples_are_valid(path: Path) -> None:
    assert parse_campaign(path.read_text(), "yaml").steps


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("windw: 1", "3:1: 'windw' is not known here; did you mean 'window'?"),
        ("priority: maybe", "3:11: This must be true or false, not a text."),
        ("weight: 1.5", "3:9: This must be a whole number, not a number."),
        ("weight: 0", "3:9: This must be 1 to 100, not 0."),
        ("day_cap: true", "3:10: This must be a whole number, not yes or no."),
        ("time_zone: CET", "3:12: 'CET' is not a time zone with a place, such as Europe/Berlin."),
        ("mailboxes: nora@example.com", "3:12: This must be a list, not a text."),
        ("mailboxes: [nora@example.com, nora]", "3:31: The address has no @."),
        ("window: {days: mon, opens: 9, closes: 10:00}", "3:28: Write the time as HH:MM"),
        ("window: {days: mon-fri, opens: '09:00'}", "3:1: The window has no 'closes'."),
        ("window: {days: mon, opens: '9:00', closes: '10:00', zone: UTC}", "3:53: 'zone' is not known here"),
        ("holidays: XX", "3:11: There is no holiday calendar of that name"),
        ("unsubscribe: never", "3:14: This must be one of link, words, both, not 'never'."),
        ("company_rule: pause", "3:15: This must be one of nothing, hold, stop, not 'pause'."),
        ("ends_on: 2027-02-30", "3:10: "),
        ("steps: []", "3:1: 'steps' stands here a second time."),
    ],
)
def test_a_wrong_value_is_told_at_its_line_and_column(line: str, told: str) -> None:
    found = problems_of(f"name: A\nsteps: [{{kind: task}}]\n{line}\n")
    assert len(found) == 1
    assert found[0].startswith(told)


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("  - {}\n", "3:5: Step 1 has no 'kind'."),
        ("  - kind: fax\n", "3:11: This must be one of email, linkedin, call, task, not 'fax'."),
        ("  - {kind: email, subject: x}\n", "3:5: Step 1 is an email and has no 'text'."),
        ("  - {kind: email, text: x}\n", "3:5: The first email needs a 'subject': there is no thread yet."),
        ("  - {kind: call, subject: x}\n", "3:18: 'subject' is not known here"),
        ("  - {kind: task, delay: 3 weeks}\n", "3:25: Write the delay as 2 business days, 3 days, 36 hours or 0."),
        ("  - {kind: task, delay: 9999}\n", "3:25: A delay is 0 to 365 days, not 9999."),
        ('  - {kind: email, text: x, subject: "a\\nb"}\n', "3:37: This must be one line."),
        ("  - {kind: email, variants: []}\n", "3:29: 'variants' is a list of 1 to 10 texts."),
    ],
)
def test_a_wrong_step_is_told_at_its_line_and_column(step: str, told: str) -> None:
    found = problems_of(with_step(step))
    assert found[0].startswith(told)


@pytest.mark.parametrize(
    ("text", "ending", "place"),
    [
        (
            with_step("  - kind: email\n    subject: x\n    text: |\n\n      Hi\n       {{ a | nosuch }}\n"),
            "yaml",
            "8:15",
        ),
        (with_step('  - {kind: email, text: x, subject: "Hi {{ a | nosuch }}"}\n'), "yaml", "3:48"),
        (with_step("  - kind: email\n    subject: x\n    text: >\n      Hi\n      {{ a | no }}\n"), "yaml", "5:11"),
        (with_step('kind = "email"\nsubject = "x"\ntext = """\nHi\n {{ a | no }}\n"""\n', ending="t"), "toml", "7:9"),
        (with_step('kind = "email"\ntext = "x"\nsubject = \'Hi {{ a | no }}\'\n', ending="t"), "toml", "5:22"),
    ],
)
def test_a_fault_inside_a_template_is_told_at_its_own_place(text: str, ending: str, place: str) -> None:
    assert any(problem.startswith(f"{place}: ") for problem in problems_of(text, ending))


@pytest.mark.parametrize(
    ("text", "ending", "told"),
    [
        ("", "yaml", "1:1: The file is empty."),
        ("name: [\n", "yaml", "2:1: This is not YAML: "),
        ("name = \n", "toml", "1:8: This is not TOML: "),
        ("name = 'a'\nname = 'b'\n", "toml", "2:11: This is not TOML: "),
        ("- 1\n", "yaml", "1:1: The campaign has keys and values"),
        ("name: \x07\n", "yaml", "1:7: The file holds a character that YAML does not allow."),
        ("a: &x [1]\nb: *x\n", "yaml", "1:4: Anchors and aliases"),
        ("name: !!python/name:os.system x\n", "yaml", "1:7: Tags such as"),
        ("[" * 500 + "]" * 500, "yaml", "1:"),
        ("x = " + "[" * 5000, "toml", "1:1: "),
        ("name: A\nsteps: [{kind: task}]\n---\nname: B\n", "yaml", "3:1: This is not YAML: "),
    ],
)
def test_a_file_that_is_none_is_refused_at_a_place(text: str, ending: str, told: str) -> None:
    assert problems_of(text, ending)[0].startswith(told)


def test_every_problem_is_told_in_the_order_of_the_file() -> None:
    found = problems_of("weight: 0\nname: 1\nsteps:\n  - kind: fax\n  - kind: call\n    delay: soon\n")
    assert [problem.split(" ")[0] for problem in found] == ["1:9:", "2:7:", "4:11:", "6:12:"]


def test_norway_keeps_its_holidays() -> None:
    assert parse_campaign("name: A\nholidays: NO\nsteps: [{kind: task}]\n", "yaml").holidays == "NO"


def test_a_value_in_an_inline_table_is_told_at_the_key_that_holds_it() -> None:
    text = 'name = "A"\nwindow = { days = "mon", opens = "9:00", closes = "25:00" }\n[[steps]]\nkind = "task"\n'
    assert problems_of(text, "toml")[0].startswith("2:10: Write the time as HH:MM")


def test_the_second_table_of_an_array_is_told_apart_from_the_first() -> None:
    text = 'name = "A"\n[[steps]]\nkind = "task"\n# [[steps]]\n[[steps]]\n"kind" = "fax"\n'
    assert problems_of(text, "toml") == ["6:10: This must be one of email, linkedin, call, task, not 'fax'."]
