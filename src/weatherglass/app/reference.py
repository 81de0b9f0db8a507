"""The reference of the API, from its OpenAPI schema: each address with what it takes, what it answers, and a command that asks it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Schema = Mapping[str, Any]
_METHODS = ("get", "post", "put", "delete")
_EXAMPLES = {"vectors": "sample", "id": "ID", "format": "html", "number": "1", "run": "ID"}  # of what must be given
_DEEPEST = 4


@dataclass(frozen=True, slots=True)
class Field:
    """Something that is given: in the path, the query, a header or the body. `usual` is empty where it must be given."""

    name: str
    place: str
    kind: str
    usual: str
    needed: bool
    about: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What comes back with a status: a description, and the kinds of content."""

    status: str
    about: str
    kinds: tuple[str, ...]
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """One method of one address."""

    anchor: str
    method: str
    path: str
    about: str
    fields: tuple[Field, ...]
    answers: tuple[Answer, ...]
    example: str


@dataclass(frozen=True, slots=True)
class Group:
    """Calls about one thing."""

    name: str
    calls: tuple[Call, ...]


def reference(schema: Schema, base: str, *, by_token: bool) -> list[Group]:
    """All calls by what they are about, in the order of the schema. `base`: where the server is asked; `by_token`: whether it asks for one."""
    groups: dict[str, list[Call]] = {}
    for path, calls in schema.get("paths", {}).items():
        for method in _METHODS:
            if method in calls:
                name = (calls[method].get("tags") or ["other"])[0]
                groups.setdefault(name, []).append(_call(schema, path, method, calls[method], base, by_token))
    return [Group(name, tuple(calls)) for name, calls in groups.items()]


def _call(schema: Schema, path: str, method: str, call: Schema, base: str, by_token: bool) -> Call:
    given = [_parameter(schema, each) for each in call.get("parameters", [])]
    body = _body(call)
    within = list(_properties(schema, body, "body")) if body is not None else []
    anchor = f"{method}{path}".replace("/", "-").replace("{", "").replace("}", "").replace(".", "-")
    return Call(
        anchor=anchor,
        method=method.upper(),
        path=path,
        about=call.get("description") or call.get("summary", ""),
        fields=tuple(given + within),
        answers=tuple(_answer(schema, status, each) for status, each in call.get("responses", {}).items()),
        example=_example(path, method, given, within if body is not None else None, base, by_token),
    )


def _body(call: Schema) -> Schema | None:
    """The schema of what is sent as JSON."""
    content = call.get("requestBody", {}).get("content", {}).get("application/json")
    return None if content is None else content.get("schema", {})


def _parameter(schema: Schema, given: Schema) -> Field:
    of = given.get("schema", {})
    return Field(
        name=given["name"],
        place=given["in"],
        kind=_kind(schema, of),
        usual=_usual(of),
        needed=bool(given.get("required")),
        about=given.get("description") or of.get("description", ""),
    )


def _properties(schema: Schema, of: Schema, place: str) -> Iterator[Field]:
    shape = _followed(schema, of)
    needed = shape.get("required", [])
    for name, each in shape.get("properties", {}).items():
        yield Field(name, place, _kind(schema, each), _usual(each), name in needed, each.get("description", ""))


def _answer(schema: Schema, status: str, given: Schema) -> Answer:
    content = given.get("content", {})
    shape = content.get("application/json", {}).get("schema", {})
    return Answer(status, given.get("description", ""), tuple(content), tuple(_properties(schema, shape, "answer")))


def _followed(schema: Schema, of: Schema) -> Schema:
    """What a reference leads to."""
    for _ in range(_DEEPEST):
        if "$ref" not in of:
            return of
        found: Any = schema
        for part in str(of["$ref"]).removeprefix("#/").split("/"):
            found = found[part]
        of = found
    return of


def _kind(schema: Schema, of: Schema, depth: int = 0) -> str:
    """A type in few words, such as `string ^[a-z]+$`, `integer ≥ 0` or `list of string`."""
    of = _followed(schema, of)
    if depth > _DEEPEST:
        return "…"
    if choices := of.get("anyOf") or of.get("oneOf"):
        return " | ".join(dict.fromkeys(_kind(schema, each, depth + 1) for each in choices))
    if "enum" in of:
        return " | ".join(json.dumps(each, ensure_ascii=False) for each in of["enum"])
    if "const" in of:
        return json.dumps(of["const"], ensure_ascii=False)
    if of.get("type") == "array":
        bounds = _bounds(of, "minItems", "maxItems", " of them")
        return f"list of {_kind(schema, of.get('items', {}), depth + 1)}{bounds}"
    if of.get("type") == "object" and not of.get("properties"):
        return "object"
    rule = f" {of['pattern']}" if "pattern" in of else _bounds(of, "minLength", "maxLength", " characters")
    return f"{of.get('type', 'any')}{rule}{_bounds(of, 'minimum', 'maximum', '')}{_above(of)}"


def _bounds(of: Schema, least: str, most: str, what: str) -> str:
    parts = [f"{sign} {_number(of[name])}" for sign, name in (("≥", least), ("≤", most)) if name in of]
    return f", {' and '.join(parts)}{what}" if parts else ""


def _number(given: float) -> str:
    return f"{int(given):,}" if given == int(given) else str(given)


def _above(of: Schema) -> str:
    parts = [
        f"{sign} {_number(of[name])}"
        for sign, name in ((">", "exclusiveMinimum"), ("<", "exclusiveMaximum"))
        if name in of
    ]
    return f", {' and '.join(parts)}" if parts else ""


def _usual(of: Schema) -> str:
    return json.dumps(of["default"], ensure_ascii=False) if "default" in of else ""


def _example(
    path: str, method: str, given: Sequence[Field], body: Sequence[Field] | None, base: str, by_token: bool
) -> str:
    """A command that asks it, with what must be given; capitals stand for what only the reader knows."""
    filled = path
    for each in given:
        filled = filled.replace(f"{{{each.name}}}", _value(each))
    asked = "&".join(f"{each.name}={_value(each)}" for each in given if each.place == "query" and each.needed)
    parts = ["curl"]
    if method != "get":
        parts += ["-X", method.upper()]
    quoted = shlex.join(parts)
    if by_token:
        quoted += ' -H "Authorization: Bearer $TOKEN"'
    elif method != "get":
        quoted += f" -H {shlex.quote(f'Origin: {base}')}"  # without a token, a change must come from the page
    if body is not None:
        told = {
            each.name: [_value(each)] if each.kind.startswith("list") else _value(each) for each in body if each.needed
        }
        quoted += f" -H {shlex.quote('Content-Type: application/json')} -d {shlex.quote(json.dumps(told))}"
    address = f"{base}{filled}" + (f"?{asked}" if asked else "")
    return f"{quoted} {shlex.quote(address)}"


def _value(field: Field) -> str:
    first = field.kind.split(" | ")[0]
    return str(json.loads(first)) if first.startswith('"') else _EXAMPLES.get(field.name, field.name.upper())
