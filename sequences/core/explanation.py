"""Why a mail left, waits or never will, in plain sentences: what `manage.py explain` prints."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from admission.core.gates import Gate
from admission.core.verdict import Refuse, Wait
from app.core.zones import wall_time

type Row = Mapping[str, Any]

INSTANT = re.compile(r"\d{4}-\d\d-\d\dT")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its lines; without lines it says `empty`, or is left out where that is "" as well."""

    title: str
    lines: tuple[str, ...]
    empty: str = "none"


def rendered(sections: Iterable[Section]) -> str:
    """Return the whole explanation."""
    parts: list[str] = []
    for section in sections:
        lines = section.lines or ((section.empty,) if section.empty else ())
        if lines:
            parts += [section.title, *(f"  {line}" for line in lines)]
    return "\n".join(parts)


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells in one time zone, and has the sentence of every reason, whoever gave it."""

    zone: str
    sentence: Callable[[str, str], str]  # of a reason and its detail

    def when(self, instant: datetime | None) -> str:
        """Return an instant by the workspace's clock."""
        return "never" if instant is None else f"{wall_time(self.zone, instant):%a %Y-%m-%d %H:%M:%S %Z}"

    def why(self, reason: str, detail: str = "") -> str:
        """Return the sentence of a reason, with the name of the field or step, or the day, it is about."""
        return self.sentence(reason, detail)

    def gate(self, gate: Gate) -> str:
        """Return one gate: + nothing against it, ~ wait, - no; with the numbers it went by."""
        value = f" [{self.value(gate.value)}]" if gate.value else ""
        if gate.passed:
            return f"+ {gate.name}: {gate.asks}{value}"
        why = self.why(gate.reason)
        if gate.final:
            return f"- {gate.name}: no. {why}.{value}"
        until = "something changes" if gate.earliest is None else self.when(gate.earliest)
        return f"~ {gate.name}: waits until {until}. {why}.{value}"

    def value(self, value: Mapping[str, Any]) -> str:
        """Return the numbers of a gate in their order, without those that nobody knows."""
        said = [(name.replace("_", " "), one) for name, one in value.items() if one is not None]
        return ", ".join(f"{name} {self._said(one)}" for name, one in said)

    def _said(self, one: Any) -> str:
        if isinstance(one, bool):
            return "yes" if one else "no"
        return self.when(one) if isinstance(one, datetime) else str(one)

    def facts(self, facts: Row) -> tuple[str, ...]:
        """Return facts one a line, in the order they were read."""
        return tuple(f"{name} = {self._fact(value)}" for name, value in facts.items())

    def _fact(self, value: Any) -> str:
        if isinstance(value, str) and INSTANT.match(value):
            return self.when(datetime.fromisoformat(value))
        return json.dumps(value)

    def event(self, row: Row) -> str:
        """Return one line of the log."""
        data = {name: value for name, value in json.loads(row["data"]).items() if value is not None}
        return f"{self.when(row['world_at'])} {row['kind']} {row['subject_id']} {self.columns(data, *data)}".rstrip()

    def columns(self, row: Row, *names: str) -> str:
        """Return the named columns that say something, as name=value."""
        said = [(name, row[name]) for name in names if row[name] not in (None, "", False)]
        return " ".join(f"{name}={self._column(value)}" for name, value in said)

    def _column(self, value: Any) -> str:
        if isinstance(value, datetime):
            return self.when(value)
        return value.isoformat() if isinstance(value, date) else str(value)

    def waits_for(self, enrollment: Row, touch: Row | None, verdict: Wait | Refuse | None, now: datetime) -> str:
        """Return what a sequence waits for and until when, the strongest cause first; `verdict` is a permit's now."""
        if enrollment["state"] != "active":
            reason = f", {enrollment['reason']}" if enrollment["reason"] else ""
            ended = self.when(enrollment["ended_at"])
            return f"Nothing: the sequence ended {ended} ({enrollment['state']}{reason})."
        if touch is None:
            return "Nothing is before this person, although the sequence is active: `manage.py audit` tells more."
        if enrollment["halted"]:
            return f"{self.why('halted')}."
        if enrollment["campaign_state"] != "running":
            return f"The campaign is {enrollment['campaign_state']}."
        return self._touch(touch, verdict, now)

    def _touch(self, touch: Row, verdict: Wait | Refuse | None, now: datetime) -> str:
        reason = self.why(touch["hold_reason"], touch["hold_detail"]) if touch["hold_reason"] else ""
        if touch["state"] == "held":
            return f"{reason}: held until somebody or something changes that."
        if touch["eligible_at"] > now:
            return f"{reason or 'Not due yet'}: not before {self.when(touch['eligible_at'])}."
        if isinstance(verdict, Refuse):
            return f"{self.why(verdict.reason)}: its permit would be refused."
        if touch["state"] == "planned":
            return f"Its slot, {self.when(touch['slot_at'])}{self._but(verdict)}."
        return f"{reason or 'A slot from the planner'}{self._but(verdict)}."

    def _but(self, verdict: Wait | None) -> str:
        if verdict is None:
            return ""
        until = "" if verdict.until is None else f" until {self.when(verdict.until)}"
        return f"; a permit would wait{until}: {self.why(verdict.reason)}"
