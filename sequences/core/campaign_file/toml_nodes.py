"""TOML to nodes."""

import re
import tomllib

from sequences.core.campaign_file.nodes import MOST_CHARACTERS, Inside, Node, Place, refuse
from sequences.core.campaign_file.toml_places import Found, Path, toml_places

AT = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")
START = Place(1, 1)


def toml_node(text: str) -> Node:
    """Parse a TOML document. Raises CampaignFileError."""
    if len(text) > MOST_CHARACTERS:
        raise refuse(START, f"The file is longer than {MOST_CHARACTERS:,} characters.")
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = AT.search(str(error))
        known = at is not None and at[1] is not None
        place = Place(int(at[1]), int(at[2])) if at and known else Place(text.count("\n") + 1, 1)
        raise refuse(place, f"This is not TOML: {AT.sub('', str(error))}.") from None
    except RecursionError:
        raise refuse(START, "Values are nested too deep.") from None
    return _node(found, (), toml_places(text), Found(START, START, Inside(START, None)))


def _node(value: object, path: Path, places: dict[Path, Found], nearest: Found) -> Node:
    found = places.get(path, nearest)
    if isinstance(value, dict):
        values = {key: _node(one, (*path, key), places, found) for key, one in value.items()}
        keys = {key: places.get((*path, key), found).key for key in value}
        return Node(values, found.value, found.inside, keys)
    if isinstance(value, list):
        nodes = [_node(one, (*path, index), places, found) for index, one in enumerate(value)]
        return Node(nodes, found.value, found.inside)
    inside = found.inside if path in places else Inside(found.value, None)
    return Node(value, found.value, inside, written=None)
