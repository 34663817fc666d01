"""Which column becomes which field: guessed from names and sample values, chosen by position, checked before use."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mailboxes.core.address import is_address
from mailboxes.core.csv_cells import is_blank, restore
from sequences.core.column_names import KNOWN_NAMES, MANY, Target, field_name, folded
from sequences.core.fields import name_problem

ENOUGH_ADDRESSES = 0.8
"""Share of valid addresses among the filled sample cells from which a column counts as the address by its values."""

ENOUGH_PROFILES = 0.8
"""The same for links to LinkedIn profiles."""

KEEPING = frozenset({Target.CUSTOM, Target.DO_NOT_CONTACT, Target.FOREIGN_STATE, Target.PROTECTED})
"""Targets whose column may name a custom field."""

KEPT_BESIDES = frozenset({Target.FOREIGN_STATE, Target.PROTECTED})
"""Targets whose columns are also kept as a custom field when they are guessed."""

RESERVED = frozenset({*(target.value for target in Target), "email"})
"""Names that a merge tag already has, or that would be mistaken for one."""

FIELD_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")

PERSON_COLUMNS = frozenset({Target.FIRST_NAME, Target.LAST_NAME, Target.TITLE})


class MappingError(ValueError):
    """The mapping cannot be imported with; str() names columns by position and name."""


@dataclass(frozen=True, slots=True)
class Column:
    """What one column is imported as; `field` names the custom field that keeps the value.

    Only a custom field needs it; a do-not-contact or state column may have it, to be kept besides being obeyed.
    """

    target: Target
    field: str = ""


@dataclass(frozen=True, slots=True)
class Mapping:
    """One Column for each column of the sheet, by position."""

    columns: tuple[Column, ...]

    def positions(self, target: Target) -> tuple[int, ...]:
        """Return where the target is read from, counted from 0."""
        return tuple(index for index, column in enumerate(self.columns) if column.target is target)

    def to_json(self) -> list[list[str]]:
        """Return [target, field] for each column, as it is stored and as the API takes it."""
        return [[column.target.value, column.field] for column in self.columns]


def mapping_from_json(value: object) -> Mapping:
    """Read what Mapping.to_json wrote; raises MappingError naming the column that is none."""
    if not isinstance(value, list):
        raise MappingError("The mapping is not a list of columns.")
    return Mapping(tuple(_column_from_json(position, pair) for position, pair in enumerate(value, start=1)))


def guess_mapping(columns: Sequence[str], sample_rows: Iterable[Sequence[str]]) -> Mapping:
    """Map columns by their names, then by the values of the sample; what nobody knows becomes a custom field."""
    sample = [tuple(restore(value) for value in row) for row in sample_rows]
    cells = [[row[index] for row in sample if not is_blank(row[index])] for index in range(len(columns))]
    chosen: dict[int, Target] = {}
    address = _address_column(columns, cells)
    if address is not None:
        chosen[address] = Target.ADDRESS
    for target in KNOWN_NAMES:
        if target is not Target.ADDRESS:
            _choose_by_name(target, columns, chosen)
    if Target.LINKEDIN_URL not in chosen.values():
        _choose_profile(cells, chosen)
    return Mapping(tuple(_named(columns, cells, chosen)))


def address_candidates(columns: Sequence[str], sample_rows: Iterable[Sequence[str]]) -> tuple[int, ...]:
    """Return the positions, from 0, of all columns whose values are addresses: with more than one, ask which."""
    sample = [tuple(row) for row in sample_rows]
    shares = [_share_of_addresses([row[index] for row in sample]) for index in range(len(columns))]
    return tuple(index for index, share in enumerate(shares) if share >= ENOUGH_ADDRESSES)


def check_mapping(mapping: Mapping, columns: Sequence[str]) -> None:
    """Raise MappingError unless exactly one column is the address and no field is written by two columns."""
    if len(mapping.columns) != len(columns):
        raise MappingError(f"The mapping has {len(mapping.columns)} columns, the file has {len(columns)}.")
    targets = {column.target for column in mapping.columns}
    if Target.ADDRESS not in targets:
        if Target.COMPANY in targets and not targets & PERSON_COLUMNS:
            raise MappingError("This is a list of companies, it has no people: no column holds mail addresses.")
        raise MappingError("No column is mapped to the address.")
    seen: dict[tuple[Target, str], int] = {}
    for position, column in enumerate(mapping.columns, start=1):
        _check_column(position, column, columns, seen)


def _column_from_json(position: int, pair: object) -> Column:
    match pair:
        case [str(target), str(field)] if target in Target:
            return Column(Target(target), field)
        case _:
            raise MappingError(f"Column {position} of the mapping is no pair of a known target and a field name.")


def _check_column(position: int, column: Column, names: Sequence[str], seen: dict[tuple[Target, str], int]) -> None:
    if column.target is Target.CUSTOM or column.field:
        _check_field(position, column)
    if not column.field and column.target in MANY:
        return
    written = Target.CUSTOM if column.field else column.target
    first = seen.setdefault((written, column.field), position)
    if first != position:
        label = column.field or column.target.replace("_", " ")
        raise MappingError(
            f"Columns {first} ({names[first - 1]}) and {position} ({names[position - 1]}) "
            f"are both mapped to {label}: choose one.",
        )


def _check_field(position: int, column: Column) -> None:
    if column.target not in KEEPING:
        raise MappingError(f"Column {position} is no custom field and cannot have the name of one.")
    if not FIELD_NAME.fullmatch(column.field):
        raise MappingError(f"Column {position} needs a field name of small letters, digits and underscores.")
    if column.field in RESERVED or name_problem(column.field):
        raise MappingError(f"Column {position} cannot be a custom field with a name that merge tags use already.")


def _address_column(columns: Sequence[str], cells: Sequence[Sequence[str]]) -> int | None:
    """Prefer a known name over another column, but values over a name: a column of numbers called mail is none."""
    known = KNOWN_NAMES[Target.ADDRESS]
    ranked: list[tuple[bool, int, int]] = []
    for index, name in enumerate(columns):
        share = _share_of_addresses(cells[index])
        rank = known.index(folded(name)) if folded(name) in known else len(known)
        if share >= ENOUGH_ADDRESSES or (rank < len(known) and (share > 0 or not cells[index])):
            ranked.append((share < ENOUGH_ADDRESSES, rank, index))
    return min(ranked)[2] if ranked else None


def _choose_by_name(target: Target, columns: Sequence[str], chosen: dict[int, Target]) -> None:
    known = KNOWN_NAMES[target]
    found = [(known.index(folded(name)), index) for index, name in enumerate(columns) if folded(name) in known]
    free = [index for _, index in sorted(found) if index not in chosen]
    for index in free if target in MANY else free[:1]:
        chosen[index] = target


def _choose_profile(cells: Sequence[Sequence[str]], chosen: dict[int, Target]) -> None:
    for index, values in enumerate(cells):
        profiles = sum("linkedin.com/in/" in value.casefold() for value in values)
        if index not in chosen and values and profiles >= ENOUGH_PROFILES * len(values):
            chosen[index] = Target.LINKEDIN_URL
            return


def _named(columns: Sequence[str], cells: Sequence[Sequence[str]], chosen: dict[int, Target]) -> Iterable[Column]:
    taken = set(RESERVED)
    for index, name in enumerate(columns):
        target = chosen.get(index)
        if target is not None and target not in KEPT_BESIDES:
            yield Column(target)
        elif not name and not cells[index]:
            yield Column(Target.IGNORE)
        else:
            field = _free_name(field_name(name, index + 1), taken)
            taken.add(field)
            yield Column(target or Target.CUSTOM, field)


def _free_name(name: str, taken: set[str]) -> str:
    candidates = (name if count == 1 else f"{name}_{count}" for count in range(1, len(taken) + 3))
    return next(candidate for candidate in candidates if candidate not in taken and not name_problem(candidate))


def _share_of_addresses(values: Sequence[str]) -> float:
    filled = [value for value in values if not is_blank(value)]
    return sum(map(is_address, filled)) / len(filled) if filled else 0.0
