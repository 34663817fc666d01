"""The keys of the inbox, by what they do; a person may choose others."""

from collections.abc import Mapping

KEYS = {
    "next": "j",
    "previous": "k",
    "answer": "r",
    "done": "e",
    "snooze": "h",
    "label": "l",
    "not_interested": "#",
    "help": "?",
}


def keys_with(chosen: Mapping[str, str]) -> dict[str, str]:
    """Return every key as a person uses it."""
    return {name: chosen.get(name) or key for name, key in KEYS.items()}


def same_key_twice(chosen: Mapping[str, str]) -> bool:
    """Tell whether a choice gives one key to two things."""
    used = list(keys_with(chosen).values())
    return len(set(used)) < len(used)
