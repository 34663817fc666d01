"""Compares a call with the discovery document and says what is wrong."""

from collections.abc import Iterable, Mapping
from typing import Any

from jsonschema import Draft202012Validator

from simulator.gmail.discovery import Method, validator

_DETAIL = {
    "type": "object",
    "required": ["message", "domain", "reason"],
    "properties": {name: {"type": "string"} for name in ("message", "domain", "reason", "location", "locationType")},
    "additionalProperties": False,
}
_ERROR = {
    "type": "object",
    "required": ["code", "message", "errors", "status"],
    "properties": {
        "code": {"type": "integer", "minimum": 400, "maximum": 599},
        "message": {"type": "string", "minLength": 1},
        "errors": {"type": "array", "minItems": 1, "items": _DETAIL},
        "status": {"type": "string", "pattern": "^[A-Z_]+$"},
    },
    "additionalProperties": False,
}
ERROR = Draft202012Validator({
    "type": "object", "required": ["error"], "properties": {"error": _ERROR}, "additionalProperties": False,
})  # fmt: skip


def wrong_parameters(method: Method, given: Iterable[tuple[str, str]], path: Mapping[str, str]) -> list[str]:
    """List what is wrong with query and path parameters; [] when all is well."""
    found: list[str] = []
    seen: set[str] = set(path)
    for name, value in given:
        rule = method.parameters.get(name)
        if rule is None or rule["location"] != "query":
            found.append(f"{method.id}: no query parameter {name!r}")
            continue
        if name in seen and not rule.get("repeated"):
            found.append(f"{method.id}: parameter {name!r} given twice")
        seen.add(name)
        found += _wrong_value(method.id, name, value, rule)
    needed = (name for name, rule in method.parameters.items() if rule.get("required"))
    return found + [f"{method.id}: parameter {name!r} missing" for name in needed if name not in seen]


def wrong_body(method: Method, schema: str | None, body: Any) -> list[str]:
    """List what is wrong with a request or response body; [] when all is well."""
    if schema is None:
        return [] if body is None else [f"{method.id}: takes no body"]
    errors = validator(schema).iter_errors(body)
    return [f"{method.id}: {schema}{error.json_path[1:]}: {error.message[:200]}" for error in errors]


def wrong_error(body: Any, status: int) -> list[str]:
    """List what is wrong with an error answer; [] when all is well. The document itself is silent about these."""
    found = [f"error{error.json_path[1:]}: {error.message[:200]}" for error in ERROR.iter_errors(body)]
    if not found and body["error"]["code"] != status:
        found.append(f"error: code {body['error']['code']} in an answer with status {status}")
    return found


def _wrong_value(method: str, name: str, value: str, rule: Mapping[str, Any]) -> list[str]:
    if "enum" in rule and value not in rule["enum"]:
        return [f"{method}: {name}={value!r} is none of {rule['enum']}"]
    if rule["type"] == "boolean" and value not in ("true", "false"):
        return [f"{method}: {name}={value!r} is no boolean"]
    numeric = rule["type"] == "integer" or rule.get("format") in ("uint64", "int64")
    if numeric and not (value.isascii() and value.isdigit()):
        return [f"{method}: {name}={value!r} is no number"]
    return []
