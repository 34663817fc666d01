"""A mapping corrected by words: `3=company`, `Job Title=title`, `5=custom:pet`, `notes=ignore`."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sequences.core.column_names import Target
from sequences.core.columns import Column, Mapping, MappingError

ALIASES = {"email": Target.ADDRESS}
KNOWN = ", ".join(target.value for target in Target)


def remapped(guess: Mapping, columns: Sequence[str], words: Iterable[str]) -> Mapping:
    """Return the mapping with these columns changed; a column is named by its position, from 1, or by its name.

    A column that becomes the address takes that from the one that was guessed. Raises MappingError with a sentence.
    """
    chosen = list(guess.columns)
    for word in words:
        name, equals, wish = word.rpartition("=")
        if not equals:
            raise MappingError(f"{word!r} is not COLUMN=FIELD, such as 3=company.")
        index = _position(name.strip(), columns)
        chosen[index] = _column(wish.strip())
        if chosen[index].target is Target.ADDRESS:
            chosen = [_give_way(one, guess.columns[at]) if at != index else one for at, one in enumerate(chosen)]
    return replace(guess, columns=tuple(chosen))


def _give_way(column: Column, guessed: Column) -> Column:
    """What was only guessed to be the address is left out; what was said to be it stays, and is refused later."""
    return Column(Target.IGNORE) if column is guessed and column.target is Target.ADDRESS else column


def _position(name: str, columns: Sequence[str]) -> int:
    if name.isdecimal() and name.isascii():
        if not 1 <= int(name) <= len(columns):
            raise MappingError(f"There is no column {name}: the file has {len(columns)}.")
        return int(name) - 1
    found = [index for index, column in enumerate(columns) if column.casefold() == name.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        places = " and ".join(str(index + 1) for index in found)
        raise MappingError(f"Columns {places} are called {name!r}: name one by its position.")
    raise MappingError(f"There is no column called {name!r}.")


def _column(wish: str) -> Column:
    target, colon, field = wish.partition(":")
    known = ALIASES.get(target) or (Target(target) if target in Target else None)
    if known is None:
        raise MappingError(f"{target!r} is no field; known are {KNOWN}, and custom:NAME.")
    if known is Target.CUSTOM and not (colon and field):
        raise MappingError("A custom field needs a name, such as custom:pet.")
    return Column(known, field)
