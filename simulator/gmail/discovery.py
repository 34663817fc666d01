"""The discovery document that google-api-python-client ships, as methods and JSON Schema."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from googleapiclient.discovery_cache import get_static_doc
from jsonschema import Draft202012Validator

_WORDS_ONLY = ("id", "description", "enumDescriptions", "enumDeprecated", "annotations", "format", "deprecated")


@dataclass(frozen=True, slots=True)
class Method:
    """One method: its path in aiohttp's notation, its parameters, and the schemas of its bodies."""

    id: str
    http_method: str
    path: str
    parameters: dict[str, dict[str, Any]]
    request: str | None
    response: str | None
    upload_path: str | None
    scopes: tuple[str, ...]


@cache
def document() -> dict[str, Any]:
    """Read the document; raises RuntimeError when the library no longer ships it."""
    text = get_static_doc("gmail", "v1")  # type: ignore[no-untyped-call]
    if text is None:
        msg = "google-api-python-client ships no discovery document for gmail v1"
        raise RuntimeError(msg)
    return cast("dict[str, Any]", json.loads(text))


@cache
def methods() -> dict[str, Method]:
    """Give every method by its id."""
    return {method.id: method for method in _walk(document())}


@cache
def validator(schema: str) -> Draft202012Validator:
    """Give the validator of a named schema; members that do not exist are errors."""
    definitions = {name: _json_schema(body) for name, body in document()["schemas"].items()}
    return Draft202012Validator({"$ref": f"#/$defs/{schema}", "$defs": definitions})


def _walk(node: dict[str, Any]) -> Iterator[Method]:
    for body in node.get("methods", {}).values():
        upload = body.get("mediaUpload", {}).get("protocols", {}).get("simple", {}).get("path")
        yield Method(
            id=body["id"],
            http_method=body["httpMethod"],
            path="/" + body["flatPath"],
            parameters=document()["parameters"] | body.get("parameters", {}),
            request=body.get("request", {}).get("$ref"),
            response=body.get("response", {}).get("$ref"),
            upload_path=upload,
            scopes=tuple(body.get("scopes", ())),
        )
    for child in node.get("resources", {}).values():
        yield from _walk(child)


def _json_schema(node: Any) -> Any:
    """Turn the document's dialect into JSON Schema: references, no prose, no unknown members."""
    if isinstance(node, list):
        return [_json_schema(item) for item in node]
    if not isinstance(node, dict):
        return node
    schema = {key: value for key, value in node.items() if key not in _WORDS_ONLY}
    if schema.get("type") == "any":
        del schema["type"]
    if "$ref" in schema:
        schema["$ref"] = f"#/$defs/{schema['$ref']}"
    if "items" in schema:
        schema["items"] = _json_schema(schema["items"])
    if isinstance(schema.get("additionalProperties"), dict):
        schema["additionalProperties"] = _json_schema(schema["additionalProperties"])
    if "properties" in schema:
        schema["properties"] = {name: _json_schema(body) for name, body in schema["properties"].items()}
        schema.setdefault("additionalProperties", False)
    return schema
