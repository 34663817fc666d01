"""YAML to nodes. One document of plain values: no anchors, no tags, no key twice."""

from typing import Any

import yaml

from sequences.core.campaign_file.nodes import MOST_CHARACTERS, CampaignFileError, Inside, Node, Place, refuse

DEEPEST = 20
STANDARD = "tag:yaml.org,2002:"
PLAIN = frozenset(STANDARD + name for name in ("str", "int", "float", "bool", "null", "timestamp", "map", "seq"))


def yaml_node(text: str) -> Node:
    """Parse one YAML document. Raises CampaignFileError."""
    if len(text) > MOST_CHARACTERS:
        raise refuse(Place(1, 1), f"The file is longer than {MOST_CHARACTERS:,} characters.")
    try:
        _refuse_anchors(text)
        found = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        raise _told(error) from None
    except yaml.YAMLError as error:  # a character that YAML does not allow
        raise refuse(_place_of_character(text, error), "The file holds a character that YAML does not allow.") from None
    except RecursionError:
        raise refuse(Place(1, 1), f"Values are nested deeper than {DEEPEST} levels.") from None
    if found is None:
        raise refuse(Place(1, 1), "The file is empty.")
    return _Reader(text).node(found, 0)


def _refuse_anchors(text: str) -> None:
    """An alias can make a small file huge; a campaign needs none."""
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise refuse(_place(event.start_mark), "Anchors and aliases (& and *) are not used here; put it in quotes.")


def _told(error: yaml.MarkedYAMLError) -> CampaignFileError:
    mark = error.problem_mark or error.context_mark
    return refuse(_place(mark) if mark else Place(1, 1), f"This is not YAML: {error.problem or error.context}.")


def _place_of_character(text: str, error: yaml.YAMLError) -> Place:
    position = getattr(error, "position", 0)
    before = text[:position]
    return Place(before.count("\n") + 1, position - (before.rfind("\n") + 1) + 1)


def _place(mark: Any) -> Place:
    return Place(mark.line + 1, mark.column + 1)


class _Reader:
    """Turns PyYAML's nodes into ours; the text is needed for the indentation of block scalars."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self._constructor = yaml.constructor.SafeConstructor()

    def node(self, found: yaml.Node, depth: int) -> Node:
        place = _place(found.start_mark)
        if depth > DEEPEST:
            raise refuse(place, f"Values are nested deeper than {DEEPEST} levels.")
        if found.tag not in PLAIN:
            raise refuse(place, f"Tags such as {found.tag.removeprefix(STANDARD)!r} are not used here.")
        match found:
            case yaml.MappingNode():
                return self._mapping(found, place, depth)
            case yaml.SequenceNode():
                return Node([self.node(one, depth + 1) for one in found.value], place, Inside(place, None))
            case yaml.ScalarNode():
                return self._scalar(found, place)
        raise refuse(place, "This kind of value is not used here.")

    def _mapping(self, found: yaml.MappingNode, place: Place, depth: int) -> Node:
        values: dict[str, Node] = {}
        keys: dict[str, Place] = {}
        for key_node, value_node in found.value:
            key, at = str(key_node.value), _place(key_node.start_mark)
            if not isinstance(key_node, yaml.ScalarNode):
                raise refuse(at, "A key must be a plain word.")
            if key in values:
                raise refuse(at, f"{key!r} stands here a second time.")
            keys[key] = at
            values[key] = self.node(value_node, depth + 1)
        return Node(values, place, Inside(place, None), keys)

    def _scalar(self, found: yaml.ScalarNode, place: Place) -> Node:
        try:
            value = self._constructor.construct_object(found)
        except (ValueError, yaml.YAMLError):
            raise refuse(place, f"{found.value!r} cannot be read; put it in quotes if it is a text.") from None
        return Node(value, place, self._inside(found, place), written=found.value)

    def _inside(self, found: yaml.ScalarNode, place: Place) -> Inside:
        if found.style == "|":
            indent = self._indent_below(place.line)
            return Inside(Place(place.line + 1, indent + 1), indent)
        if found.start_mark.line != found.end_mark.line or found.style == ">":
            return Inside(place, None)
        return Inside(Place(place.line, place.column + (1 if found.style in {"'", '"'} else 0)))

    def _indent_below(self, line: int) -> int:
        below = next((one for one in self._lines[line:] if one.strip()), "")
        return len(below) - len(below.lstrip(" "))
