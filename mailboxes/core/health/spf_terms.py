"""The terms of an SPF record (RFC 7208, 4.6 and 12)."""

import re
from dataclasses import dataclass
from ipaddress import ip_network

from mailboxes.core.health.findings import Code

LONGEST = 8_192  # characters of a record
MOST_TERMS = 200
ASKING = frozenset({"include", "a", "mx", "ptr", "exists", "redirect"})
WITH_DOMAIN = frozenset({"include", "exists", "redirect"})
MECHANISMS = frozenset({"all", "include", "a", "mx", "ptr", "ip4", "ip6", "exists"})
MODIFIER = re.compile(r"([A-Za-z][A-Za-z0-9._-]{0,62})=(.*)", re.DOTALL)
MECHANISM = re.compile(r"([+?~-]?)([A-Za-z0-9]{1,16})([:/].*)?", re.DOTALL)
PREFIX = re.compile(r"(?:/(\d{1,3}))?(?://(\d{1,3}))?")
NAME = re.compile(r"(?!.{254})(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,62})\.){1,30}[A-Za-z0-9-]{1,63}\.?")
MACRO = re.compile(r"%(?:[%_-]|\{[A-Za-z]\d{0,3}[rR]?[.+,/_=-]{0,9}\})")


class SpfError(ValueError):
    """Receivers give up on this record, and this is why."""

    def __init__(self, code: Code) -> None:
        """Carry the code."""
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Term:
    """One mechanism or modifier; the target is in lower case, "" where it is the domain itself."""

    name: str
    qualifier: str = "+"
    target: str = ""
    is_modifier: bool = False

    @property
    def asks(self) -> bool:
        """Whether it costs one of the ten questions."""
        return self.name in ASKING

    @property
    def has_macro(self) -> bool:
        """Whether its target depends on the mail."""
        return "%" in self.target


def read_record(record: str) -> tuple[Term, ...]:
    """Return the terms behind the version. Raises SpfError."""
    words = record.split()[1:]
    if len(record) > LONGEST or len(words) > MOST_TERMS or not record.isascii():
        raise SpfError(Code.SPF_SYNTAX)
    terms = tuple(_term(word) for word in words)
    modifiers = [term.name for term in terms if term.is_modifier and term.name in {"redirect", "exp"}]
    if len(modifiers) != len(set(modifiers)):
        raise SpfError(Code.SPF_SYNTAX)
    return terms


def _term(word: str) -> Term:
    if modifier := MODIFIER.fullmatch(word):
        name, target = modifier[1].lower(), modifier[2]
        if name in {"redirect", "exp"}:
            _require_name(target)
        return Term(name, target=target.lower().rstrip("."), is_modifier=True)
    found = MECHANISM.fullmatch(word)
    if found is None or found[2].lower() not in MECHANISMS:
        raise SpfError(Code.SPF_SYNTAX)
    name, rest = found[2].lower(), found[3] or ""
    return Term(name, found[1] or "+", _target(name, rest))


def _target(name: str, rest: str) -> str:
    """Return the name that a mechanism asks for. Raises SpfError where it is not written as it must be."""
    if name in {"ip4", "ip6"}:
        _require_network(name, rest)
        return ""
    if name == "all":
        if rest:
            raise SpfError(Code.SPF_SYNTAX)
        return ""
    target, slash, prefix = rest.removeprefix(":").partition("/") if "{" not in rest else (rest[1:], "", "")
    if name in WITH_DOMAIN and (not target or slash):
        raise SpfError(Code.SPF_SYNTAX)
    if not PREFIX.fullmatch(slash + prefix) or (rest.startswith(":") and not target):
        raise SpfError(Code.SPF_SYNTAX)
    if target:
        _require_name(target)
    return target.lower().rstrip(".")


def _require_network(name: str, rest: str) -> None:
    try:
        network = ip_network(rest.removeprefix(":"), strict=False)
    except ValueError:
        raise SpfError(Code.SPF_SYNTAX) from None
    if not rest.startswith(":") or network.version != int(name[2]):
        raise SpfError(Code.SPF_SYNTAX)


def _require_name(text: str) -> None:
    plain = MACRO.sub("x", text)
    if "%" in plain or not NAME.fullmatch(plain if plain != text else text):
        raise SpfError(Code.SPF_SYNTAX)
