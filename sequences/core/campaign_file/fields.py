"""Nodes to typed values. What is wrong is noted with its place and reading goes on, so that one run tells all of it."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from difflib import get_close_matches

from sequences.core.campaign_file.nodes import Node, Place, Problem

type Read[T] = Callable[[Node], T]


class Wrong(ValueError):
    """A value that cannot be used; str() is a sentence, the place is the node's unless it is given."""

    def __init__(self, sentence: str, place: Place | None = None) -> None:
        """Keep the place beside the sentence."""
        super().__init__(sentence)
        self.place = place


class Fields:
    """The keys of one mapping, each read once; what is left over is unknown."""

    def __init__(self, node: Node, what: str, problems: list[Problem]) -> None:
        """Take a node that should be a mapping; `what` names it in sentences: "The campaign"."""
        self.node = node
        self.what = what
        self.problems = problems
        self._values: dict[str, Node] = node.value if isinstance(node.value, dict) else {}
        self._read: set[str] = set()
        if not isinstance(node.value, dict):
            self.problem(node.place, f"{what} has keys and values, such as `name: …`, not {kind_of(node)}.")

    def __contains__(self, key: str) -> bool:
        """True when the file says something about the key."""
        return key in self._values

    def problem(self, place: Place, sentence: str) -> None:
        """Note a problem and go on."""
        self.problems.append(Problem(place, sentence))

    def key_place(self, key: str) -> Place:
        """Where the key stands, or else the whole."""
        return self.node.keys.get(key, self.node.place)

    def raw(self, key: str) -> Node | None:
        """Return the node of a key that the caller reads itself."""
        self._read.add(key)
        return self._values.get(key)

    def get[T](self, key: str, read: Read[T], default: T) -> T:
        """Return the value, or the default where the file is silent or wrong about it."""
        node = self.raw(key)
        if node is None:
            return default
        with self.noting(node.place):
            return read(node)
        return default  # type: ignore[unreachable]  # noting() swallows

    def need[T](self, key: str, read: Read[T], default: T) -> T:
        """As get, but the file must say it."""
        if key not in self._values and isinstance(self.node.value, dict):
            self.problem(self.node.place, f"{self.what} has no {key!r}.")
        return self.get(key, read, default)

    @contextmanager
    def noting(self, place: Place) -> Iterator[None]:
        """Turn a Wrong of the block into a problem at its place, or at this one."""
        try:
            yield
        except Wrong as wrong:
            self.problem(wrong.place or place, str(wrong))

    def end(self) -> None:
        """Note every key that nobody asked for, with the known one it resembles."""
        for key in self._values:
            if key not in self._read:
                near = get_close_matches(key, self._read, n=1)
                hint = f"; did you mean {near[0]!r}?" if near else f"; known are {', '.join(sorted(self._read))}."
                self.problem(self.key_place(key), f"{key!r} is not known here{hint}")


KINDS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (bool, "yes or no"),  # before int, which it is in Python
    ((int, float), "a number"),
    (date, "a date"),
    (dict, "keys and values"),
    (list, "a list"),
    (str, "a text"),
)


def kind_of(node: Node) -> str:
    """Name a value's kind for a person."""
    return next((name for kind, name in KINDS if isinstance(node.value, kind)), "nothing")


def text(longest: int, *, lines: bool = False) -> Read[str]:
    """Read a text of at most `longest` characters, on one line unless `lines`."""

    def read(node: Node) -> str:
        if not isinstance(node.value, str):
            hint = "; put it in quotes" if node.written else ""
            raise Wrong(f"This must be a text, not {kind_of(node)}{hint}.")
        if len(node.value) > longest:
            raise Wrong(f"The text is longer than {longest:,} characters.")
        if not lines and any(sign in node.value for sign in "\r\n\u2028\u2029"):
            raise Wrong("This must be one line.")
        return node.value

    return read


def filled(longest: int) -> Read[str]:
    """Read a text of one line that is not blank, without the white space around it."""
    plain = text(longest)

    def read(node: Node) -> str:
        value = plain(node).strip()
        if not value:
            raise Wrong("This must not be empty.")
        return value

    return read


def boolean(node: Node) -> bool:
    """Read true or false."""
    if not isinstance(node.value, bool):
        raise Wrong(f"This must be true or false, not {kind_of(node)}.")
    return node.value


def whole(least: int, most: int) -> Read[int]:
    """Read a whole number from least to most."""

    def read(node: Node) -> int:
        if isinstance(node.value, bool) or not isinstance(node.value, int):
            raise Wrong(f"This must be a whole number, not {kind_of(node)}.")
        if not least <= node.value <= most:
            raise Wrong(f"This must be {least:,} to {most:,}, not {node.value:,}.")
        return node.value

    return read


def choice(known: Collection[str]) -> Read[str]:
    """Read one of some words."""

    def read(node: Node) -> str:
        if not isinstance(node.value, str) or node.value not in known:
            said = f"{node.value!r}" if isinstance(node.value, str) else kind_of(node)
            raise Wrong(f"This must be one of {', '.join(known)}, not {said[:60]}.")
        return node.value

    return read


def day(node: Node) -> date:
    """Read a date, written 2027-03-31."""
    if isinstance(node.value, date) and not isinstance(node.value, datetime):
        return node.value
    try:
        return date.fromisoformat(node.value if isinstance(node.value, str) else "")
    except ValueError:
        raise Wrong("This must be a date such as 2027-03-31.") from None


def listed[T](read: Read[T]) -> Read[tuple[T, ...]]:
    """Read a list, each item by `read`; an item's fault is told at the item."""

    def read_all(node: Node) -> tuple[T, ...]:
        if not isinstance(node.value, list):
            raise Wrong(f"This must be a list, not {kind_of(node)}.")
        return tuple(_item(read, one) for one in node.value)

    return read_all


def _item[T](read: Read[T], node: Node) -> T:
    try:
        return read(node)
    except Wrong as wrong:
        raise Wrong(str(wrong), wrong.place or node.place) from None
