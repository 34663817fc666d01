"""A parsed file as values that know where they stand, whichever format it was written in."""

from dataclasses import dataclass, field

MOST_CHARACTERS = 1_000_000
"""Of one file; the templates in it are limited on their own."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where something stands in the file; both count from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Inside:
    """Where the first character of a text stands, and the indentation that each of its later lines has in the file.

    `indent` None: the lines of the file are not the lines of the text, so only its start can be told.
    """

    start: Place
    indent: int | None = 0

    def at(self, line: int | None, column: int | None) -> Place:
        """Return the place of a line and column, both from 1, of the text."""
        if self.indent is None or line is None:
            return self.start
        if line == 1:
            return Place(self.start.line, self.start.column + (column or 1) - 1)
        return Place(self.start.line + line - 1, self.indent + (column or 1))


@dataclass(frozen=True, slots=True)
class Node:
    """A value with its place: a dict of Nodes by key, a list of Nodes, or a plain value.

    `written` is a plain value as the file spells it, where the format guesses types from unquoted words.
    """

    value: object
    place: Place
    inside: Inside
    keys: dict[str, Place] = field(default_factory=dict)
    written: str | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing a person has to change, as a sentence."""

    place: Place
    sentence: str

    def __str__(self) -> str:
        """Return `line:column: sentence`, what editors jump to."""
        return f"{self.place.line}:{self.place.column}: {self.sentence}"


class CampaignFileError(ValueError):
    """The file cannot be used; every problem found is told, in the order of the file."""

    def __init__(self, problems: list[Problem]) -> None:
        """Sort the problems by place."""
        self.problems = tuple(sorted(problems, key=lambda problem: problem.place))
        super().__init__("\n".join(map(str, self.problems)))


def refuse(place: Place, sentence: str) -> CampaignFileError:
    """Return the error of a file that cannot even be parsed."""
    return CampaignFileError([Problem(place, sentence)])
