"""The steps of a campaign file: kinds, delays, and templates checked before anything is stored."""

import re

from sequences.core.campaign_file.fields import Fields, Wrong, choice, filled, kind_of, text, whole
from sequences.core.campaign_file.nodes import Node
from sequences.core.campaign_file.plan import StepKind, StepPlan, VariantPlan
from sequences.core.compose import ComposeError, check_template
from sequences.core.due import Delay, DelayError, DelayUnit
from sequences.core.footer import check_seen

MOST_STEPS = 100
MOST_VARIANTS = 10
LONGEST_TIMEOUT = 90  # business days
LONGEST_TEXT = 100_000
LETTERS = "ABCDEFGHIJ"
UNITS = {"b": DelayUnit.BUSINESS_DAYS, "d": DelayUnit.DAYS, "h": DelayUnit.HOURS}  # by the first letter
DELAY = re.compile(r"(\d{1,6})\s*(business\s+days?|days?|hours?)", re.IGNORECASE)


def read_steps(fields: Fields) -> tuple[StepPlan, ...]:
    """Read `steps`, a list of at least one."""
    node = fields.raw("steps")
    if node is None:
        fields.need("steps", lambda one: one, None)
        return ()
    if not isinstance(node.value, list) or not node.value:
        given = "an empty list" if isinstance(node.value, list) else kind_of(node)
        fields.problem(node.place, f"This must be a list of steps, not {given}.")
        return ()
    if len(node.value) > MOST_STEPS:
        fields.problem(node.place, f"A campaign has at most {MOST_STEPS} steps.")
        return ()
    steps = [_Step(Fields(one, f"Step {number}", fields.problems)).read() for number, one in enumerate(node.value, 1)]
    if not fields.problems:
        _check_first_subject(fields, node.value, steps)
    return tuple(steps)


def _check_first_subject(fields: Fields, nodes: list[Node], steps: list[StepPlan]) -> None:
    """The first mail of a thread needs a subject; a later one without takes that of the thread."""
    for node, step in zip(nodes, steps, strict=True):
        if step.kind is StepKind.EMAIL:
            if not all(variant.subject.strip() for variant in step.variants):
                fields.problem(node.place, "The first email needs a 'subject': there is no thread yet.")
            return


class _Step:
    """Reads one step; its kind decides which keys it may have."""

    def __init__(self, fields: Fields) -> None:
        self._fields = fields

    def read(self) -> StepPlan:
        fields = self._fields
        told = fields.need("kind", choice([one.value for one in StepKind]), "")
        if not told:  # without it nobody knows what else belongs here
            return StepPlan(StepKind.TASK, Delay(0), ())
        kind = StepKind(told)
        delay = fields.get("delay", _delay, Delay(0))
        timeout = None
        if kind is StepKind.EMAIL:
            variants = self._variants() if "variants" in fields else (self._variant(fields, "A"),)
        else:
            variants = (VariantPlan(text=self._template(fields, "text")),)
            timeout = fields.get("timeout", whole(1, LONGEST_TIMEOUT), 0) or None
        fields.end()
        return StepPlan(kind, delay, variants, timeout)

    def _variants(self) -> tuple[VariantPlan, ...]:
        node = self._fields.raw("variants")
        if node is None or not isinstance(node.value, list) or not 0 < len(node.value) <= MOST_VARIANTS:
            place = node.place if node else self._fields.node.place
            self._fields.problem(place, f"'variants' is a list of 1 to {MOST_VARIANTS} texts.")
            return ()
        made = []
        for letter, one in zip(LETTERS, node.value, strict=False):
            inner = Fields(one, f"Variant {letter}", self._fields.problems)
            made.append(self._variant(inner, letter, many=True))
            inner.end()
        self._check_names(node, made)
        return tuple(made)

    def _check_names(self, node: Node, made: list[VariantPlan]) -> None:
        names = [variant.name for variant in made]
        if len(set(names)) < len(names):
            self._fields.problem(node.place, "Two variants of this step have the same name.")

    def _variant(self, fields: Fields, name: str, *, many: bool = False) -> VariantPlan:
        made = VariantPlan(
            name=fields.get("name", filled(40), name) if many else name,
            weight=fields.get("weight", whole(1, 100), 1) if many else 1,
            subject=self._template(fields, "subject"),
            text=self._template(fields, "text"),
            html=self._template(fields, "html"),
        )
        told = "text" in fields or "html" in fields
        if not told and isinstance(fields.node.value, dict):
            fields.problem(fields.node.place, f"{fields.what} is an email and has no 'text'.")
        return made

    def _template(self, fields: Fields, key: str) -> str:
        """Read a template; a fault inside it is told at its own line and column of the file."""
        node = fields.raw(key)
        if node is None:
            return ""
        with fields.noting(node.place):
            source = text(LONGEST_TEXT, lines=key != "subject")(node)
            if not source.strip() and key != "subject":
                raise Wrong("This must not be empty.")
            try:
                check_template(source, html=key == "html", line=key == "subject")
                if key == "html":
                    check_seen(source)
            except ComposeError as error:
                raise Wrong(f"{_sentence(error.message)}", node.inside.at(error.line, error.column)) from None
            return source
        return ""  # type: ignore[unreachable]  # noting() swallows


def _delay(node: Node) -> Delay:
    """A number of business days, or words: `2 business days`, `3 days`, `36 hours`."""
    try:
        if isinstance(node.value, int) and not isinstance(node.value, bool):
            return Delay(node.value)
        found = DELAY.fullmatch(node.value.strip()) if isinstance(node.value, str) else None
        if found is None:
            raise Wrong("Write the delay as 2 business days, 3 days, 36 hours or 0.")
        return Delay(int(found[1]), UNITS[found[2][0].lower()])
    except DelayError as error:
        raise Wrong(str(error)) from None


def _sentence(message: str) -> str:
    plain = message.strip().rstrip(".")
    return f"{plain[:1].upper()}{plain[1:]}."
