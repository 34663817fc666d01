"""What the fields of a contact may hold when a person or a program writes them; the rules of imported rows."""

from collections.abc import Mapping
from typing import Any

from app.core.zones import ZoneError, zone_named
from mailboxes.core.csv_cells import fault_of_cell, fault_of_line_value
from sequences.core.columns import FIELD_NAME
from sequences.core.contact_rows import ONE_LINE
from sequences.core.fields import name_problem

MOST_FIELDS = 500
LONGEST_FIELD = 10_000
LIMITS = {target.value: most for target, most in ONE_LINE.items()}


class ValueRefused(ValueError):
    """A value that a contact cannot have; str() is a sentence that names the field and not the value."""


def checked(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values as they are stored; blank text counts as empty. Raises ValueRefused."""
    return {name: _value(name, value) for name, value in values.items()}


def _value(name: str, value: Any) -> Any:
    if name == "fields":
        return _fields(value)
    text = _text(name, value)
    if name == "time_zone":
        return _zone(text)
    if name not in LIMITS:
        raise ValueRefused(f"{name} is no field of a contact.")
    fault = fault_of_line_value(text)
    if fault or len(text) > LIMITS[name]:
        raise ValueRefused(f"{name}: {fault or f'longer than {LIMITS[name]} characters.'}")
    return text


def _zone(text: str) -> str:
    try:
        return zone_named(text) if text else ""
    except ZoneError as error:
        raise ValueRefused("time_zone is not an Area/City name that we know.") from error


def _fields(value: Any) -> dict[str, str]:
    if not isinstance(value, Mapping) or len(value) > MOST_FIELDS:
        raise ValueRefused(f"fields is a mapping of at most {MOST_FIELDS} names to texts.")
    found = {}
    for name, one in value.items():
        if not isinstance(name, str) or not FIELD_NAME.fullmatch(name) or name_problem(name):
            raise ValueRefused("A custom field is named with small letters, digits and underscores.")
        text = _text(name, one)
        fault = fault_of_cell(text)
        if fault or len(text) > LONGEST_FIELD:
            raise ValueRefused(f"{name}: {fault or f'longer than {LONGEST_FIELD:,} characters.'}")
        if text:
            found[name] = text
    return found


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise ValueRefused(f"{name} is not a text.")
    return "" if value.isspace() else value
